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

/// A value in a JSON file that knows where it is ("/scenes/statue/camera"). Every refusal is a FileError with
/// file, place, what was expected and what was found. Value and file outlive the node.
class JsonNode {
public:
    using Json = nlohmann::ordered_json;
    JsonNode(const Json& value, std::string place, std::string_view file)
        : value_(value), place_(std::move(place)), file_(file) {}

    [[nodiscard]] const Json& value() const { return value_; }
    [[nodiscard]] const std::string& place() const { return place_; }
    /// Of an object; nothing where it is missing.
    [[nodiscard]] std::optional<JsonNode> find(const std::string& key) const;
    [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const; ///< of an object
    [[nodiscard]] std::vector<JsonNode> items() const;                           ///< of an array
    [[nodiscard]] JsonNode item(std::size_t number) const;                       ///< of an array that has it
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool flag() const;
    /// Within the range; a whole one where `whole`.
    [[nodiscard]] double number(double least, double most, bool whole) const;
    /// A text, or a number as text.
    [[nodiscard]] std::string text_or_number() const;
    /// Refuses members with other names.
    void allow_only(std::initializer_list<std::string_view> keys) const;
    void allow_only(std::span<const std::string_view> keys) const;

    [[noreturn]] void fail(std::string_view expected) const; ///< "expected EXPECTED, found VALUE"
    [[noreturn]] void refuse(std::string_view message) const;
    /// Runs `work`; what it says of the value is said of this place.
    template <class Work>
    auto refusing(const Work& work) const;

private:
    const Json& value_;
    std::string place_;
    std::string_view file_;
};

} // namespace hitmap

#include "core/base/error.h"
#include "core/base/printable.h"

namespace hitmap {

template <class Work>
auto JsonNode::refusing(const Work& work) const {
    try {
        return work();
    } catch (const UsageError& error) {
        refuse(error.what());
    } catch (const FileError& error) { // of a part that was read as a file of its own
        std::string_view message = error.what();
        if (const std::string file = printable(file_) + ": "; message.starts_with(file))
            message.remove_prefix(file.size());
        refuse(message);
    }
}

} // namespace hitmap
