#pragma once

#include <glm/vec3.hpp>

#include <cstdint>

namespace hitmap {

/// A smooth random field with features of about 1 unit, in -1..1.
[[nodiscard]] double value_noise(const glm::dvec3& p, std::uint64_t seed);

/// Overlapping rounded scales of several sizes, from 0 in the grooves to 1.
[[nodiscard]] double scale_pattern(const glm::dvec3& p, std::uint64_t seed);
/// The share of the large scales in that pattern; the small ones add 0 to `most_small_scales`.
[[nodiscard]] double large_scales(const glm::dvec3& p, std::uint64_t seed);
inline constexpr double most_small_scales = 0.35;

/// Weathered stone: layers, cracks and grain, in -1..1.
[[nodiscard]] double rock_pattern(const glm::dvec3& p, std::uint64_t seed);

} // namespace hitmap
