#pragma once

#include "render/elements/prepared_scene.h"
#include "render/view/view.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Runs of PreparedScene::box_order that contain the accessed boxes of some levels, so that the cost of a
/// picture depends on the boxes that it shows. Runs include short gaps of boxes without an access, which the
/// shader skips.
struct BoxRuns {
    struct Run {
        std::uint32_t first; ///< index in box_order
        std::uint32_t count;
    };
    LevelRange levels;
    std::vector<Run> runs; ///< in rising order, so that coarse levels come first

    /// Returns the arguments of glMultiDrawArrays for the first `most_boxes` boxes.
    struct VertexRanges {
        std::vector<std::int32_t> firsts;
        std::vector<std::int32_t> counts;
    };
    [[nodiscard]] VertexRanges vertex_ranges(int vertices_per_box, std::uint64_t most_boxes) const;
};

/// Finds the runs in several steps, for scenes with millions of boxes. Prepared scene and values must outlive
/// the search.
class BoxRunSearch {
public:
    BoxRunSearch() = default; ///< a completed search that found nothing
    /// values: [boxes], NaN = not accessed.
    BoxRunSearch(const PreparedScene& prepared, std::span<const float> values, LevelRange levels);

    /// Searches `boxes` more boxes. Returns whether the search is complete.
    bool step(std::uint64_t boxes);
    [[nodiscard]] bool complete() const { return next_ == end_; }
    /// The runs found so far, coarse levels first.
    [[nodiscard]] const BoxRuns& found() const { return found_; }

private:
    std::span<const std::uint32_t> order_;
    std::span<const float> values_;
    std::uint64_t next_ = 0; ///< index in order_
    std::uint64_t end_ = 0;
    BoxRuns found_;
};

/// Completes the search in one call.
[[nodiscard]] BoxRuns find_box_runs(const PreparedScene& prepared, std::span<const float> values,
                                    LevelRange levels);

} // namespace hitmap
