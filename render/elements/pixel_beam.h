#pragma once

#include "core/geometry/mesh/aabb.h"
#include "render/elements/edge_pick.h"

#include <glm/common.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>

namespace hitmap {

/// The part of space that a picture shows in a square of pixels. What is outside of it is left out before it
/// is tested in detail.
class PixelBeam {
public:
    /// @param radius  half of the side of the square around the pixel of the place, in pixels
    PixelBeam(const EdgePickPlace& place, float radius) {
        const glm::mat4 rows = glm::transpose(place.world_to_clip);
        const glm::vec2 size(static_cast<float>(place.picture.width),
                             static_cast<float>(place.picture.height));
        const glm::vec2 low = 2.0F * (place.pixel - radius) / size - 1.0F;
        const glm::vec2 high = 2.0F * (place.pixel + radius) / size - 1.0F;
        planes_ = {rows[0] - low.x * rows[3], high.x * rows[3] - rows[0], rows[1] - low.y * rows[3],
                   high.y * rows[3] - rows[1]};
    }
    /// Returns false only if the box is completely outside.
    [[nodiscard]] bool touches(const Aabb& box) const {
        for (const glm::vec4& plane : planes_) {
            const glm::vec3 normal(plane);
            const glm::vec3 most = glm::max(normal * box.lower, normal * box.upper);
            if (most.x + most.y + most.z + plane.w < 0.0F) return false;
        }
        return true;
    }

private:
    std::array<glm::vec4, 4> planes_{};
};

} // namespace hitmap
