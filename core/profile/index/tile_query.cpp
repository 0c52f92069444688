#include "core/profile/index/tile_query.h"

#include "core/cache/results/access_outcome.h"

#include <functional>

namespace hitmap {

namespace {

/// Calls combine(sum of the run's element, value of the run) for all runs.
template <class Combine, class Value>
void for_each_run(const DecodedRuns& runs, std::uint64_t* column, Combine combine, Value value) {
    for (std::size_t r = 0; r < runs.count; ++r) {
        std::uint64_t& sum = column[runs.element[r]];
        sum = combine(sum, std::uint64_t{value(r)});
    }
}

template <class Combine>
void combine_level(const TileLog& log, const DecodedRuns& runs, std::size_t level, ColumnSet wanted,
                   TileSums& sums, Combine combine) {
    const Column misses = of_level(Column::l1_misses, level);
    if (wanted.has(misses) && runs.has_misses[level])
        for_each_run(runs, sums[misses], combine, [&](std::size_t r) { return runs.misses[level][r]; });
    const Column extra = of_level(Column::l1_extra_lookups, level);
    if (wanted.has(extra) && runs.has_lookups)
        for_each_run(runs, sums[extra], combine, [&](std::size_t r) {
            const std::uint64_t usual = log.usual_lookups(level, runs.element[r]);
            return (runs.lookups[level][r] - usual) * runs.length[r];
        });
    const Column distance = of_level(Column::l1_distance, level);
    if (wanted.has(distance))
        for_each_run(runs, sums[distance], combine, [&](std::size_t r) {
            return runs.distance[level][r] +
                   std::uint64_t{runs.later_distance[level][r]} * (runs.length[r] - 1U);
        });
    const Column cold = of_level(Column::l1_cold, level);
    if (wanted.has(cold))
        for_each_run(runs, sums[cold], combine, [&](std::size_t r) { return runs.cold[level][r]; });
    const Column conflict = of_level(Column::l1_conflict, level);
    if (wanted.has(conflict))
        for_each_run(runs, sums[conflict], combine, [&](std::size_t r) { return runs.conflict[level][r]; });
}

template <class Combine>
void combine_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums,
                  Combine combine) {
    if (wanted.has(Column::accesses))
        for_each_run(runs, sums[Column::accesses], combine, [&](std::size_t r) { return runs.length[r]; });
    for (std::size_t level = 0; level < cache_levels; ++level)
        combine_level(log, runs, level, wanted, sums, combine);
}

} // namespace

void add_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums) {
    combine_runs(log, runs, wanted, sums, std::plus<>());
    if (!wanted.has(Column::last)) return;
    std::uint64_t* last = sums[Column::last];
    for (std::size_t r = 0; r < runs.count; ++r)
        last[runs.element[r]] = std::uint64_t{runs.position[r]} + runs.length[r];
}

void subtract_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums) {
    combine_runs(log, runs, wanted, sums, std::minus<>());
}

void query_tile(const Tile& tile, const QueryPlan& plan, ColumnSet wanted, TileSums& sums,
                DecodedRuns& runs) {
    if (tile.log.is_regular()) wanted = wanted.without(extra_columns);
    sums.clear(wanted, tile.log.elements());
    const ColumnSet last(Column::last);
    if (plan.base != 0) tile.snapshots[plan.base - 1].add_to(sums, wanted.without(last));
    if (plan.origin != 0) tile.snapshots[plan.origin - 1].subtract_from(sums, wanted.without(last));
    if (plan.last_base != 0) tile.snapshots[plan.last_base - 1].add_to(sums, last);
    for (const QueryPlan::Part& part : plan.parts)
        tile.log.scan(part.positions, part.columns, runs, [&](const DecodedRuns& decoded) {
            if (part.subtract)
                subtract_runs(tile.log, decoded, part.columns, sums);
            else
                add_runs(tile.log, decoded, part.columns, sums);
        });
}

void add_totals(const TileLog& log, const DecodedRuns& runs, KindSums& totals) {
    for (std::size_t level = 0; level < cache_levels; ++level) {
        LevelSums& sums = level == 0 ? totals.l1 : totals.l2;
        for (std::size_t r = 0; r < runs.count; ++r) {
            const std::uint64_t lookups =
                runs.length[r] * (runs.has_lookups ? std::uint64_t{runs.lookups[level][r]}
                                                   : log.usual_lookups(level, runs.element[r]));
            sums.lookups += lookups;
            sums.hits += lookups * hit_unit - (runs.has_misses[level] ? runs.misses[level][r] : 0U);
            sums.cold += runs.cold[level][r];
            sums.conflict += runs.conflict[level][r];
            sums.distance_sum += runs.distance[level][r] +
                                 std::uint64_t{runs.later_distance[level][r]} * (runs.length[r] - 1U);
        }
    }
    for (std::size_t r = 0; r < runs.count; ++r)
        totals.accesses += runs.length[r];
}

} // namespace hitmap
