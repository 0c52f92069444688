#pragma once

#include "core/profile/profile.h"
#include "core/trace/recording.h"
#include "widgets/table_model.h"

#include <span>
#include <vector>

namespace hitmap {

[[nodiscard]] std::vector<TableColumn> statistics_columns();
/// A row for everything together, each kind of element, and each allocation.
/// @param totals, elements  [element_kinds()]
/// @param allocations       [info.allocations], or empty where they are not known yet
[[nodiscard]] std::vector<TableRow> statistics_rows(const RecordingInfo& info,
                                                    std::span<const KindSums> totals,
                                                    std::span<const std::uint64_t> elements,
                                                    std::span<const AllocationSums> allocations);

} // namespace hitmap
