#pragma once

#include "core/cache/results/traffic_sums.h"
#include "core/report/rows/level_columns.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// A row of the tables of traffic: what went through the caches for an allocation, an instruction, a source
/// line or everything. What is not known is nothing.
struct TrafficRow {
    std::string name;
    std::optional<std::uint64_t> requests{};
    std::optional<AllocationSums> sums{};
    AllocationSums all{}; ///< what shares are of
    ReportedLevels levels{};
    std::optional<MovedBytes> moved{};
    std::optional<std::array<MissClasses, 2>> misses{}; ///< [levels] why look-ups missed
};

/// Of the hierarchy model.
/// @param all        what shares are of
/// @param explained  the model was asked why look-ups missed
[[nodiscard]] TrafficRow traffic_row(std::string name, const TrafficSums& sums, const TrafficSums& all,
                                     bool explained);

/// What the rows of a table of traffic are.
enum class TrafficOf : std::uint8_t { allocations, source_lines };

/// The name, which programs get in columns of their own, and all numbers but those of miss_class_columns().
[[nodiscard]] const ReportColumns<TrafficRow>& traffic_columns(TrafficOf of);
/// Cold, capacity and conflict misses of both levels. `hitmap simulate` prints a table of their own of them.
[[nodiscard]] const ReportColumns<TrafficRow>& miss_class_columns();

} // namespace hitmap
