#include "render/view/view_cut.h"

#include "render/view/view.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace hitmap {

bool is_cut(const CutPlane& plane) {
    return std::isnormal(glm::length(plane.normal));
}

bool is_cut(const Aabb& box) {
    return box.lower.x < box.upper.x && box.lower.y < box.upper.y && box.lower.z < box.upper.z;
}

std::vector<glm::vec4> drawn_half_spaces(const View& view) {
    std::vector<glm::vec4> spaces;
    if (view.cut_plane) {
        // Of length 1, so that the distances of points do not depend on the length that was given.
        const float length = glm::length(view.cut_plane->normal);
        spaces.push_back(glm::vec4(-view.cut_plane->normal, view.cut_plane->offset) / length);
    }
    if (view.cut_box) {
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec4 above(0.0F);
            above[axis] = 1.0F;
            above.w = -view.cut_box->lower[axis];
            glm::vec4 below(0.0F);
            below[axis] = -1.0F;
            below.w = view.cut_box->upper[axis];
            spaces.push_back(above);
            spaces.push_back(below);
        }
    }
    return spaces;
}

} // namespace hitmap
