#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/contents/eviction_report.h"
#include "core/cache/contents/held_lines.h"
#include "core/cache/contents/occupancy_sink.h"
#include "core/trace/model/recording.h"

#include <vector>

namespace hitmap {

/// Writes the table of `export --evictions`. Throws FileError (output), Cancelled.
void write_eviction_csv(const RecordingInfo& info, const EvictionReport& report, TextOutput& out);
/// Writes the table of `export --occupancy`: for each frame and level a row for each allocation that ever has
/// lines in the level, one for lines of no allocation if there ever are any, and one for ways without a line.
/// Throws FileError (output), Cancelled.
void write_occupancy_csv(const RecordingInfo& info, const OccupancySink& occupancy, TextOutput& out);
/// Writes the table of `export --held-lines`: for each frame, and in it for each cache, a row for each line.
/// Throws FileError (output), Cancelled.
void write_held_lines_csv(const RecordingInfo& info, const std::vector<HeldLines>& caches, TextOutput& out);

} // namespace hitmap
