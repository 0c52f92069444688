#include "core/base/json_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

std::optional<JsonNode> JsonNode::find(const std::string& key) const {
    if (!value_.is_object()) fail("an object");
    const auto found = value_.find(key);
    if (found == value_.end()) return std::nullopt;
    return JsonNode(*found, place_ + "/" + key, file_);
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
    if (!value_.is_object()) fail("an object");
    std::vector<std::pair<std::string, JsonNode>> result;
    for (const auto& [key, value] : value_.items())
        result.emplace_back(key, JsonNode(value, place_ + "/" + key, file_));
    return result;
}

std::vector<JsonNode> JsonNode::items() const {
    if (!value_.is_array()) fail("an array");
    std::vector<JsonNode> result;
    for (std::size_t i = 0; i < value_.size(); ++i)
        result.emplace_back(value_[i], fmt::format("{}/{}", place_, i), file_);
    return result;
}

JsonNode JsonNode::item(std::size_t number) const {
    return JsonNode(value_.at(number), fmt::format("{}/{}", place_, number), file_);
}

std::string JsonNode::text() const {
    if (!value_.is_string()) fail("a text");
    return value_.get<std::string>();
}

bool JsonNode::flag() const {
    if (!value_.is_boolean()) fail("true or false");
    return value_.get<bool>();
}

double JsonNode::number(double least, double most, bool whole) const {
    const double number = value_.is_number() ? value_.get<double>() : least - 1.0;
    if (!(number >= least && number <= most) || (whole && std::floor(number) != number))
        fail(fmt::format("a {}number from {} to {}", whole ? "whole " : "", least, most));
    return number;
}

std::string JsonNode::text_or_number() const {
    if (value_.is_number()) return value_.dump();
    if (!value_.is_string()) fail("a text or a number");
    return value_.get<std::string>();
}

void JsonNode::allow_only(std::initializer_list<std::string_view> keys) const {
    allow_only(std::span(keys.begin(), keys.end()));
}

void JsonNode::allow_only(std::span<const std::string_view> keys) const {
    for (const auto& [key, node] : members())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            node.refuse(fmt::format("expected one of the keys {}, found '{}'", fmt::join(keys, ", "), key));
}

void JsonNode::fail(std::string_view expected) const {
    std::string found = value_.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (found.size() > 40) found = found.substr(0, 37) + "...";
    refuse(fmt::format("expected {}, found {}", expected, found));
}

void JsonNode::refuse(std::string_view message) const {
    throw FileError(file_, place_.empty() ? "/" : place_, message);
}

} // namespace hitmap
