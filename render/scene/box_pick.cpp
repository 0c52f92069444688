#include "render/scene/box_pick.h"

#include <glm/common.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cmath>

namespace hitmap {
namespace {

/// Boxes completely outside one of the four half-spaces around the pixel are rejected before their edges are
/// tested.
class Neighbourhood {
public:
    explicit Neighbourhood(const EdgePickPlace& place) {
        const glm::mat4 rows = glm::transpose(place.world_to_clip);
        const glm::vec2 size(static_cast<float>(place.picture.width),
                             static_cast<float>(place.picture.height));
        const glm::vec2 low = 2.0F * (place.pixel - place.radius) / size - 1.0F;
        const glm::vec2 high = 2.0F * (place.pixel + place.radius) / size - 1.0F;
        planes_ = {rows[0] - low.x * rows[3], high.x * rows[3] - rows[0], rows[1] - low.y * rows[3],
                   high.y * rows[3] - rows[1]};
    }
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

glm::vec3 corner_of(const Aabb& box, int corner) {
    return {(corner & 1) != 0 ? box.upper.x : box.lower.x, (corner & 2) != 0 ? box.upper.y : box.lower.y,
            (corner & 4) != 0 ? box.upper.z : box.lower.z};
}

} // namespace

std::optional<BoxPick> pick_box_edge(const PreparedScene& prepared, std::span<const float> values,
                                     const BoxRuns& runs, const EdgePickPlace& place) {
    const Neighbourhood neighbourhood(place);
    NearestEdge nearest(place);
    std::optional<BoxPick> best;
    const auto look_at = [&](std::uint32_t box) {
        const Aabb& bounds = prepared.scene->boxes[box];
        if (std::isnan(values[box]) || !neighbourhood.touches(bounds)) return;
        std::array<EdgeEnd, 8> corners;
        for (std::size_t corner = 0; corner < corners.size(); ++corner) {
            const glm::vec3 position = corner_of(bounds, static_cast<int>(corner));
            corners[corner] = {position, place.world_to_clip * glm::vec4(position, 1.0F)};
        }
        for (std::size_t corner = 0; corner < corners.size(); ++corner) {
            for (const std::size_t axis : {1U, 2U, 4U}) {
                if ((corner & axis) == 0 && nearest.offer(corners[corner], corners[corner | axis]))
                    best = BoxPick{box, nearest.position()};
            }
        }
    };
    for (const BoxRuns::Run& run : runs.runs) {
        for (std::uint32_t i = 0; i < run.count; ++i)
            look_at(prepared.box_order[run.first + i]);
    }
    return best;
}

} // namespace hitmap
