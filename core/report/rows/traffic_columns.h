#pragma once

#include "core/cache/results/traffic_sums.h"
#include "core/report/rows/level_columns.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// A row of the tables of traffic: the traffic of an allocation, an instruction, a source line, or the total.
/// Unknown values are not set.
struct TrafficRow {
    std::string name;
    std::optional<std::uint64_t> requests{};
    std::optional<AllocationSums> sums{};
    AllocationSums all{}; ///< the total that shares refer to
    ReportedLevels levels{};
    std::optional<MovedBytes> moved{};
    std::optional<std::array<MissClasses, 2>> misses{}; ///< [levels] reasons of misses
};

/// Makes a row from sums of the hierarchy model.
/// @param all        the total that shares refer to
/// @param explained  the model gave the reasons of misses
[[nodiscard]] TrafficRow traffic_row(std::string name, const TrafficSums& sums, const TrafficSums& all,
                                     bool explained);

/// The kind of rows of a traffic table.
enum class TrafficOf : std::uint8_t { allocations, source_lines };

/// Returns the name (CSV and JSON write their own columns for it) and all numbers except those of
/// miss_class_columns().
[[nodiscard]] const ReportColumns<TrafficRow>& traffic_columns(TrafficOf of);
/// Returns cold, capacity and conflict misses of both levels. `hitmap simulate` prints them as a separate
/// table.
[[nodiscard]] const ReportColumns<TrafficRow>& miss_class_columns();

} // namespace hitmap
