#pragma once

#include "app/cli/options/model_options.h"
#include "core/profile/query/exported_frames.h"
#include "core/trace/io/byte_stream.h"

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// Simulates the recording and writes the file of `export --npz`.
/// @param groups  some of "accesses", "metrics", "requests"
/// @param output  path of the output, whose folder gets temporary files
/// Throws FileError, Cancelled.
void export_arrays(const std::vector<std::string>& groups, const ModelOptions& model,
                   const ExportedFrames& frames, ModelInput& input, const std::string& output,
                   std::unique_ptr<ByteSink> out, const JobContext& job);

} // namespace hitmap
