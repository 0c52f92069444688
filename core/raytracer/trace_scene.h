#pragma once

#include "core/bvh/bvh.h"
#include "core/geometry/scene.h"
#include "core/trace/request_source.h"

#include <cstdint>
#include <vector>

namespace hitmap {

enum class Kernel : std::uint8_t { while_while };
enum class Schedule : std::uint8_t { scanline };
enum class Fetch : std::uint8_t { lane, warp };

/// Configuration of the reference ray tracer; the defaults are those of `hitmap trace`.
struct TraceOptions {
    std::uint32_t width = 512;  ///< pixels
    std::uint32_t height = 512; ///< pixels
    BvhOptions bvh;
    Kernel kernel = Kernel::while_while;
    Schedule schedule = Schedule::scanline;
    Fetch fetch = Fetch::lane;
    std::uint32_t sm_count = 68;     ///< RTX 2080 Ti (paper 1)
    std::uint32_t warps_per_sm = 32; ///< resident
    std::uint64_t seed = 1;
};

/// RGBA picture of 8 bits a channel, row 0 on top.
struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint32_t> pixels; ///< [width * height] 0xAABBGGRR, as the kernel stores them
};

struct TraceResult {
    Picture picture;
    double sah_cost = 0.0;
    std::uint32_t depth = 0;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
};

/// Builds the BVH, runs the kernel on the simulated device and puts every request into `sink` (begin to
/// finish). The result depends on its arguments alone. Throws UsageError (options), Cancelled, and what the
/// sink throws.
TraceResult trace_scene(const Scene& scene, const TraceOptions& options, RecordingSink& sink,
                        ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
