#pragma once

#include "core/geometry/scene.h"
#include "core/raytracer/options/trace_options.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace hitmap {

/// An RGBA picture with 8 bits per channel, row 0 on top.
struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint32_t> pixels; ///< [width * height] 0xAABBGGRR, as the kernel stores them
};

struct TraceResult {
    Picture picture;
    double sah_cost = 0.0;          ///< see core/bvh/quality.h
    double end_point_overlap = 0.0; ///< see core/bvh/quality.h
    std::uint32_t depth = 0;        ///< levels of the tree below its root
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
};

/// Takes what is known of a recording before its rays are traced: its tables, as the sink got them, and its
/// scene without normals. The scene is immutable and can be kept; the device reads it, too.
using SceneTaker =
    std::function<void(const RecordingInfo& info, const std::shared_ptr<const RecordedScene>& scene)>;

/// Builds the BVH, runs the kernel on the simulated device and passes every request to `sink` (from begin()
/// to finish()). The result depends on the arguments only. Throws UsageError (options), Cancelled, and
/// whatever the sink throws.
/// @param bvh         provides the tree, if it is not built here
/// @param take_scene  is called once, after begin() of the sink; empty: arrays that the device does not read
///                    are freed then
TraceResult trace_scene(const Scene& scene, const TraceOptions& options, RecordingSink& sink,
                        ThreadPool& pool, const JobContext& job = {}, const BvhProvider& bvh = {},
                        const SceneTaker& take_scene = {});

} // namespace hitmap
