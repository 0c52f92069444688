#include "core/profile/query/profile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

bool can_answer(const ProfileCapabilities& capabilities, Metric metric) {
    const SumSet sums = info_of(metric.quantity).sums;
    if (sums.has(Sum::distance) && !capabilities.has_reuse_distance) return false;
    if (sums.has(Sum::conflict) && !capabilities.has_miss_classes) return false;
    return !sums.has(Sum::cold) || capabilities.has_miss_classes || capabilities.has_reuse_distance;
}

ElementSums Profile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    WindowSums sums;
    this->window(window, sums);
    const auto& elements = sums.elements[kind];
    return element < elements.size() ? elements[element] : ElementSums{};
}

std::optional<ValueExtent> Profile::extent_over_frames(std::uint64_t q, Metric metric,
                                                       const JobContext& job) const {
    std::optional<ValueExtent> extent;
    std::vector<float> values;
    for (std::uint64_t f = 0; f < q; ++f)
        for (const ElementKindId kind : {box_kind, face_kind}) {
            this->values(frame_window(positions(), q, f), kind, metric, values, job);
            for (const float value : values) {
                if (!std::isfinite(value)) continue;
                if (!extent) extent = ValueExtent{value, value};
                extent = ValueExtent{std::min(extent->min, value), std::max(extent->max, value)};
            }
        }
    return extent;
}

AllocationWindow Profile::allocations(TimeWindow /*window*/) const {
    return {{0, positions()}, allocations()};
}

std::optional<std::vector<PixelAccess>>
Profile::pixel_accesses(std::uint32_t /*pixel*/, TimeWindow /*window*/, const JobContext& /*job*/) const {
    return std::nullopt;
}

} // namespace hitmap
