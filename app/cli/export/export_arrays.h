#pragma once

#include "app/cli/options/model_options.h"
#include "core/profile/query/exported_frames.h"
#include "core/trace/io/byte_stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// Simulates the recording and writes the file of `export --npz`.
/// @param groups  some of "accesses", "metrics", "requests", "pixels"
/// @param output  path of the output, whose folder gets temporary files
/// Throws FileError, Cancelled.
void export_arrays(const std::vector<std::string>& groups, const ModelOptions& model,
                   const ExportedFrames& frames, ModelInput& input, const std::string& output,
                   std::unique_ptr<ByteSink> out, const JobContext& job);

/// Estimates the memory in bytes that export_arrays() takes besides simulating.
[[nodiscard]] std::uint64_t estimate_arrays_bytes(const std::vector<std::string>& groups,
                                                  const ExportedFrames& frames, const RecordingInfo& info);

} // namespace hitmap
