#pragma once

#include "core/profile/query/metric.h"

#include <cstddef>
#include <optional>

namespace hitmap {

/// The level whose look-ups a metric comes from: 0 is L1, 1 is L2; none for metrics of accesses.
[[nodiscard]] constexpr std::optional<std::size_t> level_of(Metric metric) {
    switch (metric) {
    case Metric::l1_hit_rate:
    case Metric::l1_misses:
    case Metric::l1_reuse_distance:
    case Metric::l1_cold_misses:
    case Metric::l1_capacity_misses:
    case Metric::l1_conflict_misses:
        return 0;
    case Metric::l2_hit_rate:
    case Metric::l2_misses:
    case Metric::l2_reuse_distance:
    case Metric::l2_cold_misses:
    case Metric::l2_capacity_misses:
    case Metric::l2_conflict_misses:
        return 1;
    case Metric::access_count:
    case Metric::access_rate:
    case Metric::access_order:
        break;
    }
    return std::nullopt;
}

} // namespace hitmap
