#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/export/export_options.h"

namespace hitmap {

/// Simulates the recording and writes a table for which is_of_hierarchy() is true. Throws UsageError, and
/// FileError if the recording lacks what the table is of.
void write_hierarchy_table(const ExportOptions& options, HierarchyConfig config, ModelInput& input,
                           TextOutput& text, const JobContext& job);

} // namespace hitmap
