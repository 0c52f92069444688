#pragma once

#include "core/report/rows/sums_columns.h"
#include "core/trace/model/recording.h"

#include <span>
#include <vector>

namespace hitmap {

/// Return the rows of the tables of kinds of elements, with their sum at the end, and of allocations.
[[nodiscard]] std::vector<SumsRow> kind_rows(std::span<const KindSums> kinds);
[[nodiscard]] std::vector<SumsRow> sums_of_allocations(const RecordingInfo& info,
                                                       std::span<const AllocationSums> sums);

} // namespace hitmap
