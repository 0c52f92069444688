#pragma once

#include "app/cli/options/model_options.h"
#include "core/profile/query/exported_frames.h"
#include "core/profile/query/metric.h"
#include "core/trace/io/byte_stream.h"

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The options of `export --ply`, `--vtp` and `--gltf`.
struct MeshExportOptions {
    std::string kind;                 ///< of an exported kind: "face", "box"; empty: face
    std::vector<std::string> metrics; ///< empty: all that the profile can answer
};

/// Adds --kind and --metric.
void add_mesh_export_options(CLI::App& command, MeshExportOptions& options);
/// Throws UsageError if a metric does not exist.
void check(const MeshExportOptions& options);

/// Simulates the recording and writes its faces or boxes with metrics.
/// @param format  "ply", "vtp" or "gltf"
/// Throws FileError, UsageError (a metric that the model does not know), Cancelled.
void export_mesh(std::string_view format, const MeshExportOptions& options, const ModelOptions& model,
                 const ExportedFrames& frames, ModelInput& input, ByteSink& out, const JobContext& job);

} // namespace hitmap
