#pragma once

#include "app/cli/options/render_options.h"
#include "app/cli/render/render_sides.h"
#include "app/sequence/sequence_output.h"

#include <memory>

namespace hitmap {

/// Throws UsageError or FileError if the options do not describe a sequence that can be drawn, or its output.
void check_sequence(const RenderOptions& options);
/// Throws UsageError that says what to do if one picture has the ending of a sequence alone, such as ".apng".
void refuse_sequence_format(const std::string& path);
/// Opens the output of the sequence that the options describe. Throws what open_sequence() throws.
[[nodiscard]] std::unique_ptr<SequenceOutput> open_sequence_of(const RenderOptions& options, FrameSize size,
                                                               const JobContext& job);

/// Draws the sequence of a recording and writes it.
/// @param side   with its scene if a mesh or the framebuffer is drawn
/// @param state  what the options say
/// @param profile  of the side; null with --panel image and --panel addresses
void render_sequence(const RenderOptions& options, const RenderedSide& side, const Profile* profile,
                     const ViewState& state, FrameSize size, SequenceOutput& output, const JobContext& job);
/// Draws the sequence of the differences of two recordings, of their meshes or their images, and writes it.
void render_difference_sequence(const RenderOptions& options, const RenderedSide& a, const RenderedSide& b,
                                FrameSize size, SequenceOutput& output, const JobContext& job);

} // namespace hitmap
