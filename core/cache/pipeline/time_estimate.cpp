#include "core/cache/pipeline/time_estimate.h"

#include "core/cache/coalescing/coalesce.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hitmap {

namespace {

double bytes_of(std::uint64_t sectors) {
    return static_cast<double>(sectors) * static_cast<double>(Coalescer::sector_bytes);
}

/// Returns bytes / bandwidth in cycles; nothing if the bandwidth is unknown or 0.
std::optional<double> cycles_of(double bytes, std::optional<double> bandwidth) {
    if (!bandwidth || *bandwidth <= 0.0) return std::nullopt;
    return bytes / *bandwidth;
}

std::optional<double> dram_bytes_a_cycle(const GpuPreset& preset) {
    const auto bandwidth = preset.number("device", "dram_bandwidth"); // 1e9 B/s
    const auto clock = preset.number("device", "clock");              // 1e6 cycles/s
    if (!bandwidth || !clock || *clock <= 0.0) return std::nullopt;
    return *bandwidth * 1e9 / (*clock * 1e6);
}

std::optional<double> mean_latency(const HierarchyResult& result, const RecordingInfo& info,
                                   const GpuPreset& preset) {
    std::uint64_t lookups = 0;
    std::uint64_t in_l1 = 0;
    std::uint64_t in_l2 = 0;
    for (std::size_t i = 0; i < result.instructions.size(); ++i) {
        const TrafficSums& sums = result.instructions[i];
        if (info.instructions[i].operation != Operation::load) continue;
        lookups += sums.l1_load_lookups + sums.bypassing;
        in_l1 += sums.l1_load_hits;
        in_l2 += sums.l2_hits;
    }
    if (lookups == 0) return std::nullopt;
    double cycles = 0.0;
    for (const auto& [sectors, group] :
         {std::pair{in_l1, "l1"}, {in_l2, "l2"}, {lookups - in_l1 - in_l2, "dram"}}) {
        const auto latency = preset.number(group, "latency");
        if (sectors == 0) continue;
        if (!latency) return std::nullopt;
        cycles += static_cast<double>(sectors) * *latency;
    }
    return cycles / static_cast<double>(lookups);
}

} // namespace

TimeEstimate estimate_time(const HierarchyResult& result, const RecordingInfo& info,
                           const GpuPreset& preset) {
    TimeEstimate estimate;
    const auto l1_bandwidth = preset.number("l1", "bandwidth");
    for (std::uint32_t sm = 0; sm < result.sms.size(); ++sm) {
        const auto issue = static_cast<double>(result.sms[sm].requests);
        const auto l1 = cycles_of(bytes_of(result.sms[sm].l1_lookups), l1_bandwidth);
        const double before = std::max(estimate.issue_cycles, estimate.l1_cycles.value_or(0.0));
        if (sm != 0 && std::max(issue, l1.value_or(0.0)) <= before) continue;
        estimate.sm = sm;
        estimate.issue_cycles = issue;
        estimate.l1_cycles = l1;
    }
    estimate.l2_cycles = cycles_of(bytes_of(result.total.l2_lookups), preset.number("l2", "bandwidth"));
    estimate.dram_cycles =
        cycles_of(bytes_of(result.total.fetched + result.total.written), dram_bytes_a_cycle(preset));
    estimate.cycles = estimate.issue_cycles;
    for (const auto& [cycles, name] :
         {std::pair{estimate.l1_cycles, "L1"}, {estimate.l2_cycles, "L2"}, {estimate.dram_cycles, "DRAM"}}) {
        if (!cycles || *cycles <= estimate.cycles) continue;
        estimate.cycles = *cycles;
        estimate.bound_by = name;
    }
    const auto clock = preset.number("device", "clock");
    if (clock && *clock > 0.0) estimate.milliseconds = estimate.cycles / (*clock * 1e3);
    estimate.mean_load_latency = mean_latency(result, info, preset);
    return estimate;
}

} // namespace hitmap
