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

/// Names of the values of an enum in a file.
template <class Enum, std::size_t count>
using NameTable = std::array<std::pair<Enum, std::string_view>, count>;

template <class Enum, std::size_t count>
[[nodiscard]] std::string_view name_in(const NameTable<Enum, count>& table, Enum value) {
    for (const auto& [known, name] : table) {
        if (known == value) return name;
    }
    return {};
}

/// Returns the double with the shortest decimal text among those that convert to this float.
[[nodiscard]] double shortest(float value);

/// Throws as parse_json_text does.
[[nodiscard]] Json parse_json(std::string_view text, std::string_view file);

/// Reads the members of one JSON object. Missing members leave `value` unchanged. Every error is a FileError
/// that names file and key. `object` and `file` must outlive the reader.
class ObjectReader {
public:
    ObjectReader(const Json& object, std::string_view file);

    void read(const char* key, bool& value);
    /// Reads a key of files of earlier versions. Error messages do not list it among the known keys.
    void read_earlier(const char* key, bool& value);
    void read(const char* key, std::string& value);
    void read(const char* key, float& value); ///< must be finite
    void read(const char* key, std::uint32_t& value);
    void read(const char* key, std::uint64_t& value, std::uint64_t least, std::uint64_t most);
    void read(const char* key, LevelRange& value);
    void read(const char* key, glm::vec3& value); ///< three finite numbers
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
    /// Returns a nested object or array; null if it is missing.
    [[nodiscard]] const Json* object_member(const char* key) {
        return find(key, "an object", &Json::is_object);
    }
    [[nodiscard]] const Json* array_member(const char* key) { return find(key, "an array", &Json::is_array); }
    /// Call it last: throws if the object has keys that were not read.
    void finish() const;

private:
    [[noreturn]] void fail(const char* key, std::string_view expected, const Json& found) const;
    const Json* find(const char* key, std::string_view expected, bool (Json::*is_right)() const noexcept);

    const Json& object_;
    std::string_view file_;
    Json known_ = Json::object(); ///< [key] whether messages list it
};

} // namespace hitmap
