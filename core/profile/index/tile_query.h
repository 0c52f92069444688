#pragma once

#include "core/profile/index/query_plan.h"
#include "core/profile/index/tile_log.h"
#include "core/profile/index/tile_snapshot.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// One tile of the index.
struct Tile {
    ElementKindId kind = 0;
    std::uint64_t first_slot = 0; ///< of its kind
    std::uint32_t slot_count = 0;
    TileLog log;
    std::vector<TileSnapshot> snapshots; ///< [stops - 1]: the one of stop i is snapshots[i - 1]
};

/// Adds the runs' columns `wanted` to the sums of their elements.
void add_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums);
/// Subtracts; `wanted` is without Column::last.
void subtract_runs(const TileLog& log, const DecodedRuns& runs, ColumnSet wanted, TileSums& sums);

/// The columns `wanted` of a plan made for them; extra look-ups are left out where the log is regular. `runs`
/// is scratch.
void query_tile(const Tile& tile, const QueryPlan& plan, ColumnSet wanted, TileSums& sums, DecodedRuns& runs);

/// Totals of a tile's runs; elements_accessed is left alone. The runs were decoded with every column.
void add_totals(const TileLog& log, const DecodedRuns& runs, KindSums& totals);

} // namespace hitmap
