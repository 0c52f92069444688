#pragma once

#include "core/profile/models/headline.h"
#include "core/profile/query/window_sums.h"
#include "core/trace/model/recording.h"
#include "widgets/table/table_model.h"

#include <span>
#include <vector>

namespace hitmap {

/// The sums of a window.
struct StatisticsSums {
    Headline headline;
    CountedAs counting;
    std::vector<KindSums> kinds; ///< [element_kinds()]
    QString no_elements{};       ///< why numbers of elements are not known; empty: they are
    bool knows_distances = true; ///< whether the model has reuse distances
};

[[nodiscard]] std::vector<TableColumn> statistics_columns();
/// Returns a row for the headline if it does not count elements, one for all elements, and one for each kind
/// and each allocation.
/// @param elements     [element_kinds()]
/// @param allocations  [info.allocations], or empty if they are not known yet
[[nodiscard]] std::vector<TableRow> statistics_rows(const RecordingInfo& info, const StatisticsSums& sums,
                                                    std::span<const std::uint64_t> elements,
                                                    std::span<const AllocationSums> allocations);

} // namespace hitmap
