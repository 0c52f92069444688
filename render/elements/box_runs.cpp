#include "render/elements/box_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

BoxRunSearch::BoxRunSearch(const PreparedScene& prepared, std::span<const float> values, LevelRange levels)
    : order_(prepared.box_order), values_(values), found_{levels, {}} {
    if (levels.first > levels.last || levels.first >= prepared.levels()) return;
    next_ = prepared.level_starts[levels.first];
    end_ = prepared.level_starts[std::min<std::uint32_t>(levels.last + 1U, prepared.levels())];
}

bool BoxRunSearch::step(std::uint64_t boxes) {
    // Skipping such a gap in the shader is faster than another draw call.
    constexpr std::uint32_t longest_gap = 16;
    const std::uint64_t stop = boxes < end_ - next_ ? next_ + boxes : end_;
    std::vector<BoxRuns::Run>& runs = found_.runs;
    for (; next_ < stop; ++next_) {
        if (std::isnan(values_[order_[next_]])) continue;
        const auto here = static_cast<std::uint32_t>(next_);
        if (!runs.empty() && here - runs.back().first - runs.back().count <= longest_gap) {
            runs.back().count = here + 1 - runs.back().first;
        } else {
            runs.push_back({here, 1});
        }
    }
    return complete();
}

BoxRuns find_box_runs(const PreparedScene& prepared, std::span<const float> values, LevelRange levels) {
    BoxRunSearch search(prepared, values, levels);
    search.step(~std::uint64_t{0});
    return search.found();
}

BoxRuns::VertexRanges BoxRuns::vertex_ranges(int vertices_per_box, std::uint64_t most_boxes) const {
    VertexRanges ranges;
    // GL counts vertices in 31 bits; boxes beyond the limit are not drawn.
    const auto most_places =
        static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max() / vertices_per_box);
    std::uint64_t left = most_boxes;
    for (const Run& run : runs) {
        if (left == 0 || run.first >= most_places) break;
        const std::uint64_t count =
            std::min({std::uint64_t{run.count}, left, std::uint64_t{most_places - run.first}});
        ranges.firsts.push_back(static_cast<std::int32_t>(run.first) * vertices_per_box);
        ranges.counts.push_back(static_cast<std::int32_t>(count) * vertices_per_box);
        left -= count;
    }
    return ranges;
}

} // namespace hitmap
