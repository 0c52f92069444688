#include "render/box_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

BoxRuns find_box_runs(const PreparedScene& prepared, std::span<const float> values, LevelRange levels) {
    constexpr std::uint32_t longest_gap = 16; // cheaper to skip in the shader than another draw
    BoxRuns found{levels, {}};
    if (levels.first > levels.last || levels.first >= prepared.levels()) return found;
    const std::uint64_t first = prepared.level_starts[levels.first];
    const std::uint64_t last =
        prepared.level_starts[std::min<std::uint32_t>(levels.last + 1U, prepared.levels())];
    for (std::uint64_t place = first; place < last; ++place) {
        if (std::isnan(values[prepared.box_order[place]])) continue;
        const auto here = static_cast<std::uint32_t>(place);
        if (!found.runs.empty() && here - found.runs.back().first - found.runs.back().count <= longest_gap) {
            found.runs.back().count = here + 1 - found.runs.back().first;
        } else {
            found.runs.push_back({here, 1});
        }
    }
    return found;
}

BoxRuns::VertexRanges BoxRuns::vertex_ranges(int vertices_per_box, std::uint64_t most_boxes) const {
    VertexRanges ranges;
    // GL counts vertices in 31 bits; what lies beyond is not drawn.
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
