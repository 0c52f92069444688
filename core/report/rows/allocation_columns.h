#pragma once

#include "core/report/column/report_column.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// A row of the table of the allocations of a recording.
struct AllocationRow {
    std::string label; ///< from allocation_labels()
    const Allocation& allocation;
};
[[nodiscard]] const ReportColumns<AllocationRow>& allocation_report_columns();

} // namespace hitmap
