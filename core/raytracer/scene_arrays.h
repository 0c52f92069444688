#pragma once

#include "core/bvh/tree_layout.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/trace_options.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// The tree of a scene as the kernel finds it, and how good it is.
struct PlacedTree {
    TreeLayout layout;
    double sah_cost = 0.0;          ///< see core/bvh/quality.h
    double end_point_overlap = 0.0; ///< likewise
};

/// Builds the tree that the options ask for; takes the binary one from `bvh`, if given. Throws Cancelled.
[[nodiscard]] PlacedTree place_tree(const Mesh& mesh, const TraceOptions& options, ThreadPool& pool,
                                    const JobContext& job = {}, const BvhProvider& bvh = {});

/// The scene's arrays in the order that the options ask for. Those of the tree are moved out of it. Source
/// faces are those of the mesh, whose hash it has. Throws Cancelled.
[[nodiscard]] RecordedScene recorded_scene(const Scene& scene, TreeLayout& tree, const TraceOptions& options,
                                           const JobContext& job = {});

} // namespace hitmap
