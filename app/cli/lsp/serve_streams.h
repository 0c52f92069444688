#pragma once

#include "app/cli/options/model_options.h"
#include "core/jobs/progress.h"

#include <string>

namespace hitmap {

/// Runs the language server on standard input and output until the client ends it. Throws Error if the client
/// ends it without `shutdown`, closes its output before `exit`, or sends something else than messages.
/// @param recording  path; empty: that of the project file of the sources
void serve_standard_streams(const std::string& recording, const ModelOptions& options, const JobContext& job);

} // namespace hitmap
