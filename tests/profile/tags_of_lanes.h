#pragma once

#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <vector>

namespace hitmap::test {

[[nodiscard]] inline LaneTagRun tag_run(std::uint64_t request, std::uint32_t launch, std::uint32_t warp,
                                        unsigned lane, const LaneTag& tag) {
    return {RequestIndex(request), launch, warp, static_cast<std::uint8_t>(lane), tag};
}

/// Returns tags for some lanes of some warps of a synthetic stream, with up to 3 work items more than there
/// are pixels, ray kinds 0 to 3 and bounces 0 to 2, in the order of files.
[[nodiscard]] std::vector<LaneTagRun> random_tags(std::uint64_t requests, std::uint32_t pixels);

/// Returns the last tag of the lane up to its access by a linear search; null if there is none. `tags`: those
/// of each lane in rising order.
[[nodiscard]] const LaneTagRun* tag_at(const std::vector<LaneTagRun>& tags, const RequestView& block,
                                       const ElementAccess& access);

} // namespace hitmap::test
