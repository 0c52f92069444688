#include "render/elements/box_pick.h"

#include "render/elements/pixel_beam.h"

#include <glm/vec4.hpp>

#include <array>
#include <cmath>

namespace hitmap {
namespace {

glm::vec3 corner_of(const Aabb& box, int corner) {
    return {(corner & 1) != 0 ? box.upper.x : box.lower.x, (corner & 2) != 0 ? box.upper.y : box.lower.y,
            (corner & 4) != 0 ? box.upper.z : box.lower.z};
}

} // namespace

std::optional<BoxPick> pick_box_edge(const PreparedScene& prepared, std::span<const float> values,
                                     const BoxRuns& runs, const EdgePickPlace& place, NearestEdge& nearest) {
    const PixelBeam beam(place, place.radius);
    std::optional<BoxPick> best;
    const auto look_at = [&](std::uint32_t box) {
        const Aabb& bounds = prepared.scene->boxes[box];
        if (std::isnan(values[box]) || !beam.touches(bounds)) return;
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
