#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/array/tlb.h"
#include "core/probe/chase.h"

#include <functional>
#include <memory>

namespace hitmap {

/// Cycles that an access takes where the unit has what it asks for, and where not.
struct ProbeLatency {
    std::uint32_t hit = 100;
    std::uint32_t miss = 300;
};

/// A simulated unit under the chase. A run is kept until the next one.
class SimulatedSource : public ChaseSource {
public:
    /// Whether the unit had what an address asks for.
    using Access = std::function<bool(std::uint64_t address)>;
    SimulatedSource(Access access, std::function<void()> clear, ProbeLatency latency);
    /// Throws as make_single_access_cache does.
    SimulatedSource(const CacheGeometry& geometry, ProbeLatency latency, std::uint64_t seed = 1);
    /// Throws as make_tlb_level does.
    SimulatedSource(const TlbLevelGeometry& geometry, ProbeLatency latency, std::uint64_t seed = 1);

    const ChaseRun* chase(const Chain& chain, std::uint64_t laps, const JobContext& job) override;
    /// Called with every run; for what is written to a file.
    void keep(std::function<void(const ChaseRun&)> keeper) { keeper_ = std::move(keeper); }

private:
    Access access_;
    std::function<void()> clear_;
    ProbeLatency latency_;
    std::function<void(const ChaseRun&)> keeper_;
    ChaseRun run_;
};

} // namespace hitmap
