#include "core/probe/miss_curve.h"

#include "core/cache/array/indices/fermi_l1.h"
#include "core/cache/array/sectored_cache.h"

#include <array>
#include <memory>

namespace hitmap {

namespace {

/// A fixed sequence of victims, as a policy for core/cache/array/replacement.h.
class VictimSequence {
public:
    VictimSequence(std::uint64_t sets, std::uint64_t /*ways*/, std::uint64_t /*seed*/) : evicted_(sets) {}
    void touch(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    void fill(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    [[nodiscard]] std::uint32_t victim(std::uint64_t set) {
        constexpr std::array<std::uint8_t, 6> ways{1, 0, 1, 2, 1, 3};
        return ways[evicted_[set]++ % ways.size()];
    }
    void clear() { std::fill(evicted_.begin(), evicted_.end(), 0U); }

private:
    std::vector<std::uint64_t> evicted_; ///< [sets] number of evictions so far
};

} // namespace

std::vector<MissPoint> miss_curve(ChaseSource& source, const LatencySplit& split, const MissCurveRange& range,
                                  const JobContext& job) {
    std::vector<MissPoint> points;
    for (std::uint64_t lines = range.first; lines <= range.last; lines += range.step) {
        const ChaseRun* run =
            source.chase(Chain::uniform(lines, range.line / word_bytes), range.laps + 1, job);
        if (run == nullptr) continue;
        std::uint64_t missed = 0;
        for (std::size_t i = lines; i < run->samples.size(); ++i)
            missed += split.is_miss(run->samples[i]) ? 1 : 0;
        const std::uint64_t laps = run->samples.size() / lines - 1;
        points.push_back({lines, static_cast<double>(missed) / static_cast<double>(laps)});
    }
    return points;
}

SimulatedSource fermi_victim_sequence(ProbeLatency latency) {
    constexpr std::uint64_t line = 128;
    const auto cache = std::make_shared<SectoredCache<VictimSequence, FermiL1Index>>(32, 4, 1);
    return SimulatedSource(
        [cache](std::uint64_t address) { return cache->access(address / line, 1, 1).hits != 0; },
        [cache] { cache->clear(); }, latency);
}

} // namespace hitmap
