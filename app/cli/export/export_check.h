#pragma once

#include "app/cli/export/export_output.h"

namespace hitmap {

/// Returns the one output that the options ask for. Throws UsageError if there is none or another one, if an
/// option is given that the output does not take, or if options contradict each other.
[[nodiscard]] const ExportOutput& check(const ExportOptions& options);

/// The path that the options give to an output of export_outputs().
[[nodiscard]] const std::string& path_of(const ExportOutput& output, const ExportOptions& options);

} // namespace hitmap
