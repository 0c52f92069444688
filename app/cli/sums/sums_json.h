#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/array/cache_geometry.h"
#include "core/profile/query/window_sums.h"
#include "core/profile/sums/level_groups.h"
#include "core/report/rows/sums_columns.h"

#include <span>

namespace hitmap {

/// Returns {"hits", "lookups", "hit_rate"}; undefined values are null.
[[nodiscard]] Json level_json(const ReportedLevel& level);
/// Returns {"capacity", "line", "ways"} followed by the same.
[[nodiscard]] Json level_json(const CacheGeometry& geometry, const LevelSums& sums);
/// Returns {"box": {"accesses", "l1_hits", ...}, ..., "pixel": {"accesses"}}.
/// @param pixels_too  the model also makes look-ups for kinds that otherwise have none
[[nodiscard]] Json elements_json(std::span<const KindSums> kinds, bool pixels_too = false);
/// Returns {"l1", "l2", "elements"} of a group (frame, SM or launch).
[[nodiscard]] Json group_json(std::span<const KindSums> kinds);
/// The same for a model that counts sectors of requests, where the levels are not the sums of the elements.
[[nodiscard]] Json group_json(std::span<const KindSums> kinds, const LevelPair& levels);
/// Returns the table of allocations. Hits and look-ups are null for allocations that the model does not
/// simulate.
[[nodiscard]] Json allocations_json(const RecordingInfo& info, std::span<const AllocationSums> sums);

} // namespace hitmap
