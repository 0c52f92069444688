#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/array/cache_geometry.h"
#include "core/profile/query/window_sums.h"
#include "core/profile/sums/level_groups.h"
#include "core/report/rows/sums_columns.h"

#include <span>

namespace hitmap {

/// {"hits", "lookups", "hit_rate"}; null where they are undefined.
[[nodiscard]] Json level_json(const ReportedLevel& level);
/// The same after {"capacity", "line", "ways"}.
[[nodiscard]] Json level_json(const CacheGeometry& geometry, const LevelSums& sums);
/// {"box": {"accesses", "l1_hits", ...}, ..., "pixel": {"accesses"}}.
/// `pixels_too`: kinds that have no look-ups of their own have them in the model.
[[nodiscard]] Json elements_json(std::span<const KindSums> kinds, bool pixels_too = false);
/// {"l1", "l2", "elements"} of a group (frame, SM, launch).
[[nodiscard]] Json group_json(std::span<const KindSums> kinds);
/// The same where the model counts sectors of requests: levels are not the sums of elements.
[[nodiscard]] Json group_json(std::span<const KindSums> kinds, const LevelPair& levels);
/// The table of allocations; hits and look-ups of those that the model does not look at are null.
[[nodiscard]] Json allocations_json(const RecordingInfo& info, std::span<const AllocationSums> sums);

} // namespace hitmap
