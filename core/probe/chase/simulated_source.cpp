#include "core/probe/chase/simulated_source.h"

#include "core/cache/array/cache_dispatch.h"

#include <utility>

namespace hitmap {

namespace {

/// Number of accesses that takes less than about a millisecond.
constexpr std::uint64_t between_checks = std::uint64_t{1} << 16;

} // namespace

SimulatedSource::SimulatedSource(Access access, std::function<void()> clear, ProbeLatency latency)
    : access_(std::move(access)), clear_(std::move(clear)), latency_(latency) {}

SimulatedSource::SimulatedSource(const CacheGeometry& geometry, ProbeLatency latency, std::uint64_t seed)
    : latency_(latency) {
    const std::shared_ptr<SingleAccessCache> cache = make_single_access_cache(geometry, seed);
    access_ = [cache](std::uint64_t address) { return cache->access(address); };
    clear_ = [cache] { cache->clear(); };
}

SimulatedSource::SimulatedSource(const TlbLevelGeometry& geometry, ProbeLatency latency, std::uint64_t seed)
    : latency_(latency) {
    const std::shared_ptr<TlbLevel> level = make_tlb_level(geometry, seed);
    access_ = [level](std::uint64_t address) { return level->access(address); };
    clear_ = [level] { level->clear(); };
}

const ChaseRun* SimulatedSource::chase(const Chain& chain, std::uint64_t laps, const JobContext& job) {
    clear_();
    const std::uint64_t size = chain.size();
    run_.samples.resize(size * laps);
    auto sample = run_.samples.begin();
    for (std::uint64_t lap = 0; lap < laps; ++lap) {
        for (std::uint64_t i = 0; i < size; ++i, ++sample) {
            if (i % between_checks == 0) job.check();
            const std::uint64_t word = chain[i];
            *sample = {word, access_(word * word_bytes) ? latency_.hit : latency_.miss};
        }
    }
    if (keeper_) keeper_(run_);
    return &run_;
}

} // namespace hitmap
