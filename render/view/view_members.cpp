#include "render/view/view_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace hitmap {

double shortest(float value) {
    return std::stod(fmt::format("{}", value));
}

void read(JsonNode& object, const std::string& key, LevelRange& value) {
    const auto found = object.read(key, "two levels", &Json::is_array);
    if (!found) return;
    const Json& levels = found->value();
    const auto is_level = [](const Json& level) {
        return level.is_number_unsigned() && level.get<std::uint64_t>() <= 0xffff;
    };
    if (levels.size() != 2 || !is_level(levels[0]) || !is_level(levels[1]))
        found->fail("two levels from 0 to 65535");
    value = {levels[0].get<std::uint16_t>(), levels[1].get<std::uint16_t>()};
}

void read(JsonNode& object, const std::string& key, glm::vec3& value) {
    const auto found = object.read(key, "three numbers", &Json::is_array);
    if (!found) return;
    const Json& numbers = found->value();
    const auto is_float = [](const Json& number) {
        return number.is_number() && std::abs(number.get<double>()) <= std::numeric_limits<float>::max();
    };
    if (numbers.size() != 3 || !std::all_of(numbers.begin(), numbers.end(), is_float))
        found->fail("three numbers");
    for (int axis = 0; axis < 3; ++axis)
        value[axis] = numbers[static_cast<std::size_t>(axis)].get<float>();
}

void read(JsonNode& object, const std::string& key, Camera& value) {
    const auto found = object.read_object(key);
    if (!found) return;
    value = found->refusing([&] { return camera_from_json(found->value().dump(), found->file()); });
}

} // namespace hitmap
