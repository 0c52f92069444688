#include "core/analysis/trials/waiting.h"

#include <cstdint>
#include <optional>

namespace hitmap {

LevelLatencies level_latencies(const GpuPreset& preset) {
    const auto l1 = preset.number("l1", "latency");
    const auto l2 = preset.number("l2", "latency");
    const auto dram = preset.number("dram", "latency");
    if (l1 && l2 && dram && *l1 <= *l2 && *l2 <= *dram) return {*l1, *l2, *dram};
    return {34.0, 235.0, 436.0, false}; // resources/presets/turing-rtx2080ti.json; a test compares them
}

WaitingParts waiting_parts(const TrafficSums& sums, const LevelLatencies& latencies) {
    const auto cycles = [](std::uint64_t sectors, double each) {
        return static_cast<double>(sectors) * each;
    };
    WaitingParts parts;
    parts.l1 = cycles(sums.l1_load_lookups, latencies.l1);
    parts.l2 = cycles(sums.l1_load_lookups - sums.l1_load_hits, latencies.l2 - latencies.l1) +
               cycles(sums.bypassing + sums.atomics, latencies.l2);
    parts.dram = cycles(sums.fetched, latencies.dram - latencies.l2);
    return parts;
}

double waiting_of(const TrafficSums& sums, const LevelLatencies& latencies) {
    const WaitingParts parts = waiting_parts(sums, latencies);
    return parts.l1 + parts.l2 + parts.dram;
}

} // namespace hitmap
