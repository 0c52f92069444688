#include "core/profile/query/metric.h"

#include "core/profile/query/metric_value.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

namespace {

constexpr std::array<MetricInfo, 15> metrics{{
    {Metric::l1_hit_rate, "l1-hit-rate", "L1 hit rate", "%",
     "Share of the element's look-ups in the L1 cache of its SM that hit: sum of hits / number of look-ups.",
     true, true},
    {Metric::l2_hit_rate, "l2-hit-rate", "L2 hit rate", "%",
     "Share of the element's look-ups in the L2 cache of the device that hit: sum of hits / number of "
     "look-ups.",
     true, true, Better::neither, "no L2 look-ups", "L2"},
    {Metric::l1_misses, "l1-misses", "L1 misses", "misses",
     "Look-ups of the element in the L1 cache that missed; a fraction where the model gives a probability.",
     false, true, Better::less},
    {Metric::l2_misses, "l2-misses", "L2 misses", "misses",
     "Look-ups of the element in the L2 cache that missed; a fraction where the model gives a probability.",
     false, true, Better::less, "no L2 look-ups", "L2"},
    {Metric::access_count, "access-count", "Access count", "accesses", "How often the element was accessed.",
     false, false},
    {Metric::access_rate, "access-rate", "Access rate", "",
     "Accesses of the element / all element accesses of the frame.", false, false},
    {Metric::access_order, "access-order", "Access order", "",
     "When the element was last accessed: 0 is the begin of the frame, 1 its end.", true, false},
    {Metric::l1_reuse_distance, "l1-reuse-distance", "L1 reuse distance", "lines",
     "Mean number of distinct lines between two uses of a line in the L1 cache, over the element's look-ups "
     "of lines that had been used before.",
     false, true, Better::neither, "no L1 reuse", "L1 reuse"},
    {Metric::l2_reuse_distance, "l2-reuse-distance", "L2 reuse distance", "lines",
     "Mean number of distinct lines between two uses of a line in the L2 cache, over the element's look-ups "
     "of lines that had been used before.",
     false, true, Better::neither, "no L2 reuse", "L2 reuse"},
    {Metric::l1_cold_misses, "l1-cold-misses", "L1 cold misses", "misses",
     "Misses of the element in L1 that no capacity would avoid: never there before, or dropped since.", false,
     true},
    {Metric::l1_capacity_misses, "l1-capacity-misses", "L1 capacity misses", "misses",
     "Misses of the element in L1 that a fully associative LRU cache of its capacity would have, too.", false,
     true},
    {Metric::l1_conflict_misses, "l1-conflict-misses", "L1 conflict misses", "misses",
     "Misses of the element in L1 that a fully associative LRU cache of its capacity would not have.", false,
     true},
    {Metric::l2_cold_misses, "l2-cold-misses", "L2 cold misses", "misses",
     "Misses of the element in L2 that no capacity would avoid: never there before, or dropped since.", false,
     true, Better::neither, "no L2 look-ups", "L2"},
    {Metric::l2_capacity_misses, "l2-capacity-misses", "L2 capacity misses", "misses",
     "Misses of the element in L2 that a fully associative LRU cache of its capacity would have, too.", false,
     true, Better::neither, "no L2 look-ups", "L2"},
    {Metric::l2_conflict_misses, "l2-conflict-misses", "L2 conflict misses", "misses",
     "Misses of the element in L2 that a fully associative LRU cache of its capacity would not have.", false,
     true, Better::neither, "no L2 look-ups", "L2"},
}};

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

std::optional<Side> better_side(Better better, double difference) {
    if (better == Better::neither || !(std::abs(difference) > 0.0)) return std::nullopt;
    return (difference > 0.0) == (better == Better::more) ? Side::compared : Side::baseline;
}

double metric_value(Metric metric, const ElementSums& sums, std::uint64_t count) {
    return visit_metric(metric, [&]<Metric m>() { return value_of<m>(sums, count); });
}

} // namespace hitmap
