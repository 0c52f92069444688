#pragma once

#include "core/analysis/tree/box_costs.h"
#include "core/profile/query/window_sums.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Sums over boxes. Accesses of faces are not in them.
struct BoxSums {
    std::uint64_t accesses = 0;
    std::array<LevelSums, 2> levels; ///< L1, L2
};
BoxSums& operator+=(BoxSums& sums, const BoxSums& more);

/// What is known of the boxes without any access: it depends on the scene alone. Immutable.
struct TreeShape {
    BoxTree tree;
    BoxCosts costs;
    std::vector<std::uint64_t> subtree_faces; ///< [boxes]
    std::vector<double> subtree_sah;          ///< [boxes] sums of BoxCosts::sah
    std::vector<double> subtree_overlap;      ///< [boxes] sums of BoxCosts::overlap
    double sah = 0.0;                         ///< sum over all boxes
    double overlap = 0.0;                     ///< sum over all boxes
    std::uint64_t faces_inside_several = 0;   ///< FaceLeaves::inside_several
    std::uint64_t faces_inside_none = 0;      ///< FaceLeaves::inside_none
};

/// The scene needs the extents and parents of its boxes and the positions of its vertices; without parents,
/// the shape is that of no boxes. Throws Cancelled.
[[nodiscard]] TreeShape make_tree_shape(const RecordedScene& scene, ThreadPool& pool,
                                        const JobContext& job = {});

/// Each box with its subtree: shape, costs, and what the caches did in a window of time. Immutable.
struct TreeTable {
    std::shared_ptr<const TreeShape> shape;
    std::vector<BoxSums> boxes;    ///< [boxes]
    std::vector<BoxSums> subtrees; ///< [boxes]
    BoxSums all;                   ///< sum over all boxes
    /// Whether the numbers of accesses are known (ProfileCapabilities::counts_accesses).
    bool counts_accesses = true;
};

/// Boxes that the sums lack have sums of 0.
[[nodiscard]] TreeTable make_tree_table(std::shared_ptr<const TreeShape> shape, const WindowSums& sums,
                                        bool counts_accesses = true);

} // namespace hitmap
