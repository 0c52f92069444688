#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/base/sequence_output.h"
#include "app/cli/options/render_options.h"
#include "core/profile/query/profile.h"

#include <memory>

namespace hitmap {

/// Draws the mesh of a recording, which must have one. `state` is what the options say.
void render_mesh(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                 const ViewState& state, FrameSize size, PictureOutput& output, const JobContext& job);

/// Throws UsageError or FileError if the options do not describe a sequence, or its output.
void check_mesh_sequence(const RenderOptions& options);
/// Opens the output of the sequence that the options describe. Throws what open_sequence() throws.
[[nodiscard]] std::unique_ptr<SequenceOutput> open_mesh_sequence(const RenderOptions& options, FrameSize size,
                                                                 const JobContext& job);
/// As render_mesh(), for each picture of the sequence.
void render_mesh_sequence(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                          const ViewState& state, FrameSize size, SequenceOutput& output,
                          const JobContext& job);

/// Warns if marks of a mesh picture look alike with the colour vision of the options.
void warn_of_map(const RenderOptions& options, const View& view, bool difference, const ColourBarText& bar);

} // namespace hitmap
