#pragma once

#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"
#include "widgets/table/table_model.h"

#include <vector>

namespace hitmap {

/// Quantity, configured, inferred.
[[nodiscard]] std::vector<TableColumn> probe_columns();
/// @param unit  null for what was measured: nothing is configured then
[[nodiscard]] std::vector<TableRow> probe_rows(const ProbeUnit* unit, const ProbeResult& result);

} // namespace hitmap
