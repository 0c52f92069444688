#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <memory>

namespace hitmap {

/// The tables of a recording with the contents of its buffers. Throws FileError.
[[nodiscard]] RecordingInfo info_with_contents(const HmtFile& file);

/// Gives the sink everything that the recording holds, from begin() to finish(): tables, scene, contents,
/// requests and lane tags. Throws FileError, Cancelled and what the sink throws.
void copy_recording(const HmtFile& file, RecordingSink& sink, ThreadPool& pool, const JobContext& job = {});

/// Writes a recording as a file of its own. The file of a whole recording is copied byte for byte. Of a part,
/// only the part is written. Throws FileError, Cancelled.
void write_recording(const HmtFile& file, std::unique_ptr<ByteSink> out, ThreadPool& pool,
                     const JobContext& job = {});

} // namespace hitmap
