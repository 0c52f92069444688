#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/input/model_input.h"

#include <string>

namespace hitmap {

/// Writes the table of `export --accesses --pixel X,Y`: all accesses of the lanes that serve the pixel, of
/// elements or not. A restriction leaves out accesses of other rays, allocations and instructions. Throws
/// UsageError if `pixel` is not X,Y, and FileError if the recording has no such pixel or no lane tags.
void write_pixel_accesses(const std::string& pixel, const ModelConfig& config, const Restriction& only,
                          ModelInput& input, TextOutput& out, const JobContext& job);

} // namespace hitmap
