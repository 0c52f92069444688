#pragma once

#include "core/profile/query/profile.h"
#include "core/report/rows/level_columns.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// A row of sums of a kind of element, a frame, an SM, a launch, a group of elements or an allocation.
/// Unknown values are not set.
struct SumsRow {
    std::string name;
    std::optional<std::uint64_t> elements{};
    std::optional<std::uint64_t> elements_accessed{};
    std::optional<std::uint64_t> accesses{};
    std::optional<std::uint64_t> requests{};
    std::optional<std::uint64_t> sectors{};
    ReportedLevels levels{};
    std::array<std::optional<double>, 2> misses{}; ///< [levels]
    /// [levels] mean over look-ups of lines that were used before.
    std::array<std::optional<double>, 2> mean_distance{};
};

/// Make rows for text tables and the window: levels without look-ups are undefined.
[[nodiscard]] SumsRow sums_row(std::string name, const LevelSums& l1, const LevelSums& l2);
[[nodiscard]] SumsRow sums_row(std::string name, const KindSums& sums);
[[nodiscard]] SumsRow sums_row(std::string name, const AllocationSums& sums);
/// Makes a row for JSON and CSV: levels without look-ups have 0 hits.
[[nodiscard]] SumsRow counted_row(std::string name, const KindSums& sums);

/// Returns the columns of rows about elements.
/// @param title  title of the names in text
[[nodiscard]] ReportColumns<SumsRow> element_sums_columns(const std::string& title);
/// Returns the columns of rows about allocations.
[[nodiscard]] ReportColumns<SumsRow> allocation_sums_columns();

} // namespace hitmap
