#pragma once

#include "core/base/name_table.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

using Json = nlohmann::ordered_json;

/// A value in a JSON file and its place in the file, such as "/scenes/statue/camera". All functions that
/// check a value throw FileError with the file, the place, the expected and the found value. Value and file
/// must outlive the node.
///
/// There are two ways to read an object. find() and allow_only() are for members that are asked for one at a
/// time. read() is for lists of members, each of which may be missing: it leaves `value` unchanged then, and
/// finish() refuses the keys that were not read.
class JsonNode {
public:
    using Json = hitmap::Json;
    JsonNode(const Json& value, std::string place, std::string_view file)
        : value_(value), place_(std::move(place)), file_(file) {}

    [[nodiscard]] const Json& value() const { return value_; }
    [[nodiscard]] const std::string& place() const { return place_; }
    [[nodiscard]] std::string_view file() const { return file_; }
    /// Returns a member of an object, or nothing if it is missing.
    [[nodiscard]] std::optional<JsonNode> find(const std::string& key) const;
    /// Returns the members of an object.
    [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const;
    /// Returns the items of an array.
    [[nodiscard]] std::vector<JsonNode> items() const;
    /// Returns an array item. Its number must be valid.
    [[nodiscard]] JsonNode item(std::size_t number) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool flag() const;
    /// Returns a number within the range. If `whole` is set, it must be an integer.
    [[nodiscard]] double number(double least, double most, bool whole) const;
    /// Returns a text, or a number as text.
    [[nodiscard]] std::string text_or_number() const;
    /// Throws FileError if the object has members with other names.
    void allow_only(std::initializer_list<std::string_view> keys) const;
    void allow_only(std::span<const std::string_view> keys) const;

    void read(const std::string& key, bool& value);
    void read(const std::string& key, std::string& value);
    void read(const std::string& key, float& value); ///< must be finite
    void read(const std::string& key, std::uint32_t& value);
    void read(const std::string& key, std::uint64_t& value, std::uint64_t least, std::uint64_t most);
    template <class Enum, std::size_t count>
    void read(const std::string& key, Enum& value, const NameTable<Enum, count>& table);
    /// Reads a key of files of earlier versions. Error messages do not list it among the known keys.
    void read_earlier(const std::string& key, bool& value);
    /// Returns a member, or nothing if it is missing.
    /// @param is_right  tells whether its type is the one that `expected` names
    [[nodiscard]] std::optional<JsonNode> read(const std::string& key, std::string_view expected,
                                               bool (Json::*is_right)() const noexcept);
    [[nodiscard]] std::optional<JsonNode> read_object(const std::string& key);
    [[nodiscard]] std::optional<JsonNode> read_array(const std::string& key);
    /// Call it last: throws if the object has keys that were not read.
    void finish() const;

    [[noreturn]] void fail(std::string_view expected) const; ///< throws "expected EXPECTED, found VALUE"
    [[noreturn]] void refuse(std::string_view message) const;
    /// As refuse(), at the place that a member has or would have.
    [[noreturn]] void refuse(const std::string& key, std::string_view message) const;
    /// Returns work(). Its UsageError and FileError become a FileError of this place.
    template <class Work>
    auto refusing(const Work& work) const;

private:
    const Json& value_;
    std::string place_;
    std::string_view file_;
    /// A key that was read, and whether messages list it.
    struct KnownKey {
        std::string key;
        bool is_listed = true;
    };
    std::vector<KnownKey> known_;
};

} // namespace hitmap

#include "core/base/error.h"
#include "core/base/json_place.h"

namespace hitmap {

template <class Enum, std::size_t count>
void JsonNode::read(const std::string& key, Enum& value, const NameTable<Enum, count>& table) {
    const auto found = read(key, "a text", &Json::is_string);
    if (!found) return;
    std::string known;
    for (const auto& [candidate, name] : table) {
        if (found->value_.template get_ref<const std::string&>() == name) {
            value = candidate;
            return;
        }
        known += known.empty() ? "\"" : " or \"";
        known += name;
        known += '"';
    }
    found->fail(known);
}

template <class Work>
auto JsonNode::refusing(const Work& work) const {
    try {
        return work();
    } catch (const UsageError& error) {
        refuse(error.what());
    } catch (const FileError& error) {
        if (error.file() != file_) refuse(error.what()); // of another file, which the value names
        throw below_json_place(error, place_);           // of code that treats a part as a separate file
    }
}

} // namespace hitmap
