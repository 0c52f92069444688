#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/request.h"
#include "tests/cache/hierarchy_reference.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace hitmap::test {

/// A recording in memory, and what the cache models say about it.
struct NaiveRecording {
    const RecordingInfo& info;
    const std::vector<Request>& requests;
    std::vector<LaneTagRun> tags;          ///< of each lane in rising order of requests
    std::vector<ReferenceRequest> traffic; ///< [requests] of the hierarchy model; may be empty
    std::vector<AccessOutcome> outcomes;   ///< of element accesses, of the other model; may be empty
};
/// What counts.
struct NaiveSelection {
    TimeWindow window;
    std::function<bool(const LaneTag&)> rays = [](const LaneTag&) { return true; };
    std::optional<std::size_t> allocation{};
    std::optional<std::uint32_t> instruction{};
    /// Accesses to these elements, and the requests of lanes with such an access; empty: all.
    std::function<bool(std::size_t kind, std::uint64_t element)> elements{};
};

/// Reference of PixelTableBuilder: searches all tags, all allocations and all elements for each lane. Pixels
/// outside the framebuffer are included.
[[nodiscard]] std::map<std::uint32_t, PixelSums> naive_pixels(const NaiveRecording& recording,
                                                              const NaiveSelection& selection);

} // namespace hitmap::test
