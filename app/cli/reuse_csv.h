#pragma once

#include "app/cli/output_file.h"
#include "core/cache/miss_stage.h"
#include "core/trace/recording.h"

#include <string>

namespace hitmap {

/// The table of `export --miss-ratio`: for L1 and L2, everything ("") and each allocation that has look-ups,
/// a row for each capacity at which the hits change, and for the present one.
/// `everything`: the name of what is under `all`.
void write_miss_ratio_csv(const RecordingInfo& info, const ReuseReport& reuse, TextOutput& out,
                          const std::string& everything = "");
/// The table of `export --reuse-histogram`: likewise, a row for each power of two of distances; a cold
/// look-up has none.
void write_reuse_histogram_csv(const RecordingInfo& info, const ReuseReport& reuse, TextOutput& out,
                               const std::string& everything = "");

} // namespace hitmap
