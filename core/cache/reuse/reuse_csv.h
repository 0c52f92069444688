#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/trace/model/recording.h"

#include <functional>
#include <string>
#include <string_view>

namespace hitmap {

/// Receives the next part of a text.
using TextSink = std::function<void(std::string_view)>;

/// Writes miss-ratio curves as a table. Each level (L1 and L2) has curves of everything and of each
/// allocation, instruction and source line with look-ups, with a row for each capacity at which the hits
/// change, and for the present capacity. `elements`: the elements whose look-ups are counted under `all`,
/// such as "face:12,13"; "" for all.
void write_miss_ratio_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                          const std::string& elements = "");
/// Writes reuse distances as a table of the same form, with a row for each power of two of distances. A cold
/// look-up has no distance.
void write_reuse_histogram_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                               const std::string& elements = "");

} // namespace hitmap
