#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <memory>
#include <string>

namespace hitmap {

/// The whole file. Throws FileError (cannot be read, larger than 64 MiB).
[[nodiscard]] std::string read_text_file(const std::string& path);

/// A file that is to be a recording. Throws FileError (cannot be read; another file) and UsageError (a
/// built-in scene), which say how a scene is recorded.
[[nodiscard]] std::unique_ptr<ByteSource> open_recording_file(const std::string& path, const JobContext& job);

} // namespace hitmap
