#pragma once

#include "render/prepared_scene.h"
#include "render/view.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Runs of PreparedScene::box_order that hold the accessed boxes of some levels, so that a picture's cost
/// goes with the boxes that it shows. Short gaps of boxes without an access lie inside the runs; the shader
/// skips those.
struct BoxRuns {
    struct Run {
        std::uint32_t first; ///< place in box_order
        std::uint32_t count;
    };
    LevelRange levels;
    std::vector<Run> runs; ///< rising, so coarse levels come first

    /// Arguments of glMultiDrawArrays for the first `most_boxes` boxes.
    struct VertexRanges {
        std::vector<std::int32_t> firsts;
        std::vector<std::int32_t> counts;
    };
    [[nodiscard]] VertexRanges vertex_ranges(int vertices_per_box, std::uint64_t most_boxes) const;
};

/// values: [boxes], NaN = not accessed.
[[nodiscard]] BoxRuns find_box_runs(const PreparedScene& prepared, std::span<const float> values,
                                    LevelRange levels);

} // namespace hitmap
