#pragma once

#include "app/cli/render/render_options.h"

namespace hitmap {

/// Does what `hitmap render` was asked for. Throws UsageError, FileError, Cancelled, and Error if the
/// recording does not have what the panel shows.
void write_render(const RenderOptions& options, const JobContext& job);

} // namespace hitmap
