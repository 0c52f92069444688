#pragma once

#include "core/analysis/tree/box_costs.h"
#include "core/profile/query/window_sums.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Sums over boxes. Accesses of faces are not in them.
struct BoxSums {
    std::uint64_t accesses = 0;
    std::array<LevelSums, 2> levels; ///< L1, L2
};
BoxSums& operator+=(BoxSums& sums, const BoxSums& more);

/// Each box with its subtree: shape, costs, and what the caches did in a window of time.
struct TreeTable {
    BoxTree tree;
    BoxCosts costs;
    std::vector<std::uint64_t> subtree_faces; ///< [boxes]
    std::vector<double> subtree_sah;          ///< [boxes] sums of BoxCosts::sah
    std::vector<double> subtree_overlap;      ///< [boxes] sums of BoxCosts::overlap
    double sah = 0.0;                         ///< sum over all boxes
    double overlap = 0.0;                     ///< sum over all boxes
    std::vector<BoxSums> boxes;               ///< [boxes]
    std::vector<BoxSums> subtrees;            ///< [boxes]
    std::uint64_t faces_inside_several = 0;   ///< FaceLeaves::inside_several
    std::uint64_t faces_inside_none = 0;      ///< FaceLeaves::inside_none
};

/// The scene needs the extents and parents of its boxes and the positions of its vertices; without parents, the
/// table is empty. Boxes that the sums lack have sums of 0. Throws Cancelled.
[[nodiscard]] TreeTable make_tree_table(const RecordedScene& scene, const WindowSums& sums, ThreadPool& pool,
                                        const JobContext& job = {});

} // namespace hitmap
