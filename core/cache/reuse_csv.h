#pragma once

#include "core/cache/reuse_histogram.h"
#include "core/trace/recording.h"

#include <functional>
#include <string>
#include <string_view>

namespace hitmap {

/// Takes the next piece of a text.
using TextSink = std::function<void(std::string_view)>;

/// Miss-ratio curves as a table: for L1 and L2, everything ("") and each allocation that has look-ups, a row
/// for each capacity at which the hits change, and for the present one.
/// `everything`: the name of what is under `all`.
void write_miss_ratio_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                          const std::string& everything = "");
/// Reuse distances as a table: likewise, a row for each power of two of distances; a cold look-up has none.
void write_reuse_histogram_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                               const std::string& everything = "");

} // namespace hitmap
