#include "core/profile/metric.h"

#include "core/cache/access_outcome.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hitmap {

namespace {

constexpr std::array<MetricInfo, 9> metrics{{
    {Metric::l1_hit_rate, "l1-hit-rate", "L1 hit rate", "%",
     "Share of the element's look-ups in the L1 cache of its SM that hit: sum of hits / number of look-ups.",
     true, true},
    {Metric::l2_hit_rate, "l2-hit-rate", "L2 hit rate", "%",
     "Share of the element's look-ups in the L2 cache of the device that hit: sum of hits / number of "
     "look-ups.",
     true, true},
    {Metric::l1_misses, "l1-misses", "L1 misses", "misses",
     "Look-ups of the element in the L1 cache that missed; a fraction where the model gives a probability.",
     false, true},
    {Metric::l2_misses, "l2-misses", "L2 misses", "misses",
     "Look-ups of the element in the L2 cache that missed; a fraction where the model gives a probability.",
     false, true},
    {Metric::access_count, "access-count", "Access count", "accesses", "How often the element was accessed.",
     false, false},
    {Metric::access_rate, "access-rate", "Access rate", "",
     "Accesses of the element / all element accesses of the frame.", false, false},
    {Metric::access_order, "access-order", "Access order", "",
     "When the element was last accessed: 0 is the begin of the frame, 1 its end.", true, false},
    {Metric::l1_reuse_distance, "l1-reuse-distance", "L1 reuse distance", "lines",
     "Mean number of distinct lines between two uses of a line in the L1 cache, over the element's look-ups "
     "of lines that had been used before.",
     false, true},
    {Metric::l2_reuse_distance, "l2-reuse-distance", "L2 reuse distance", "lines",
     "Mean number of distinct lines between two uses of a line in the L2 cache, over the element's look-ups "
     "of lines that had been used before.",
     false, true},
}};

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// Paper 1, equation 3: sum first, divide last.
double hit_rate(std::uint64_t hits, std::uint64_t lookups) {
    if (lookups == 0) return undefined;
    return static_cast<double>(hits) / (static_cast<double>(lookups) * hit_unit);
}

double misses(std::uint64_t hits, std::uint64_t lookups) {
    if (lookups == 0) return undefined;
    return static_cast<double>(lookups * hit_unit - hits) / hit_unit;
}

} // namespace

std::span<const MetricInfo> metric_table() {
    return metrics;
}

const MetricInfo& info_of(Metric metric) {
    return metrics[static_cast<std::size_t>(metric)];
}

std::optional<Metric> metric_named(std::string_view name) {
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&](const MetricInfo& m) { return m.name == name; });
    if (found == metrics.end()) return std::nullopt;
    return found->metric;
}

double metric_value(Metric metric, const ElementSums& sums, std::uint64_t count) {
    if (sums.accesses == 0) return undefined;
    switch (metric) {
    case Metric::l1_hit_rate:
        return hit_rate(sums.l1_hits, sums.l1_lookups);
    case Metric::l2_hit_rate:
        return hit_rate(sums.l2_hits, sums.l2_lookups);
    case Metric::l1_misses:
        return misses(sums.l1_hits, sums.l1_lookups);
    case Metric::l2_misses:
        return misses(sums.l2_hits, sums.l2_lookups);
    case Metric::access_count:
        return static_cast<double>(sums.accesses);
    case Metric::access_rate: // paper 1, section 5.4: r = N_e / N_f
        return static_cast<double>(sums.accesses) / static_cast<double>(count);
    case Metric::access_order: // paper 1, section 5.4: o = i_e / N_f
        return static_cast<double>(sums.last_access) / static_cast<double>(count);
    case Metric::l1_reuse_distance:
    case Metric::l2_reuse_distance:
        break;
    }
    return undefined;
}

} // namespace hitmap
