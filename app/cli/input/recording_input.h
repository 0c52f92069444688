#pragma once

#include "app/cli/options/layout_options.h"
#include "core/jobs/progress.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/model/recording_part.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// Opens a recording of any format, or the part of it, as open_laid_out() does, in the memory layouts that
/// are asked for. Tells on standard error if it gets the layout beside it. Warns on standard error if the
/// layout gives roles and no request accesses such a buffer.
/// @param limit  bytes of memory that it may take in a memory layout; above that, MemoryNeeded is thrown
/// Throws FileError (it cannot be read, is another kind of file, or contradicts its layout)
/// and UsageError (a built-in scene), with messages that say how to record a scene; what HmtFile::part()
/// and relaid_file() throw.
[[nodiscard]] HmtFile open_recording(const std::string& path, const RecordingPart& part,
                                     const JobContext& job, const LayoutChoice& layout = {},
                                     std::uint64_t limit = any_memory);

} // namespace hitmap
