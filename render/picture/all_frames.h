#pragma once

#include "core/analysis/regions/scene_regions.h"
#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// Whether a range of this mode depends on other frames than the ones shown, if there are `frames` in all.
[[nodiscard]] bool needs_all_frames(RangeMode mode, std::uint64_t frames);

/// Percentiles are those of at most this many frames, at equal distances over the recording, and of about
/// most_pooled_values values of each kind, so that the work is bounded.
inline constexpr std::uint64_t most_pooled_frames = 32;
inline constexpr std::uint64_t most_pooled_values = std::uint64_t{1} << 22;

/// Returns the extent of a metric over all frames, for make_colour_range().
/// - all_frames: the smallest and the largest value of any kind with look-ups
/// - percentiles: those of the values of the frames taken together, of the kinds that the view colours, as
///   drawn_extent() of a single frame
/// Faces with regions have the values of these.
/// No value for other modes, for one frame, and if there is no value. The same for the same arguments,
/// whatever frame is shown. Throws Cancelled.
[[nodiscard]] std::optional<DataExtent> extent_of_all_frames(const Profile& profile, std::uint64_t frames,
                                                             Metric metric, RangeMode mode, const View& view,
                                                             const FaceColours& colours = {},
                                                             const JobContext& job = {});

} // namespace hitmap
