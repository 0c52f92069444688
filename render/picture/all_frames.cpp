#include "render/picture/all_frames.h"

#include "core/analysis/regions/region_profile.h"
#include "core/profile/query/quantity.h"
#include "core/profile/query/time_window.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitmap {

namespace {

/// Values of a kind in frames at equal distances. If there are too many, every n-th of each frame is taken,
/// beginning with another one in each frame.
std::vector<float> pooled_values(const Profile& profile, std::uint64_t frames, ElementKindId kind,
                                 Metric metric, const JobContext& job) {
    const std::uint64_t taken = std::min(frames, most_pooled_frames);
    const std::uint64_t step =
        std::max<std::uint64_t>(1, profile.element_count(kind) * taken / most_pooled_values);
    std::vector<float> pooled;
    std::vector<float> values;
    for (std::uint64_t i = 0; i < taken; ++i) {
        job.check();
        profile.values(frame_window(profile.positions(), frames, i * frames / taken), kind, metric, values,
                       job);
        for (std::uint64_t element = i % step; element < values.size(); element += step)
            if (std::isfinite(values[element])) pooled.push_back(values[element]);
    }
    return pooled;
}

} // namespace

bool needs_all_frames(RangeMode mode, std::uint64_t frames) {
    return mode == RangeMode::all_frames || (mode == RangeMode::percentiles && frames > 1);
}

std::optional<DataExtent> extent_of_all_frames(const Profile& profile, std::uint64_t frames, Metric metric,
                                               RangeMode mode, const View& view, const FaceColours& colours,
                                               const JobContext& job) {
    if (!needs_all_frames(mode, frames)) return std::nullopt;
    if (colours.by_region()) {
        const RegionProfile by_region(profile, *colours.regions);
        return extent_of_all_frames(by_region, frames, metric, mode, view, {}, job);
    }
    std::optional<DataExtent> extent;
    if (mode == RangeMode::all_frames) {
        const auto values = profile.extent_over_frames(frames, metric, job);
        if (values) extent = DataExtent{values->min, values->max};
    } else {
        const bool same_in_all = info_of(metric.quantity).term.has_value();
        PerKind<std::optional<DataExtent>> extents;
        for (const ElementKindId kind : coloured_kinds(view))
            extents[kind] =
                robust_extent(pooled_values(profile, same_in_all ? 1 : frames, kind, metric, job));
        extent = drawn_extent(view, extents);
    }
    if (extent) extent->of_all_frames = true;
    return extent;
}

} // namespace hitmap
