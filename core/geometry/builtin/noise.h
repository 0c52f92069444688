#pragma once

#include <glm/vec3.hpp>

#include <cstdint>

namespace hitmap {

/// A smooth random field with features of about 1 unit, in -1..1.
[[nodiscard]] double value_noise(const glm::dvec3& p, std::uint64_t seed);

/// Overlapping rounded scales of several sizes, from 0 in the grooves to 1.
[[nodiscard]] double scale_pattern(const glm::dvec3& p, std::uint64_t seed);

/// Weathered stone: layers, cracks and grain, in -1..1.
[[nodiscard]] double rock_pattern(const glm::dvec3& p, std::uint64_t seed);

} // namespace hitmap
