#pragma once

#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"
#include "widgets/table/table_model.h"

#include <vector>

namespace hitmap {

/// Returns the columns: quantity, configured value, inferred value.
[[nodiscard]] std::vector<TableColumn> probe_columns();
/// @param unit  null for measurements; no configured values are shown then
[[nodiscard]] std::vector<TableRow> probe_rows(const ProbeUnit* unit, const ProbeResult& result);

} // namespace hitmap
