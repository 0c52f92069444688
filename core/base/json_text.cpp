#include "core/base/json_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

/// Returns the part of a text between `first` and `second`: empty if `first` does not occur in the text,
/// everything up to the end if `second` does not.
std::string_view between(std::string_view text, std::string_view first, std::string_view second) {
    const std::size_t begin = text.find(first);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + first.size());
    return text.substr(0, text.find(second));
}

} // namespace

void JsonStructure::begin(int depth) {
    if (depth >= most_json_depth)
        throw FileError(file_, "",
                        fmt::format("expected values at most {} deep, found more", most_json_depth));
    const auto inside = static_cast<std::size_t>(depth) + 1;
    keys_.resize(std::max(keys_.size(), inside + 1));
    path_.resize(std::max(path_.size(), inside + 1));
    keys_[inside].clear();
    path_[inside].clear();
}

void JsonStructure::add_key(int depth, const std::string& key) {
    const auto inside = static_cast<std::size_t>(depth);
    if (!keys_.at(inside).insert(key).second) {
        std::string place;
        for (std::size_t i = 1; i < inside; ++i)
            if (!path_[i].empty()) place += "/" + path_[i];
        throw FileError(file_, place.empty() ? "/" : place,
                        fmt::format("expected each key once, found '{}' twice", key));
    }
    path_[inside] = key;
}

void fail_json_syntax(std::string_view text, std::size_t byte, std::string_view reason,
                      std::string_view file) {
    const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    // In the first line there is no line break, and npos + 1 is 0.
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    // Some versions of the parser have a reason of another form for this text alone.
    if (text.empty()) reason = " - unexpected end of input; expected '[', '{', or a literal";
    // The parser's reason is "... - unexpected end of input; expected string literal" or "... - invalid
    // literal; last read: 'x'".
    std::string_view expected = between(reason, "; expected ", "\n");
    std::string_view found = between(reason, " - ", "; expected ");
    if (found.starts_with("unexpected ")) found.remove_prefix(std::string_view("unexpected ").size());
    if (expected.empty()) expected = "a JSON text";
    const std::string_view what = found.substr(0, found.find("; last read: "));
    const std::string_view read = found.substr(std::min(found.size(), what.size() + 2));
    throw FileError(file, fmt::format("line {}, column {}", line, column),
                    fmt::format("expected {}, found {}{}", expected, what.empty() ? "something else" : what,
                                read.empty() ? "" : fmt::format(" ({})", read)));
}

void fail_json_number(std::string_view reason, std::string_view file) {
    const std::string_view number = between(reason, "parsing '", "'");
    throw FileError(file, "", fmt::format("expected numbers that a double can hold, found '{}'", number));
}

} // namespace hitmap
