#pragma once

#include "app/cli/output_file.h"
#include "core/cache/hierarchy.h"

namespace hitmap {

/// Writes the table of `export --traffic`: a row for each allocation, instruction and source line, in this
/// order. Empty cells are undefined, or do not belong to the row's table.
void write_traffic_csv(const RecordingInfo& info, const HierarchyResult& result, TextOutput& out);

} // namespace hitmap
