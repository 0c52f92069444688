#pragma once

#include "core/profile/sums/sm_table.h"
#include "core/report/column/report_column.h"

#include <cstddef>

namespace hitmap {

/// A row of the table of SMs: one SM in some frames.
struct SmRow {
    std::size_t sm = 0;
    SmSums sums;
    SmSums all; ///< of all SMs
    std::size_t sms = 1;
};

/// Returns the columns of the table of SMs.
[[nodiscard]] const ReportColumns<SmRow>& sm_columns();

} // namespace hitmap
