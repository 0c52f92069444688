#pragma once

#include "core/raytracer/ray.h"

#include <glm/vec3.hpp>

#include <cstdint>

namespace hitmap {

/// Colours are 0xAABBGGRR, opaque.
using Rgba = std::uint32_t;

/// A soft vertical gradient, the same in every column.
[[nodiscard]] Rgba background(std::uint32_t row, std::uint32_t height);

/// Head light with the interpolated normal, the same on both sides; slightly cooler if the surface faces
/// upwards.
[[nodiscard]] Rgba shade(const TracedRay& ray, const Hit& hit, const glm::vec3& normal_a,
                         const glm::vec3& normal_b, const glm::vec3& normal_c);

} // namespace hitmap
