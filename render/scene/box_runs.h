#pragma once

#include "render/scene/prepared_scene.h"
#include "render/view/view.h"

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

/// Finds them bit by bit, for scenes of millions of boxes. Prepared scene and values must outlive the search.
class BoxRunSearch {
public:
    BoxRunSearch() = default; ///< complete, nothing found
    /// values: [boxes], NaN = not accessed.
    BoxRunSearch(const PreparedScene& prepared, std::span<const float> values, LevelRange levels);

    /// Looks at `boxes` more; true when all were.
    bool step(std::uint64_t boxes);
    [[nodiscard]] bool complete() const { return next_ == end_; }
    [[nodiscard]] const BoxRuns& found() const { return found_; } ///< until now: coarse levels first

private:
    std::span<const std::uint32_t> order_;
    std::span<const float> values_;
    std::uint64_t next_ = 0; ///< place in order_
    std::uint64_t end_ = 0;
    BoxRuns found_;
};

/// All at once.
[[nodiscard]] BoxRuns find_box_runs(const PreparedScene& prepared, std::span<const float> values,
                                    LevelRange levels);

} // namespace hitmap
