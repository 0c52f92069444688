#pragma once

#include "core/cache/results/level.h"
#include "core/report/column/report_column.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hitmap {

/// A row of the table of occupancy: the lines that a level holds at the end of a frame for one allocation.
struct OccupancyRow {
    std::uint64_t frame = 0;
    Level level{};
    CellValue kind;       ///< "allocation"; "none", lines of no allocation; or "empty", ways without a line
    CellValue allocation; ///< its name; undefined for the other kinds
    std::uint64_t lines = 0;  ///< in all caches of the level
    std::uint64_t caches = 1; ///< number of these
    std::uint64_t lines_a_cache = 1;
};

[[nodiscard]] ReportColumns<OccupancyRow> occupancy_columns();

/// The caches of a level whose lines are counted together.
struct OccupiedCaches {
    Level level{};
    std::uint64_t caches = 1; ///< number of caches
    std::uint64_t lines_a_cache = 1;
};

/// Calls visit(row) for each frame: the allocations that have lines in some frame, lines of no allocation if
/// there are some, and ways without a line.
/// @param labels          [allocations] their names
/// @param for_each_frame  as OccupancySink::for_each_frame() of the level; called twice
template <class ForEachFrame, class Visit>
void for_each_occupancy_row(const std::vector<std::string>& labels, const OccupiedCaches& of,
                            const ForEachFrame& for_each_frame, const Visit& visit) {
    std::vector<bool> is_ever(labels.size() + 1);
    for_each_frame([&](std::size_t /*frame*/, const std::vector<std::uint64_t>& lines) {
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (lines[i] != 0) is_ever[i] = true;
    });
    for_each_frame([&](std::size_t frame, const std::vector<std::uint64_t>& lines) {
        const auto give = [&](const char* kind, const CellValue& allocation, std::uint64_t count) {
            visit(OccupancyRow{frame, of.level, kind, allocation, count, of.caches, of.lines_a_cache});
        };
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (is_ever[i]) give("allocation", labels[i], lines[i]);
        if (is_ever.back()) give("none", {}, lines.back());
        const std::uint64_t held = std::accumulate(lines.begin(), lines.end(), std::uint64_t{0});
        give("empty", {}, of.caches * of.lines_a_cache - held);
    });
}

} // namespace hitmap
