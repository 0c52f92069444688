#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/pipeline/hierarchy_result.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// Writes the table of `export --traffic`: one row for each allocation, instruction and source line, in this
/// order. A cell is empty if its value is undefined, if it does not belong to the row's table, or if it is a
/// class of misses and config.explain_misses is not set.
void write_traffic_csv(const RecordingInfo& info, const HierarchyResult& result, TextOutput& out);

} // namespace hitmap
