#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/recording_part.h"

#include <string>

namespace hitmap {

/// Opens a recording of any format, or the part of it, as open_laid_out() does, and tells on standard error
/// if it gets the layout beside it. Warns on standard error if the layout gives roles and no request accesses
/// such a buffer. Throws FileError (it cannot be read, is another kind of file, or contradicts its layout)
/// and UsageError (a built-in scene), with messages that say how to record a scene; what HmtFile::part()
/// throws.
[[nodiscard]] HmtFile open_recording(const std::string& path, const RecordingPart& part,
                                     const JobContext& job, const std::string& layout = {});

} // namespace hitmap
