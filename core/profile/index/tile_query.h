#pragma once

#include "core/profile/index/query_plan.h"
#include "core/profile/index/tile_log.h"
#include "core/profile/index/tile_snapshot.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A tile of the time index: a range of slots of one kind with its log and snapshots.
struct Tile {
    ElementKindId kind = 0;
    std::uint64_t first_slot = 0; ///< first slot, counted within its kind
    std::uint32_t slot_count = 0;
    TileLog log;
    std::vector<TileSnapshot> snapshots; ///< [stops - 1]: the one of stop i is snapshots[i - 1]
};

/// Adds the columns `wanted` of the runs to the sums of their elements.
void add_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums);
/// Subtracts them. `wanted` must not contain Column::last.
void subtract_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums);

/// Computes the columns `wanted` according to a plan that was made for them. Extra look-ups are left out if
/// the log is regular. `runs` is scratch memory.
void query_tile(const Tile& tile, const QueryPlan& plan, ColumnSet wanted, TileSums& sums, DecodedRuns& runs);

/// Adds the runs of a tile to `totals`, except elements_accessed. The runs must be decoded with all columns.
void add_totals(const TileLog& log, const DecodedRuns& runs, KindSums& totals);

} // namespace hitmap
