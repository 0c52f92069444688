#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/trace/model/recording.h"

#include <functional>
#include <string>
#include <string_view>

namespace hitmap {

/// Takes the next piece of a text.
using TextSink = std::function<void(std::string_view)>;

/// Miss-ratio curves as a table: for L1 and L2, everything and each allocation, instruction and source line
/// that has look-ups, a row for each capacity at which the hits change, and for the present one.
/// `elements`: whose look-ups are under `all`, as in "face:12,13"; "": everything's.
void write_miss_ratio_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                          const std::string& elements = "");
/// Reuse distances as a table: likewise, a row for each power of two of distances; a cold look-up has none.
void write_reuse_histogram_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                               const std::string& elements = "");

} // namespace hitmap
