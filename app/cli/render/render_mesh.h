#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/options/render_options.h"
#include "core/profile/query/profile.h"

namespace hitmap {

/// Draws the mesh of a recording, which must have one. `state` is what the options say.
void render_mesh(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                 const ViewState& state, FrameSize size, PictureOutput& output, const JobContext& job);

/// Warns if marks of a mesh picture look alike with the colour vision of the options.
void warn_of_map(const RenderOptions& options, const View& view, bool difference, const ColourBarText& bar);

} // namespace hitmap
