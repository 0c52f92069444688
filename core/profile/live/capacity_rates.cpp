#include "core/profile/live/capacity_rates.h"

#include "core/cache/reuse/reuse_histogram.h"
#include "core/cache/sdcm/hit_probability.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double rate_steps_per_power = 8.0;

/// Look-ups with a distance, of which there are few enough to evaluate P for each.
struct DistanceCount {
    std::uint64_t distance = 0;
    std::uint64_t lookups = 0;
};

std::vector<DistanceCount> counted_distances(const std::vector<std::uint64_t>& bins) {
    std::vector<DistanceCount> counts;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0) continue;
        const auto bin = static_cast<ReuseHistogram::Bin>(i);
        const std::uint64_t first = ReuseHistogram::first_of(bin);
        const std::uint64_t last = ReuseHistogram::first_of(static_cast<ReuseHistogram::Bin>(bin + 1)) - 1;
        counts.push_back({first + (last - first) / 2, bins[i]});
    }
    return counts;
}

double rate_at(const std::vector<DistanceCount>& counts, std::uint64_t lookups, std::uint64_t ways,
               std::uint64_t lines) {
    double hits = 0;
    for (const DistanceCount& count : counts) {
        const double share = sdcm_probability(count.distance, ways, lines);
        if (share < 1e-9) break; // P never rises with the distance
        hits += share * static_cast<double>(count.lookups);
    }
    return hits / static_cast<double>(lookups);
}

} // namespace

std::vector<CapacityRate> rates_over_capacity(const KeptDistances& kept, std::size_t level,
                                              std::uint64_t ways, std::uint64_t first, std::uint64_t last,
                                              const JobContext& job) {
    std::vector<CapacityRate> rates;
    if (kept.lookups[level] == 0) return rates;
    const auto counts = counted_distances(kept.bins[level]);
    const std::uint64_t line = kept.line[level];
    const std::uint64_t last_lines = std::max<std::uint64_t>(1, last / line);
    const double from = std::log2(static_cast<double>(std::max<std::uint64_t>(1, first / line)));
    for (int step = 0;; ++step) {
        job.check();
        const double exact = std::exp2(from + step / rate_steps_per_power);
        const std::uint64_t lines = std::min(static_cast<std::uint64_t>(std::llround(exact)), last_lines);
        if (rates.empty() || rates.back().capacity != lines * line) {
            const std::uint64_t of_set = ways == 0 ? lines : std::min(ways, lines);
            rates.push_back({lines * line, rate_at(counts, kept.lookups[level], of_set, lines)});
        }
        if (exact >= static_cast<double>(last_lines)) return rates;
    }
}

} // namespace hitmap
