#pragma once

#include "render/elements/highlights.h"
#include "render/image/colour_map.h"
#include "render/scene/guides.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// How rays of a kind are drawn. Kinds differ in colour and in their dashes, so that neither is needed alone.
struct RayStyle {
    Rgb colour;
    /// Lengths of a dash and a gap, alternating, relative to a period of 1; empty: a solid line.
    std::span<const float> dashes;
};

/// @param kind  LaneTag::ray_kind; kinds without a style of their own share one
[[nodiscard]] RayStyle ray_style(std::uint8_t kind);

/// Appends the dashes of a ray. @param period  length of a period in the scene, > 0
void append_ray(const RayLine& ray, const glm::vec3& colour, float period, std::vector<GuideLine>& lines);

} // namespace hitmap
