#pragma once

#include "core/profile/encoding/columns.h"
#include "core/profile/query/time_window.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// A position at which every tile has a snapshot of its sums, and the columns in it.
struct Stop {
    std::uint64_t position = 0;
    ColumnSet columns;
};

/// How the sums of a window are put together, the same for every tile:
///
///            origin                                  base
///     ---------|--------------------------------------|-----------> positions
///            [ a ............... window ................. b )
///            [--)  read and subtracted                [---)  read and added
///
///     sums(a, b) = snapshot(base) - snapshot(origin) - read(origin, a) + read(base, b)
///
/// Either part can lie on the other side of its stop, with the other sign. The last access of an element
/// cannot be subtracted: it comes from the latest stop before the window's end and what is read from there
/// on.
struct QueryPlan {
    struct Part {
        TimeWindow positions;
        ColumnSet columns;
        bool subtract = false;
    };
    std::size_t base = 0;      ///< index of the stop; 0: none
    std::size_t origin = 0;    ///< index of the stop; 0: none
    std::size_t last_base = 0; ///< index of the stop that Column::last comes from; 0: none
    std::vector<Part> parts;
};

/// `stops` rise; stops[0] is the begin of the recording, where all sums are 0. Uses stops that have all
/// columns `wanted`. `snapshot_cost`: reading one costs as much as reading so many accesses.
[[nodiscard]] QueryPlan plan_query(TimeWindow window, ColumnSet wanted, std::span<const Stop> stops,
                                   std::uint64_t snapshot_cost);

} // namespace hitmap
