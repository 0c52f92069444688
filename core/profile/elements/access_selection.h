#pragma once

#include "core/cache/results/counted_parts.h"
#include "core/profile/query/time_window.h"
#include "core/profile/sums/ray_selection.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <cstdint>
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

} // namespace hitmap
