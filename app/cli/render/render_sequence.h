#pragma once

#include "app/cli/render/render_options.h"
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

} // namespace hitmap
