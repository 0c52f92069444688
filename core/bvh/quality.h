#pragma once

#include "core/bvh/wide_tree.h"
#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

namespace hitmap {

// Measures of a tree. A node costs 1 for a step of the traversal if it is an interior one, and 1 for each
// triangle if it is a leaf; nodes that a wide tree leaves out cost nothing.

/// Cost by the surface-area heuristic (MacDonald and Booth 1990): sum over interior nodes of A(node)/A(root)
/// + sum over leaves of A(leaf)/A(root) * triangles(leaf), with both unit costs 1. Eq. 2.23 of von Buelow
/// 2024 takes the first sum over all nodes, so that its cost is larger by the sum over leaves of
/// A(leaf)/A(root). 0 where the root has no area. Areas are taken in double precision, so that no finite box
/// overflows.
[[nodiscard]] double sah_cost(const WideTree& tree);
[[nodiscard]] double sah_cost(const Bvh& bvh);

/// End-point overlap (Aila et al. 2013; von Buelow 2024, eq. 2.24): sum over nodes of their cost times the
/// area of the triangles that lie in the node's box but not below the node, over the area of all triangles. 0
/// where they have none.
///
/// Clips every triangle against every node that it reaches into, in double precision: exact but for rounding.
/// Each triangle walks down the tree, so that the time grows with the overlap and not with the number of
/// nodes. The result does not depend on the number of threads. Throws Cancelled.
[[nodiscard]] double end_point_overlap(const WideTree& tree, const Mesh& mesh, ThreadPool& pool,
                                       const JobContext& job = {});

} // namespace hitmap
