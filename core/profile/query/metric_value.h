#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/metric.h"

#include <cstdint>
#include <limits>

namespace hitmap {

inline constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

/// Von Buelow et al. 2022, eq. 3: sum first, divide last. `hits` in units of 2^-24.
[[nodiscard]] inline double hit_rate(std::uint64_t hits, std::uint64_t lookups) {
    return lookups == 0 ? undefined_value
                        : static_cast<double>(hits) / (static_cast<double>(lookups) * hit_unit);
}

[[nodiscard]] inline double misses(std::uint64_t hits, std::uint64_t lookups) {
    return lookups == 0 ? undefined_value : static_cast<double>(lookups * hit_unit - hits) / hit_unit;
}

/// metric_value() with the metric known to the compiler.
template <Metric metric>
[[nodiscard]] inline double value_of(const ElementSums& sums, std::uint64_t count) {
    if (sums.accesses == 0) return undefined_value;
    if constexpr (metric == Metric::l1_hit_rate) return hit_rate(sums.l1_hits, sums.l1_lookups);
    if constexpr (metric == Metric::l2_hit_rate) return hit_rate(sums.l2_hits, sums.l2_lookups);
    if constexpr (metric == Metric::l1_misses) return misses(sums.l1_hits, sums.l1_lookups);
    if constexpr (metric == Metric::l2_misses) return misses(sums.l2_hits, sums.l2_lookups);
    if constexpr (metric == Metric::access_count) return static_cast<double>(sums.accesses);
    // Von Buelow et al. 2022, section 5.4: access rate r = N_e / N_f, access order o = i_e / N_f.
    if constexpr (metric == Metric::access_rate)
        return static_cast<double>(sums.accesses) / static_cast<double>(count);
    if constexpr (metric == Metric::access_order)
        return static_cast<double>(sums.last_access) / static_cast<double>(count);
    return undefined_value;
}

/// Calls visit.operator()<metric>() and returns what it returns.
template <class Visit>
auto visit_metric(Metric metric, Visit visit) {
    switch (metric) {
    case Metric::l1_hit_rate:
        return visit.template operator()<Metric::l1_hit_rate>();
    case Metric::l2_hit_rate:
        return visit.template operator()<Metric::l2_hit_rate>();
    case Metric::l1_misses:
        return visit.template operator()<Metric::l1_misses>();
    case Metric::l2_misses:
        return visit.template operator()<Metric::l2_misses>();
    case Metric::access_count:
        return visit.template operator()<Metric::access_count>();
    case Metric::access_rate:
        return visit.template operator()<Metric::access_rate>();
    case Metric::access_order:
        return visit.template operator()<Metric::access_order>();
    case Metric::l1_reuse_distance:
        return visit.template operator()<Metric::l1_reuse_distance>();
    case Metric::l2_reuse_distance:
        return visit.template operator()<Metric::l2_reuse_distance>();
    case Metric::l1_cold_misses:
        return visit.template operator()<Metric::l1_cold_misses>();
    case Metric::l1_capacity_misses:
        return visit.template operator()<Metric::l1_capacity_misses>();
    case Metric::l1_conflict_misses:
        return visit.template operator()<Metric::l1_conflict_misses>();
    case Metric::l2_cold_misses:
        return visit.template operator()<Metric::l2_cold_misses>();
    case Metric::l2_capacity_misses:
        return visit.template operator()<Metric::l2_capacity_misses>();
    case Metric::l2_conflict_misses:
        break;
    }
    return visit.template operator()<Metric::l2_conflict_misses>();
}

} // namespace hitmap
