#pragma once

#include "core/jobs/progress.h"
#include "core/profile/profile.h"
#include "render/colour_range.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// Frame f of q, as a person chose it.
struct FrameChoice {
    static constexpr std::uint64_t most_frames = 65'536;

    std::uint64_t q = 1; ///< 1..most_frames
    std::uint64_t f = 0; ///< 0..q-1
    friend bool operator==(const FrameChoice&, const FrameChoice&) = default;
};

/// Brings q and f into their ranges, q first.
[[nodiscard]] FrameChoice clamped(const FrameChoice& frame);
/// The same moment in another number of frames: the frame that holds the middle of the present one.
[[nodiscard]] FrameChoice with_frame_count(const FrameChoice& frame, std::uint64_t q);

/// What one kind of element shows in a frame.
struct KindValues {
    std::shared_ptr<const std::vector<float>> values; ///< [elements of the kind] NaN: not accessed
    std::uint64_t accessed = 0;                       ///< elements with a value
    KindSums totals;
};

/// Everything that the views show of one frame: computed by a worker, then immutable.
struct FrameValues {
    Metric metric = Metric::l1_hit_rate;
    FrameChoice frame;
    TimeWindow window;                ///< the one really served
    std::uint64_t positions = 0;      ///< N of the recording
    std::vector<KindValues> kinds;    ///< [element_kinds()]; pixels always show their access order
    std::optional<DataExtent> extent; ///< of faces and boxes together, so that they share one colour scale

    /// Sums over the kinds that have look-ups.
    [[nodiscard]] LevelSums l1() const;
    [[nodiscard]] LevelSums l2() const;
};

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameValues>
frame_values(const Profile& profile, Metric metric, const FrameChoice& frame, const JobContext& job = {});

/// How the values of a metric are written beside a colour bar.
[[nodiscard]] ValueStyle value_style(Metric metric);

} // namespace hitmap
