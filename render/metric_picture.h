#pragma once

#include "core/profile/profile.h"
#include "render/picture.h"

#include <string>
#include <vector>

namespace hitmap {

/// What `hitmap render` and the window's "Save image" show: one metric over one window of time.
struct MetricPicture {
    Metric metric = Metric::l1_hit_rate;
    TimeWindow window;
    View view;
    FrameSize size{1280, 720};
    std::vector<std::string> caption; ///< e.g. recording, cache configuration, "frame 3 of 16"
    PictureStyle style;
};

/// From recording and profile to picture, with an off-screen context of its own; the same input gives the
/// same bytes on the same GL implementation. A line with the metric's overall rate (hits / look-ups) or count
/// is added to the caption. Throws Error (no OpenGL, no scene), UsageError (size, colour map), Cancelled.
[[nodiscard]] Image render_metric_picture(const std::shared_ptr<const RecordedScene>& scene,
                                          const Profile& profile, const MetricPicture& picture,
                                          const JobContext& job = {});

} // namespace hitmap
