#include "core/analysis/comparison/cost.h"

#include "core/cache/results/allocation_sums.h"

namespace hitmap {

namespace {

constexpr CostInfo reason_of_misses(Cost cost, std::string_view name, std::string_view title,
                                    std::string_view explanation) {
    return {.cost = cost,
            .name = name,
            .title = title,
            .explanation = explanation,
            .of_requests = true,
            .of_reasons = true};
}

constexpr std::array<CostInfo, cost_count> every_cost{{
    {.cost = Cost::requests,
     .name = "requests",
     .title = "requests",
     .explanation = "memory instructions executed by warps",
     .of_requests = true},
    {.cost = Cost::sectors,
     .name = "sectors",
     .title = "sectors",
     .explanation = "sectors of 32 bytes that requests are coalesced into",
     .of_requests = true},
    {.cost = Cost::l2_bytes,
     .name = "l2_bytes",
     .title = "L2 bytes",
     .explanation = "bytes moved between L1, or SMs past it, and L2",
     .in_bytes = true,
     .of_requests = true},
    {.cost = Cost::dram_bytes,
     .name = "dram_bytes",
     .title = "DRAM bytes",
     .explanation =
         "bytes moved between L2 and memory, read and written; those written are known by allocation and for "
         "the whole recording alone",
     .in_bytes = true,
     .of_requests = true},
    {.cost = Cost::dram_read_bytes,
     .name = "dram_read_bytes",
     .title = "DRAM bytes read",
     .explanation = "bytes moved from memory into L2",
     .in_bytes = true,
     .of_requests = true},
    {.cost = Cost::accesses,
     .name = "accesses",
     .title = "element accesses",
     .explanation = "accesses of faces, boxes and pixels by lanes"},
    {.cost = Cost::l1_lookups, .name = "l1_lookups", .title = "L1 look-ups", .explanation = "look-ups of L1"},
    {.cost = Cost::l1_misses,
     .name = "l1_misses",
     .title = "L1 misses",
     .explanation = "look-ups of L1 that missed",
     .may_be_fraction = true},
    {.cost = Cost::l2_lookups, .name = "l2_lookups", .title = "L2 look-ups", .explanation = "look-ups of L2"},
    {.cost = Cost::l2_misses,
     .name = "l2_misses",
     .title = "L2 misses",
     .explanation = "look-ups of L2 that missed",
     .may_be_fraction = true},
    reason_of_misses(Cost::l1_cold_misses, "l1_cold_misses", "L1 cold misses",
                     "misses of L1 that no capacity would avoid"),
    reason_of_misses(Cost::l1_capacity_misses, "l1_capacity_misses", "L1 capacity misses",
                     "misses of L1 that a fully associative LRU cache of its capacity would have, too"),
    reason_of_misses(Cost::l1_conflict_misses, "l1_conflict_misses", "L1 conflict misses",
                     "misses of L1 that a fully associative LRU cache of its capacity would not have"),
    reason_of_misses(Cost::l2_cold_misses, "l2_cold_misses", "L2 cold misses",
                     "misses of L2 that no capacity would avoid"),
    reason_of_misses(Cost::l2_capacity_misses, "l2_capacity_misses", "L2 capacity misses",
                     "misses of L2 that a fully associative LRU cache of its capacity would have, too"),
    reason_of_misses(Cost::l2_conflict_misses, "l2_conflict_misses", "L2 conflict misses",
                     "misses of L2 that a fully associative LRU cache of its capacity would not have"),
}};

void put_level(Costs& costs_of_it, const LevelSums& sums, Cost lookups, Cost misses) {
    costs_of_it[lookups] = static_cast<double>(sums.lookups);
    costs_of_it[misses] = sums.miss_count();
}

void put_reasons(Costs& costs_of_it, const MissClasses& misses, Cost cold, Cost capacity, Cost conflict) {
    costs_of_it[cold] = static_cast<double>(misses.cold);
    costs_of_it[capacity] = static_cast<double>(misses.capacity);
    costs_of_it[conflict] = static_cast<double>(misses.conflict);
}

} // namespace

std::span<const CostInfo, cost_count> cost_table() {
    return every_cost;
}

Costs& Costs::operator+=(const Costs& more) {
    for (std::size_t i = 0; i < cost_count; ++i) {
        if (values_[i] && more.values_[i])
            *values_[i] += *more.values_[i];
        else
            values_[i].reset();
    }
    return *this;
}

Costs costs_of(const TrafficSums& sums, const KnownTraffic& known) {
    Costs result = costs_of(allocation_sums(sums));
    const MovedBytes moved = moved_bytes(sums);
    result[Cost::requests] = static_cast<double>(sums.requests);
    result[Cost::sectors] = static_cast<double>(sums.sectors);
    result[Cost::l2_bytes] = static_cast<double>(moved.l2);
    if (known.written) result[Cost::dram_bytes] = static_cast<double>(moved.dram);
    result[Cost::dram_read_bytes] = static_cast<double>(moved.dram_read);
    if (known.reasons) {
        put_reasons(result, sums.l1_misses, Cost::l1_cold_misses, Cost::l1_capacity_misses,
                    Cost::l1_conflict_misses);
        put_reasons(result, sums.l2_misses, Cost::l2_cold_misses, Cost::l2_capacity_misses,
                    Cost::l2_conflict_misses);
    }
    return result;
}

Costs costs_of(const AllocationSums& sums) {
    Costs result;
    put_level(result, sums.l1, Cost::l1_lookups, Cost::l1_misses);
    put_level(result, sums.l2, Cost::l2_lookups, Cost::l2_misses);
    return result;
}

Costs costs_of(const KindSums& sums) {
    Costs result;
    if (sums.counts_accesses) result[Cost::accesses] = static_cast<double>(sums.accesses);
    put_level(result, sums.l1, Cost::l1_lookups, Cost::l1_misses);
    put_level(result, sums.l2, Cost::l2_lookups, Cost::l2_misses);
    return result;
}

} // namespace hitmap
