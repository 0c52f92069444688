#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// Writes the table of `export --traffic`: a row for each allocation, instruction and source line, in this
/// order. Empty cells are undefined, do not belong to the row's table, or say why look-ups missed where
/// nobody asked (config.explain_misses).
void write_traffic_csv(const RecordingInfo& info, const HierarchyResult& result, TextOutput& out);

} // namespace hitmap
