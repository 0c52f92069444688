#pragma once

#include "core/geometry/mesh/aabb.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstddef>
#include <vector>

namespace hitmap {

/// A plane that cuts the scene: points with dot(normal, point) > offset are not drawn.
struct CutPlane {
    glm::vec3 normal{1.0F, 0.0F, 0.0F}; ///< not 0; of any length
    float offset = 0.0F;
    friend bool operator==(const CutPlane&, const CutPlane&) = default;
};

/// The most half-spaces that a view is cut to: those of a plane and of a box.
inline constexpr std::size_t most_half_spaces = 7;

/// Whether a plane has a direction: the length of its normal is a normal number.
[[nodiscard]] bool is_cut(const CutPlane& plane);
/// Whether a box to cut with has a volume.
[[nodiscard]] bool is_cut(const Aabb& box);

struct View;
/// Returns the half-spaces that the view draws of the scene: points p with dot(h.xyz, p) + h.w >= 0 for each
/// of them. Empty if nothing is cut away; at most most_half_spaces.
[[nodiscard]] std::vector<glm::vec4> drawn_half_spaces(const View& view);

} // namespace hitmap
