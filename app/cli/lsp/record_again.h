#pragma once

#include "app/cli/lsp/project_file.h"
#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Returns the arguments of `hitmap trace` that make a recording of the reference ray tracer again, with its
/// options and, if it is given, the camera of that file. The scene is looked for in the working folder and
/// beside the recording. Throws Error if the recording is of another program or its scene is not found.
[[nodiscard]] std::vector<std::string>
trace_arguments(const RecordingInfo& info, const std::string& recording, const std::string& camera_file);

/// Runs the command of the project, or else `hitmap trace` with the options of the recording, and waits for
/// its end. Throws Error (it failed, there is nothing to run) and Cancelled, which ends the command.
void record_again(const RecordingInfo& info, const std::string& recording,
                  const std::optional<ProjectFile>& project, const JobContext& job);

} // namespace hitmap
