#pragma once

#include "core/bvh/wide_tree.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

namespace hitmap {

// Measures of the quality of a tree. An interior node costs 1 for a traversal step, a leaf costs 1 for each
// of its triangles. Nodes that a wide tree leaves out cost nothing.

/// Cost by the surface-area heuristic (MacDonald and Booth 1990): sum over interior nodes of A(node)/A(root)
/// + sum over leaves of A(leaf)/A(root) * triangles(leaf), with both unit costs 1. Eq. 2.23 of von Buelow
/// 2024 extends the first sum to all nodes, so that its result is larger by the sum over leaves of
/// A(leaf)/A(root). The result is 0 if the root has no area. Areas are computed in double precision, in
/// which no box of finite floats overflows.
[[nodiscard]] double sah_cost(const WideTree& tree);
[[nodiscard]] double sah_cost(const Bvh& bvh);

/// End-point overlap (Aila et al. 2013; von Buelow 2024, eq. 2.24): the sum over nodes of their cost times
/// the area of the triangles that overlap the node's box but are not in its subtree, divided by the area of
/// all triangles. 0 if the triangles have no area.
///
/// Clips every triangle against every node that it overlaps, in double precision: exact except for rounding.
/// Each triangle is pushed down the tree, so that the time grows with the overlap and not with the number of
/// nodes. The result does not depend on the number of threads. Throws Cancelled.
[[nodiscard]] double end_point_overlap(const WideTree& tree, const Mesh& mesh, ThreadPool& pool,
                                       const JobContext& job = {});

} // namespace hitmap
