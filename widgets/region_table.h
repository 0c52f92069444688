#pragma once

#include "core/analysis/worst_regions.h"
#include "widgets/table_model.h"

#include <vector>

namespace hitmap {

[[nodiscard]] std::vector<TableColumn> region_columns();
[[nodiscard]] std::vector<TableRow> region_rows(const std::vector<WorstRegion>& regions);

} // namespace hitmap
