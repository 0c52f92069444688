#include "core/cache/results/traffic_sums.h"

#include "core/cache/results/access_outcome.h"

namespace hitmap {

MissClasses& operator+=(MissClasses& classes, const MissClasses& more) {
    classes.cold += more.cold;
    classes.capacity += more.capacity;
    classes.conflict += more.conflict;
    return classes;
}

TrafficSums& operator+=(TrafficSums& sums, const TrafficSums& more) {
    const auto to = numbers_of(sums);
    const auto from = numbers_of(more);
    for (std::size_t i = 0; i < to.size(); ++i)
        *to[i] += *from[i];
    return sums;
}

TrafficSums& operator-=(TrafficSums& sums, const TrafficSums& less) {
    const auto to = numbers_of(sums);
    const auto from = numbers_of(less);
    for (std::size_t i = 0; i < to.size(); ++i)
        *to[i] -= *from[i];
    return sums;
}

AllocationSums allocation_sums(const TrafficSums& sums) {
    AllocationSums row;
    row.requests = sums.requests;
    row.sectors = sums.sectors;
    row.l1.hits = sums.l1_hits() * hit_unit;
    row.l1.lookups = sums.l1_lookups();
    row.l2.hits = sums.l2_hits * hit_unit;
    row.l2.lookups = sums.l2_lookups;
    return row;
}

MovedBytes moved_bytes(const TrafficSums& sums) {
    constexpr std::uint64_t sector_bytes = 32;
    return {sums.l1_lookups() * sector_bytes, sums.l2_lookups * sector_bytes,
            (sums.fetched + sums.written) * sector_bytes, sums.fetched * sector_bytes};
}

} // namespace hitmap
