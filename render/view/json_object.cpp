#include "render/view/json_object.h"

#include "core/base/error.h"
#include "core/base/json_place.h"
#include "core/base/json_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {
namespace {

std::string describe(const Json& value) {
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 40) text = text.substr(0, 37) + "...";
    return text;
}

} // namespace

double shortest(float value) {
    return std::stod(fmt::format("{}", value));
}

Json parse_json(std::string_view text, std::string_view file) {
    return parse_json_text<Json>(text, file);
}

ObjectReader::ObjectReader(const Json& object, std::string_view file) : object_(object), file_(file) {
    if (!object.is_object())
        throw FileError(file, "", fmt::format("expected an object, found {}", describe(object)));
}

void ObjectReader::read(const char* key, bool& value) {
    if (const Json* found = find(key, "true or false", &Json::is_boolean)) value = found->get<bool>();
}

void ObjectReader::read_earlier(const char* key, bool& value) {
    read(key, value);
    known_[key] = false;
}

void ObjectReader::read(const char* key, std::string& value) {
    if (const Json* found = find(key, "a text", &Json::is_string)) value = found->get<std::string>();
}

void ObjectReader::read(const char* key, float& value) {
    if (const Json* found = find(key, "a number", &Json::is_number)) {
        value = found->get<float>();
        if (!std::isfinite(value)) fail(key, "a number that a float can hold", *found);
    }
}

void ObjectReader::read(const char* key, std::uint32_t& value) {
    std::uint64_t wide = value;
    read(key, wide, 0, 0xffff'ffffU);
    value = static_cast<std::uint32_t>(wide);
}

void ObjectReader::read(const char* key, std::uint64_t& value, std::uint64_t least, std::uint64_t most) {
    const Json* found = find(key, "a number", &Json::is_number);
    if (found == nullptr) return;
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() < least ||
        found->get<std::uint64_t>() > most) {
        fail(key, fmt::format("a whole number from {} to {}", least, most), *found);
    }
    value = found->get<std::uint64_t>();
}

void ObjectReader::read(const char* key, LevelRange& value) {
    const Json* found = find(key, "two levels", &Json::is_array);
    if (found == nullptr) return;
    const auto is_level = [](const Json& level) {
        return level.is_number_unsigned() && level.get<std::uint64_t>() <= 0xffff;
    };
    if (found->size() != 2 || !is_level((*found)[0]) || !is_level((*found)[1])) {
        fail(key, "two levels from 0 to 65535", *found);
    }
    value = {(*found)[0].get<std::uint16_t>(), (*found)[1].get<std::uint16_t>()};
}

void ObjectReader::read(const char* key, glm::vec3& value) {
    const Json* found = find(key, "three numbers", &Json::is_array);
    if (found == nullptr) return;
    const auto is_float = [](const Json& number) {
        return number.is_number() && std::abs(number.get<double>()) <= std::numeric_limits<float>::max();
    };
    if (found->size() != 3 || !std::all_of(found->begin(), found->end(), is_float))
        fail(key, "three numbers", *found);
    for (int axis = 0; axis < 3; ++axis)
        value[axis] = (*found)[static_cast<std::size_t>(axis)].get<float>();
}

void ObjectReader::read(const char* key, Camera& value) {
    const Json* found = find(key, "an object", &Json::is_object);
    if (found != nullptr)
        value = at_json_place("/" + std::string(key), [&] { return camera_from_json(found->dump(), file_); });
}

void ObjectReader::finish() const {
    std::string known;
    for (const auto& [key, named] : known_.items())
        if (named.get<bool>()) known += (known.empty() ? "" : ", ") + key;
    for (const auto& [key, value] : object_.items()) {
        if (!known_.contains(key)) throw FileError(file_, key, fmt::format("unknown key; known: {}", known));
    }
}

void ObjectReader::fail(const char* key, std::string_view expected, const Json& found) const {
    throw FileError(file_, key, fmt::format("expected {}, found {}", expected, describe(found)));
}

const Json* ObjectReader::find(const char* key, std::string_view expected,
                               bool (Json::*is_right)() const noexcept) {
    known_[key] = true;
    const auto found = object_.find(key);
    if (found == object_.end()) return nullptr;
    if (!((*found).*is_right)()) fail(key, expected, *found);
    return &*found;
}

} // namespace hitmap
