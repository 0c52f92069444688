#pragma once

#include "core/analysis/comparison/layout_ranking.h"
#include "core/report/rows/level_columns.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A row of a ranking of memory layouts.
struct RankingRow {
    /// From 1; rows with equal printed_misses() have equal ranks, and the next rank counts all of them. No
    /// value: not possible
    std::optional<std::uint64_t> rank;
    std::string layout;    ///< for users: "node-order veb"
    std::string options;   ///< of `hitmap relayout`; empty: as recorded
    std::string result;    ///< "exact", "estimate" or "not possible"
    std::string reason;    ///< of an estimate, or why the layout is not possible; else empty
    ReportedLevels levels; ///< undefined if the layout is not possible
    std::array<CellValue, 2> misses;
    std::array<CellValue, 2> difference; ///< of the misses to those of the layout as recorded
    std::array<CellValue, 2> change;     ///< the same as a part of them
};

/// The rows in the order of ranked_by_misses().
/// @param level  0: ranked by L1 misses, 1: by L2 misses
[[nodiscard]] std::vector<RankingRow> ranking_rows(const std::vector<TriedLayout>& tried, std::size_t level);

[[nodiscard]] ReportColumns<RankingRow> ranking_columns();

} // namespace hitmap
