#pragma once

#include "core/cache/results/counted_parts.h"
#include "core/jobs/progress.h"
#include "core/profile/accesses/lane_access.h"
#include "core/profile/accesses/lane_runs.h"
#include "core/profile/filter/ray_selection.h"
#include "core/profile/query/time_window.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace hitmap {

/// Describes accesses of lanes. Members without a value do not restrict; several hold together.
struct AccessSelection {
    /// Positions. The position of an access that is of no element is that of its request: the number of
    /// element accesses before it, or of requests where positions count these.
    std::optional<TimeWindow> window = {};
    struct Element {
        ElementKindId kind = 0;
        std::uint32_t element = 0;
    };
    /// Bytes [begin, end) of a space; an access matches if it touches one of them.
    struct Bytes {
        Space space = Space::global;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    std::optional<std::uint32_t> pixel = {}; ///< that the lane serves; needs lane tags
    std::optional<Element> element = {};
    std::optional<Bytes> bytes = {};
    std::optional<RaySelection> rays = {}; ///< that the lane serves; needs lane tags
    CountedParts parts = {};               ///< instructions, and allocations that contain the address
};

/// What happens when a list of accesses is full.
enum class AtLimit : std::uint8_t {
    count, ///< the search goes on to count the others
    stop,  ///< it ends; AccessList::found is then the number of those that it found until then
};

/// Finds accesses in the order of the recording. It needs no cache model. The blocks of requests that the
/// lanes of a pixel take part in are known from the lane tags, so that only these are decoded; all other
/// selections read the whole recording.
/// @param runs   may be null: then no access has a tag, and none matches a pixel
/// @param limit  the list has at most this number of accesses, the first ones
/// @param part   if set, it is called with the list so far after each block that added accesses
/// Throws FileError, Error (too many allocations overlap), Cancelled.
[[nodiscard]] AccessList find_accesses(const HmtFile& file, const LaneRuns* runs,
                                       const AccessSelection& selection, std::uint64_t limit,
                                       const JobContext& job = {},
                                       const std::function<void(const AccessList&)>& part = {},
                                       AtLimit at_limit = AtLimit::count);

} // namespace hitmap
