#pragma once

#include "render/elements/box_runs.h"
#include "render/elements/edge_pick.h"
#include "render/elements/prepared_scene.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace hitmap {

/// A box with an edge near a pixel.
struct BoxPick {
    std::uint32_t box = 0;
    glm::vec3 position{0.0F}; ///< nearest point of the edge in world space
};

/// Returns the accessed box of the runs (values: [boxes], NaN = not accessed) with an edge within the radius
/// that no surface hides there and that is better than what `nearest` was offered so far. Of several, the
/// nearest in whole pixels is chosen, then the nearest to the eye, then the coarsest level.
/// @param nearest  of the same place
[[nodiscard]] std::optional<BoxPick> pick_box_edge(const PreparedScene& prepared,
                                                   std::span<const float> values, const BoxRuns& runs,
                                                   const EdgePickPlace& place, NearestEdge& nearest);

} // namespace hitmap
