#include "widgets/frame_values.h"

#include "widgets/format.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace hitmap {

FrameChoice clamped(const FrameChoice& frame) {
    const std::uint64_t q = std::clamp<std::uint64_t>(frame.q, 1, FrameChoice::most_frames);
    return {q, std::min(frame.f, q - 1)};
}

FrameChoice with_frame_count(const FrameChoice& frame, std::uint64_t q) {
    const FrameChoice from = clamped(frame);
    const std::uint64_t to = clamped({q, 0}).q;
    return {to, (2 * from.f + 1) * to / (2 * from.q)};
}

LevelSums FrameValues::l1() const {
    LevelSums sums;
    for (const KindValues& kind : kinds)
        add(sums, kind.totals.l1);
    return sums;
}

LevelSums FrameValues::l2() const {
    LevelSums sums;
    for (const KindValues& kind : kinds)
        add(sums, kind.totals.l2);
    return sums;
}

std::shared_ptr<const FrameValues> frame_values(const Profile& profile, Metric metric,
                                                const FrameChoice& frame, const JobContext& job) {
    auto result = std::make_shared<FrameValues>();
    result->metric = metric;
    result->frame = clamped(frame);
    result->positions = profile.positions();
    result->window = frame_window(result->positions, result->frame.q, result->frame.f);
    const std::vector<KindSums> totals = profile.totals(result->window);
    std::vector<std::span<const float>> coloured;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        const bool has_look_ups = element_kinds()[kind].has_look_ups;
        auto values = std::make_shared<std::vector<float>>();
        profile.values(result->window, kind, has_look_ups ? metric : Metric::access_order, *values, job);
        KindValues entry;
        entry.accessed = static_cast<std::uint64_t>(
            std::ranges::count_if(*values, [](float value) { return !std::isnan(value); }));
        if (has_look_ups) coloured.emplace_back(*values);
        if (kind < totals.size()) entry.totals = totals[kind];
        entry.values = std::move(values);
        result->kinds.push_back(std::move(entry));
    }
    result->extent = data_extent(coloured);
    return result;
}

ValueStyle value_style(Metric metric) {
    if (info_of(metric).is_rate) return ValueStyle::percent;
    switch (metric) {
    case Metric::l1_misses:
    case Metric::l2_misses:
    case Metric::access_count:
        return ValueStyle::count;
    default:
        return ValueStyle::number;
    }
}

} // namespace hitmap
