#pragma once

#include "core/profile/query/profile.h"
#include "core/report/rows/level_columns.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// A row of sums: of a kind of element, a frame, an SM, a launch, a group of elements or an allocation. What
/// is not known is nothing.
struct SumsRow {
    std::string name;
    std::optional<std::uint64_t> elements{};
    std::optional<std::uint64_t> elements_accessed{};
    std::optional<std::uint64_t> accesses{};
    std::optional<std::uint64_t> requests{};
    std::optional<std::uint64_t> sectors{};
    ReportedLevels levels{};
    std::array<std::optional<double>, 2> misses{};        ///< [levels]
    std::array<std::optional<double>, 2> mean_distance{}; ///< [levels] over look-ups of lines used before
};

/// For people: levels without look-ups are undefined.
[[nodiscard]] SumsRow sums_row(std::string name, const LevelSums& l1, const LevelSums& l2);
[[nodiscard]] SumsRow sums_row(std::string name, const KindSums& sums);
[[nodiscard]] SumsRow sums_row(std::string name, const AllocationSums& sums);
/// For programs: levels without look-ups have 0 hits.
[[nodiscard]] SumsRow counted_row(std::string name, const KindSums& sums);

/// Of rows about elements.
/// @param title  of the names, in text
[[nodiscard]] ReportColumns<SumsRow> element_sums_columns(const std::string& title);
/// Of rows about allocations.
[[nodiscard]] ReportColumns<SumsRow> allocation_sums_columns();

} // namespace hitmap
