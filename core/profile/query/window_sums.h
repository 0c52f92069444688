#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/cache/results/traffic_sums.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <vector>

namespace hitmap {

// The results of Profile's queries.

/// Totals of one kind over a window.
struct KindSums {
    std::uint64_t accesses = 0;
    std::uint64_t elements_accessed = 0; ///< distinct elements
    LevelSums l1;
    LevelSums l2;
    /// Whether `accesses` is known (ProfileCapabilities::counts_accesses).
    bool counts_accesses = true;
    friend bool operator==(const KindSums&, const KindSums&) = default;

    [[nodiscard]] const LevelSums& of(Level level) const { return level == Level::l1 ? l1 : l2; }
    /// Adds the sums of another element of the kind.
    KindSums& operator+=(const ElementSums& element) {
        accesses += element.accesses;
        elements_accessed += element.accesses != 0 ? 1 : 0;
        l1 += element.l1();
        l2 += element.l2();
        return *this;
    }
};

/// Sums of one element in one frame.
struct ElementFrame {
    TimeWindow window; ///< the served window of the frame
    KindSums sums;     ///< `elements_accessed` is 1 or 0
    /// i_e: position of the last access minus the window's first; valid if there are accesses.
    std::uint64_t last_access = 0;
    friend bool operator==(const ElementFrame&, const ElementFrame&) = default;
};

/// Sums of every element over a window.
struct WindowSums {
    TimeWindow window;                              ///< the served window
    std::vector<std::vector<ElementSums>> elements; ///< [kinds][elements of the kind]
    std::vector<KindSums> totals;                   ///< [kinds]
};

/// Sums by allocation over a window.
struct AllocationWindow {
    TimeWindow window;                       ///< the served window, which contains the requested one
    std::vector<AllocationSums> allocations; ///< [info.allocations]
};

/// The traffic of the caches in a window, by allocation and by instruction.
struct TrafficWindow {
    TimeWindow window; ///< the served window, which contains the requested one
    TrafficSums total;
    std::vector<TrafficSums> allocations;  ///< [info.allocations]
    std::vector<TrafficSums> instructions; ///< [info.instructions]; without write-backs of L1
    /// TrafficSums::written is only known for the whole recording; otherwise it is 0.
    bool knows_written = false;
};

/// Smallest and largest value.
struct ValueExtent {
    float min = 0.0F;
    float max = 0.0F;
    friend bool operator==(const ValueExtent&, const ValueExtent&) = default;
};

/// An element access that a lane made while it served a pixel (lane tags).
struct PixelAccess {
    std::uint64_t position = 0;
    std::uint64_t request = 0; ///< number of the request in the whole recording
    std::uint32_t element = 0;
    ElementKindId kind = 0;
    friend bool operator==(const PixelAccess&, const PixelAccess&) = default;
};

} // namespace hitmap
