#pragma once

#include "core/jobs/progress.h"
#include "core/layout/apply/open_laid_out.h"

#include <string>

namespace hitmap {

/// Returns the contents of the file. Throws FileError (it cannot be read, or is larger than 64 MiB).
[[nodiscard]] std::string read_text_file(const std::string& path);

/// The description of the argument FILE of commands that read a recording.
inline constexpr const char* recording_help = "Recording: .hmt, or one of another program (docs/import.md)";

/// Opens a recording as open_laid_out() does, and tells on standard error if it gets the layout beside it.
/// Throws FileError (it cannot be read, is another kind of file, or contradicts its layout) and UsageError (a
/// built-in scene), with messages that say how to record a scene.
[[nodiscard]] LaidOutRecording open_recording_file(const std::string& path, const JobContext& job,
                                                   const std::string& layout, const RecordingPart& part);

} // namespace hitmap
