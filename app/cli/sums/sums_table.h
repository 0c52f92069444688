#pragma once

#include "core/profile/models/headline.h"
#include "core/profile/query/window_sums.h"
#include "core/report/rows/sums_rows.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Format tables as text. Rates are formatted by percent_text(), with hits and look-ups beside them. Without
/// look-ups, the cells are dashes.
[[nodiscard]] std::string kinds_table(std::span<const KindSums> kinds);
[[nodiscard]] std::string allocations_table(const RecordingInfo& info, std::span<const AllocationSums> sums);
/// Formats one row per group. `title` is the title of the column with the numbers of the groups. `levels`:
/// [groups] hits and look-ups; if empty, the sums over all kinds are shown.
[[nodiscard]] std::string groups_table(std::string_view title, std::span<const std::vector<KindSums>> groups,
                                       std::span<const LevelPair> levels = {});
/// Returns "L1 hit rate 67.5 % = 27 hits of 40; L2 hit rate 50.0 % = 2 hits of 4 sectors of requests.\n".
[[nodiscard]] std::string headline_text(const Headline& headline);

} // namespace hitmap
