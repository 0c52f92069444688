#pragma once

#include "core/profile/derived/headline.h"
#include "core/profile/query/window_sums.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Tables as text: rates as percent_text() has them, hits and look-ups beside them, a dash where there
/// are no look-ups.
[[nodiscard]] std::string kinds_table(std::span<const KindSums> kinds);
[[nodiscard]] std::string allocations_table(const RecordingInfo& info, std::span<const AllocationSums> sums);
/// One row a group; `title` heads the column of numbers. `levels`: [groups] hits and look-ups, or empty where
/// they are those of the kinds together.
[[nodiscard]] std::string groups_table(std::string_view title, std::span<const std::vector<KindSums>> groups,
                                       std::span<const LevelPair> levels = {});
/// "L1 hit rate 67.5 % = 27 hits of 40; L2 hit rate 50.0 % = 2 hits of 4 sectors of requests.\n"
[[nodiscard]] std::string headline_text(const Headline& headline);

} // namespace hitmap
