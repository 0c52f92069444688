#pragma once

#include "core/geometry/camera.h"
#include "render/view/view.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

using Json = nlohmann::ordered_json;

/// Names of an enum's values in a file.
template <class Enum, std::size_t count>
using NameTable = std::array<std::pair<Enum, std::string_view>, count>;

template <class Enum, std::size_t count>
[[nodiscard]] std::string_view name_in(const NameTable<Enum, count>& table, Enum value) {
    for (const auto& [known, name] : table) {
        if (known == value) return name;
    }
    return {};
}

/// The double that is written with the fewest digits among those that are this float.
[[nodiscard]] double shortest(float value);

/// Throws what parse_json_text throws.
[[nodiscard]] Json parse_json(std::string_view text, std::string_view file);

/// Reads the members of one JSON object; those that are missing leave `value` as it is. Every refusal is a
/// FileError that names file and key. `object` and `file` must outlive the reader.
class ObjectReader {
public:
    ObjectReader(const Json& object, std::string_view file);

    void read(const char* key, bool& value);
    /// A key that files of earlier versions have: read, but not named among the known ones.
    void read_earlier(const char* key, bool& value);
    void read(const char* key, std::string& value);
    void read(const char* key, float& value); ///< finite
    void read(const char* key, std::uint32_t& value);
    void read(const char* key, std::uint64_t& value, std::uint64_t least, std::uint64_t most);
    void read(const char* key, LevelRange& value);
    void read(const char* key, Camera& value);
    template <class Enum, std::size_t count>
    void read(const char* key, Enum& value, const NameTable<Enum, count>& table) {
        const Json* found = find(key, "a text", &Json::is_string);
        if (found == nullptr) return;
        std::string known;
        for (const auto& [candidate, name] : table) {
            if (found->get_ref<const std::string&>() == name) {
                value = candidate;
                return;
            }
            known += fmt::format("{}\"{}\"", known.empty() ? "" : " or ", name);
        }
        fail(key, known, *found);
    }
    /// An object or an array within; null where it is missing.
    [[nodiscard]] const Json* object_member(const char* key) {
        return find(key, "an object", &Json::is_object);
    }
    [[nodiscard]] const Json* array_member(const char* key) { return find(key, "an array", &Json::is_array); }
    /// Call last: refuses keys that were never asked for.
    void finish() const;

private:
    [[noreturn]] void fail(const char* key, std::string_view expected, const Json& found) const;
    const Json* find(const char* key, std::string_view expected, bool (Json::*is_right)() const noexcept);

    const Json& object_;
    std::string_view file_;
    Json known_ = Json::object(); ///< by key: whether it is named
};

} // namespace hitmap
