#include "core/cache/allocation_sums.h"

namespace hitmap {

LevelSums& operator+=(LevelSums& sums, const LevelSums& more) {
    sums.hits += more.hits;
    sums.lookups += more.lookups;
    sums.cold += more.cold;
    sums.distance_sum += more.distance_sum;
    return sums;
}

LevelSums& operator-=(LevelSums& sums, const LevelSums& less) {
    sums.hits -= less.hits;
    sums.lookups -= less.lookups;
    sums.cold -= less.cold;
    sums.distance_sum -= less.distance_sum;
    return sums;
}

AllocationSums& operator+=(AllocationSums& sums, const AllocationSums& more) {
    sums.requests += more.requests;
    sums.sectors += more.sectors;
    sums.l1 += more.l1;
    sums.l2 += more.l2;
    return sums;
}

AllocationSums& operator-=(AllocationSums& sums, const AllocationSums& less) {
    sums.requests -= less.requests;
    sums.sectors -= less.sectors;
    sums.l1 -= less.l1;
    sums.l2 -= less.l2;
    return sums;
}

} // namespace hitmap
