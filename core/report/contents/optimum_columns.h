#pragma once

#include "core/cache/results/level.h"
#include "core/cache/results/optimum_sums.h"
#include "core/report/column/report_column.h"

#include <string>

namespace hitmap {

/// A row of the table of the limit by optimal replacement: a level.
struct OptimumRow {
    Level level;
    std::string cache; ///< text of the cache, with its policy
    OptimumSums sums;
};

[[nodiscard]] ReportColumns<OptimumRow> optimum_columns();

} // namespace hitmap
