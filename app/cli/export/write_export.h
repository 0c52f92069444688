#pragma once

#include "app/cli/export/export_output.h"

#include <string_view>

namespace hitmap {

/// Does what `hitmap export` was asked for. Throws UsageError, FileError, Cancelled, and Error if there is
/// less memory than it needs.
void write_export(const ExportOptions& options, const JobContext& job);

/// Writes OUT.json beside an output, which says how it was made. Writes nothing if the output is written to
/// standard output.
/// @param table  the name of the output
void write_export_provenance(std::string_view table, const ExportInput& input);

} // namespace hitmap
