#pragma once

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// A value in a JSON file and its place in the file, such as "/scenes/statue/camera". All functions that
/// check a value throw FileError with the file, the place, the expected and the found value. Value and file
/// must outlive the node.
class JsonNode {
public:
    using Json = nlohmann::ordered_json;
    JsonNode(const Json& value, std::string place, std::string_view file)
        : value_(value), place_(std::move(place)), file_(file) {}

    [[nodiscard]] const Json& value() const { return value_; }
    [[nodiscard]] const std::string& place() const { return place_; }
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

    [[noreturn]] void fail(std::string_view expected) const; ///< throws "expected EXPECTED, found VALUE"
    [[noreturn]] void refuse(std::string_view message) const;
    /// Returns work(). Its UsageError and FileError become a FileError of this place.
    template <class Work>
    auto refusing(const Work& work) const;

private:
    const Json& value_;
    std::string place_;
    std::string_view file_;
};

} // namespace hitmap

#include "core/base/error.h"
#include "core/base/json_place.h"

namespace hitmap {

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
