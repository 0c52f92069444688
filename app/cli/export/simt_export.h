#pragma once

#include "app/cli/options/model_options.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// Writes the table of `export --simt` and, if it is not written to standard output, OUT.csv.json beside it,
/// which says how the table was made. Reads the part, layout and threads of `options` alone.
/// @param frames  0: without rows of frames
/// Throws UsageError if `options` restricts what counts; what count_simt() throws.
void export_simt(const std::string& file, const std::string& output, std::uint64_t frames,
                 const ModelOptions& options, const JobContext& job);

} // namespace hitmap
