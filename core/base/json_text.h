#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Texts of a greater depth are refused: code that walks a value (to print it, for example) is recursive, and
/// "[[[[..." would overflow its stack.
inline constexpr int most_json_depth = 64;

/// Checks the structure of a JSON text while the parser reads it: its depth, and that no object has a key
/// twice (the parser would silently keep one of them). Throws FileError that names `file` and the object.
class JsonStructure {
public:
    explicit JsonStructure(std::string_view file) : file_(file) {}
    /// `depth` is the number of objects and arrays around the one that begins.
    void begin(int depth);
    void add_key(int depth, const std::string& key);

private:
    std::string_view file_;
    std::vector<std::set<std::string>> keys_; ///< [depth] the keys of the object that is open at that depth
    std::vector<std::string> path_;           ///< [depth] the last key; empty in an array
};

/// Throws FileError with place, what was expected and what was found.
/// @param byte    where the parser stopped, counted from 1
/// @param reason  the parser's what()
[[noreturn]] void fail_json_syntax(std::string_view text, std::size_t byte, std::string_view reason,
                                   std::string_view file);
/// As fail_json_syntax(), for a number that is outside the range of double.
[[noreturn]] void fail_json_number(std::string_view reason, std::string_view file);

/// Parses untrusted text; `Json` is an nlohmann::basic_json. Throws FileError that names `file`, with line
/// and column if the text is not JSON.
template <class Json>
[[nodiscard]] Json parse_json_text(std::string_view text, std::string_view file) {
    JsonStructure structure(file);
    const auto check = [&](int depth, typename Json::parse_event_t event, const Json& value) {
        using Event = typename Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) structure.begin(depth);
        if (event == Event::key) structure.add_key(depth, value.template get<std::string>());
        return true;
    };
    try {
        return Json::parse(text, check);
    } catch (const typename Json::parse_error& error) {
        fail_json_syntax(text, error.byte, error.what(), file);
    } catch (const typename Json::out_of_range& error) {
        fail_json_number(error.what(), file);
    }
}

} // namespace hitmap
