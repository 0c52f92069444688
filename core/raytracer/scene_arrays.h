#pragma once

#include "core/bvh/tree_layout.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/options/trace_options.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// The tree of a scene in its memory layout, and its quality.
struct PlacedTree {
    TreeLayout layout;
    double sah_cost = 0.0;          ///< see core/bvh/quality.h
    double end_point_overlap = 0.0; ///< see core/bvh/quality.h
};

/// Builds the tree that the options describe; takes the binary tree from `bvh` if given. Throws Cancelled.
[[nodiscard]] PlacedTree place_tree(const Mesh& mesh, const TraceOptions& options, ThreadPool& pool,
                                    const JobContext& job = {}, const BvhProvider& bvh = {});

/// The arrays of the scene in the order that the options describe. The arrays of the tree are moved out of
/// it. Source faces are those of the mesh, whose hash is recorded. Throws Cancelled.
[[nodiscard]] RecordedScene recorded_scene(const Scene& scene, TreeLayout& tree, const TraceOptions& options,
                                           const JobContext& job = {});

} // namespace hitmap
