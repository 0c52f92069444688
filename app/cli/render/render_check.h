#pragma once

#include "app/cli/render/render_options.h"

namespace hitmap {

/// Checks the options as far as possible before a recording is opened. Throws UsageError, FileError.
/// @param config  of the recording
void check_options(const RenderOptions& options, const ModelConfig& config);

} // namespace hitmap
