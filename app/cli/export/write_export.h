#pragma once

#include "app/cli/export/export_output.h"

namespace hitmap {

/// Does what `hitmap export` was asked for. Throws UsageError, FileError, Cancelled, and Error if there is
/// less memory than it needs.
void write_export(const ExportOptions& options, const JobContext& job);

} // namespace hitmap
