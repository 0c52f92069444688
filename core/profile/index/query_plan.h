#pragma once

#include "core/profile/encoding/columns.h"
#include "core/profile/query/time_window.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// A position at which every tile has a snapshot of its sums, and the columns in the snapshot.
struct Stop {
    std::uint64_t position = 0;
    ColumnSet columns;
};

/// How the sums of a window are computed. The plan is the same for every tile:
///
///            origin                                  base
///     ---------|--------------------------------------|-----------> positions
///            [ a ............... window ................. b )
///            [--)  read and subtracted                [---)  read and added
///
///     sums(a, b) = snapshot(base) - snapshot(origin) - read(origin, a) + read(base, b)
///
/// If a stop is on the other side of its end of the window, the part that is read has the opposite sign. Last
/// accesses of elements cannot be subtracted: they come from the latest stop before the end of the window and
/// from the accesses after it.
struct QueryPlan {
    struct Part {
        TimeWindow positions;
        ColumnSet columns;
        bool subtract = false;
    };
    std::size_t base = 0;   ///< index of the stop; 0: the start of the recording
    std::size_t origin = 0; ///< index of the stop; 0: the start of the recording
    /// Index of the stop from which Column::last comes; 0: the start of the recording.
    std::size_t last_base = 0;
    std::vector<Part> parts;
};

/// `stops` must be sorted; stops[0] is the start of the recording, where all sums are 0. Only stops with all
/// `wanted` columns are used. `snapshot_cost`: the cost of reading a snapshot, in accesses read from the log.
[[nodiscard]] QueryPlan plan_query(TimeWindow window, ColumnSet wanted, std::span<const Stop> stops,
                                   std::uint64_t snapshot_cost);

} // namespace hitmap
