#include "core/cache/results/allocation_sums.h"

namespace hitmap {

namespace {

/// Calls f(field of a, the same field of b) for every field.
template <class F>
void for_each_field(LevelSums& a, const LevelSums& b, const F& f) {
    f(a.hits, b.hits);
    f(a.lookups, b.lookups);
    f(a.cold, b.cold);
    f(a.distance_sum, b.distance_sum);
    f(a.conflict, b.conflict);
    f(a.rest, b.rest);
}

template <class F>
void for_each_field(AllocationSums& a, const AllocationSums& b, const F& f) {
    f(a.requests, b.requests);
    f(a.sectors, b.sectors);
    for_each_field(a.l1, b.l1, f);
    for_each_field(a.l2, b.l2, f);
}

constexpr auto add_to = [](auto& sum, auto more) { sum += more; };
constexpr auto subtract = [](auto& sum, auto less) { sum -= less; };

} // namespace

LevelSums& operator+=(LevelSums& sums, const LevelSums& more) {
    for_each_field(sums, more, add_to);
    return sums;
}

LevelSums& operator-=(LevelSums& sums, const LevelSums& less) {
    for_each_field(sums, less, subtract);
    return sums;
}

AllocationSums& operator+=(AllocationSums& sums, const AllocationSums& more) {
    for_each_field(sums, more, add_to);
    return sums;
}

AllocationSums& operator-=(AllocationSums& sums, const AllocationSums& less) {
    for_each_field(sums, less, subtract);
    return sums;
}

} // namespace hitmap
