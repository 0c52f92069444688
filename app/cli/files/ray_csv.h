#pragma once

#include "app/cli/base/output_file.h"
#include "core/jobs/progress.h"
#include "core/trace/hmt/file/hmt_reader.h"

namespace hitmap {

/// Writes a row for each lane of each ray event, in order. Numbers have as many digits as make them exact; a
/// NaN is `nan` or `-nan`, whatever its other bits are. Fields that a kind of event does not have are empty.
/// Throws FileError, Cancelled.
void write_ray_csv(const HmtFile& recording, TextOutput& out, const JobContext& job);

} // namespace hitmap
