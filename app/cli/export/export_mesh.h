#pragma once

#include "app/cli/export/export_options.h"

namespace hitmap {

/// Throws UsageError if a metric does not exist.
void check(const MeshExportOptions& options);

} // namespace hitmap
