#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <memory>
#include <string>

namespace hitmap {

/// Returns the contents of the file. Throws FileError (it cannot be read, or is larger than 64 MiB).
[[nodiscard]] std::string read_text_file(const std::string& path);

/// Opens a recording, with its layout: that of the file `layout`, or else that of the file beside the
/// recording if there is one, which is told on standard error. Throws FileError (it cannot be read, or is
/// another kind of file) and UsageError (a built-in scene), with messages that say how to record a scene;
/// Error if recording and layout contradict each other.
[[nodiscard]] std::unique_ptr<ByteSource> open_recording_file(const std::string& path, const JobContext& job,
                                                              const std::string& layout = {});

} // namespace hitmap
