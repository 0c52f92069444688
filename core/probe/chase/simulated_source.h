#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/array/tlb.h"
#include "core/probe/chase/chase.h"

#include <functional>
#include <memory>

namespace hitmap {

/// The cycles of an access that hits and of one that misses.
struct ProbeLatency {
    std::uint32_t hit = 100;
    std::uint32_t miss = 300;
};

/// A chase of a simulated unit. Only the last run is stored.
class SimulatedSource : public ChaseSource {
public:
    /// Accesses the address and returns whether it hit.
    using Access = std::function<bool(std::uint64_t address)>;
    SimulatedSource(Access access, std::function<void()> clear, ProbeLatency latency);
    /// Throws the exceptions of make_single_access_cache().
    SimulatedSource(const CacheGeometry& geometry, ProbeLatency latency, std::uint64_t seed = 1);
    /// Throws the exceptions of make_tlb_level().
    SimulatedSource(const TlbLevelGeometry& geometry, ProbeLatency latency, std::uint64_t seed = 1);

    const ChaseRun* chase(const Chain& chain, std::uint64_t laps, const JobContext& job) override;
    /// Sets a function that is called with every run, to write runs to a file.
    void keep(std::function<void(const ChaseRun&)> keeper) { keeper_ = std::move(keeper); }

private:
    Access access_;
    std::function<void()> clear_;
    ProbeLatency latency_;
    std::function<void(const ChaseRun&)> keeper_;
    ChaseRun run_;
};

} // namespace hitmap
