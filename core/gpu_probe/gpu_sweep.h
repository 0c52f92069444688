#pragma once

#include "core/gpu_probe/gpu_chase.h"
#include "core/probe/latency_sweep.h"

#include <optional>

namespace hitmap {

/// Sweeps on a Vulkan device.
class GpuSweep : public SweepSource {
public:
    explicit GpuSweep(GpuChase& chase) : chase_(chase) {}
    [[nodiscard]] std::uint64_t most_bytes() const override { return chase_.array_bytes(); }
    SweepPoint measure(SweepOrder order, std::uint64_t bytes, std::uint64_t stride,
                       const JobContext& job) override;

private:
    GpuChase& chase_;
};

/// What is known about a shader clock.
struct ShaderClock {
    double megahertz = 0.0; ///< by the clock of the host
    /// Latencies of single loads that hit in the first cache, and of loads from memory: the median, and the
    /// spread from the tenth to the ninetieth part. They tell whether the clock times single loads.
    double hit = 0.0;
    double hit_spread = 0.0;
    double memory = 0.0;
};
/// Throws Cancelled.
[[nodiscard]] ShaderClock measure_clock(GpuChase& chase, const JobContext& job);

/// Times each load of three laps over arrays in rising order (Mei et al. 2014, section 3.2), whose sizes are
/// around the capacity of the first cache, with the stride that a miss fetches; then a cold array with a
/// stride of one word. probe_cache() infers the cache from them.
[[nodiscard]] std::vector<ChaseRun> time_single_loads(GpuChase& chase, std::uint64_t capacity,
                                                      std::uint64_t fetched, const JobContext& job);

} // namespace hitmap
