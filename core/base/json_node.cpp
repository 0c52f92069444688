#include "core/base/json_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

std::string beginning_of(const Json& value) {
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 40) text = text.substr(0, 37) + "...";
    return text;
}

} // namespace

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

std::optional<JsonNode> JsonNode::read(const std::string& key, std::string_view expected,
                                       bool (Json::*is_right)() const noexcept) {
    if (!value_.is_object())
        throw FileError(file_, place_, fmt::format("expected an object, found {}", beginning_of(value_)));
    if (std::ranges::find(known_, key, &KnownKey::key) == known_.end()) known_.push_back({key, true});
    const auto found = value_.find(key);
    if (found == value_.end()) return std::nullopt;
    JsonNode member(*found, place_ + "/" + key, file_);
    if (!((*found).*is_right)()) member.fail(expected);
    return member;
}

std::optional<JsonNode> JsonNode::read_object(const std::string& key) {
    return read(key, "an object", &Json::is_object);
}

std::optional<JsonNode> JsonNode::read_array(const std::string& key) {
    return read(key, "an array", &Json::is_array);
}

void JsonNode::read(const std::string& key, bool& value) {
    if (const auto found = read(key, "true or false", &Json::is_boolean)) value = found->value_.get<bool>();
}

void JsonNode::read_earlier(const std::string& key, bool& value) {
    read(key, value);
    std::ranges::find(known_, key, &KnownKey::key)->is_listed = false;
}

void JsonNode::read(const std::string& key, std::string& value) {
    if (const auto found = read(key, "a text", &Json::is_string)) value = found->value_.get<std::string>();
}

void JsonNode::read(const std::string& key, float& value) {
    const auto found = read(key, "a number", &Json::is_number);
    if (!found) return;
    value = found->value_.get<float>();
    if (!std::isfinite(value)) found->fail("a number that a float can hold");
}

void JsonNode::read(const std::string& key, std::uint32_t& value) {
    std::uint64_t wide = value;
    read(key, wide, 0, std::numeric_limits<std::uint32_t>::max());
    value = static_cast<std::uint32_t>(wide);
}

void JsonNode::read(const std::string& key, std::uint64_t& value, std::uint64_t least, std::uint64_t most) {
    const auto found = read(key, "a number", &Json::is_number);
    if (!found) return;
    const Json& number = found->value_;
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() < least ||
        number.get<std::uint64_t>() > most)
        found->fail(fmt::format("a whole number from {} to {}", least, most));
    value = number.get<std::uint64_t>();
}

void JsonNode::finish() const {
    std::string known;
    for (const KnownKey& each : known_)
        if (each.is_listed) known += (known.empty() ? "" : ", ") + each.key;
    for (const auto& [key, value] : value_.items())
        if (std::ranges::find(known_, key, &KnownKey::key) == known_.end())
            refuse(key, "unknown key; known: " + known);
}

void JsonNode::fail(std::string_view expected) const {
    refuse(fmt::format("expected {}, found {}", expected, beginning_of(value_)));
}

void JsonNode::refuse(std::string_view message) const {
    throw FileError(file_, place_.empty() ? "/" : place_, message);
}

void JsonNode::refuse(const std::string& key, std::string_view message) const {
    throw FileError(file_, place_ + "/" + key, message);
}

} // namespace hitmap
