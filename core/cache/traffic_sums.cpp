#include "core/cache/traffic_sums.h"

#include "core/cache/access_outcome.h"

namespace hitmap {

MissClasses& operator+=(MissClasses& classes, const MissClasses& more) {
    classes.cold += more.cold;
    classes.capacity += more.capacity;
    classes.conflict += more.conflict;
    return classes;
}

TrafficSums& operator+=(TrafficSums& sums, const TrafficSums& more) {
    sums.requests += more.requests;
    sums.sectors += more.sectors;
    sums.l1_load_lookups += more.l1_load_lookups;
    sums.l1_load_hits += more.l1_load_hits;
    sums.l1_store_lookups += more.l1_store_lookups;
    sums.l1_store_hits += more.l1_store_hits;
    sums.bypassing += more.bypassing;
    sums.written_through += more.written_through;
    sums.atomics += more.atomics;
    sums.written_back += more.written_back;
    sums.l2_lookups += more.l2_lookups;
    sums.l2_hits += more.l2_hits;
    sums.fetched += more.fetched;
    sums.written += more.written;
    sums.l1_misses += more.l1_misses;
    sums.l2_misses += more.l2_misses;
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

} // namespace hitmap
