#pragma once

#include "core/jobs/thread_pool.h"
#include "core/tree/face_leaves.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// What each box adds to the measures of the tree's quality (core/bvh/quality.h). A box with children costs
/// 1, a leaf costs 1 for each of its faces.
struct BoxCosts {
    std::vector<std::uint64_t> faces; ///< [boxes] faces of a leaf; 0 for other boxes
    /// [boxes] Terms of the cost by the surface-area heuristic (MacDonald and Booth 1990): cost times the
    /// box's area, divided by that of the root. Their sum, and 1 if the root has no box, is sah_cost().
    std::vector<double> sah;
    /// [boxes] Terms of the end-point overlap (Aila et al. 2013; von Buelow 2024, eq. 2.24): cost times the
    /// area of the faces within the box that are not in its subtree, divided by the area of all faces. Their
    /// sum is end_point_overlap().
    std::vector<double> overlap;
};

/// The root is the box around all tops. All terms are 0 if the root or the faces have no area. The result
/// does not depend on the number of threads. Throws Cancelled.
[[nodiscard]] BoxCosts box_costs(const RecordedScene& scene, const BoxTree& tree, const FaceLeaves& leaves,
                                 ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
