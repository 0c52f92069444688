#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/evictions/eviction_report.h"
#include "core/cache/occupancy/occupancy_sink.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// Writes the table of `export --evictions`. Throws FileError (output), Cancelled.
void write_eviction_csv(const RecordingInfo& info, const EvictionReport& report, TextOutput& out);
/// Writes the table of `export --occupancy`: for each frame and level a row for each allocation that ever has
/// lines in the level, one for lines of no allocation if there ever are any, and one for ways without a line.
/// Throws FileError (output), Cancelled.
void write_occupancy_csv(const RecordingInfo& info, const OccupancySink& occupancy, TextOutput& out);

} // namespace hitmap
