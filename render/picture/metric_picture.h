#pragma once

#include "core/profile/derived/headline.h"
#include "core/profile/query/profile.h"
#include "render/picture/picture.h"
#include "render/view/element_values.h"
#include "render/view/metric_caption.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// How values of a metric are written.
[[nodiscard]] ValueStyle value_style_of(Metric metric);
/// Title, unit and style beside its colour bar.
[[nodiscard]] ColourBarText colour_bar_text(Metric metric);

/// Of differences of a metric: title "B − A: L1 hit rate" with the letters of the sides, unit "pp" for rates;
/// a note says which side is the better one above 0, or has more, since colours do not.
[[nodiscard]] ColourBarText difference_bar_text(Metric metric, const SideLetters& letters = {});

/// What `hitmap render` and the window's "Save image" show: one metric over one window of time.
struct MetricPicture {
    Metric metric;
    CountedAs counting; ///< of the profile
    TimeWindow window;
    View view;
    FrameSize size{1280, 720};
    std::vector<std::string> caption; ///< e.g. {"bunny.obj, frame 3 of 16", "SDCM, L1 32KiB:128:64, ..."};
                                      ///< metric_summary() follows
    PictureStyle style;
    std::optional<DataExtent> all_frames; ///< for RangeMode::all_frames
    bool histogram = false;               ///< behind the colour bar
};

/// The same of B - A, the difference between two sides.
struct DifferencePicture {
    Metric metric;
    PictureSide baseline; ///< A
    PictureSide compared; ///< B
    SideLetters letters{};
    Side shown_on = Side::baseline; ///< whose mesh and boxes are drawn
    View view{};
    FrameSize size{1280, 720};
    PictureStyle style{};
    bool histogram = false; ///< behind the colour bar
};

/// What a picture of faces and boxes shows.
struct PictureValues {
    ElementValues faces;
    ElementValues boxes;
};

/// render_picture with an off-screen context of its own. Throws Error (no OpenGL), UsageError, Cancelled.
/// @param histogram  draw the one of these values; request.histogram is set then
[[nodiscard]] Image render_values_picture(const std::shared_ptr<const PreparedScene>& prepared,
                                          const PictureValues& values, PictureRequest request, bool histogram,
                                          const JobContext& job = {});

/// From recording and profile to picture, with an off-screen context of its own: no display is needed. The
/// same input gives the same bytes on the same GL implementation. Throws Error (no OpenGL, no scene),
/// UsageError (size, colour map), Cancelled.
[[nodiscard]] Image render_metric_picture(const std::shared_ptr<const RecordedScene>& scene,
                                          const Profile& profile, const MetricPicture& picture,
                                          const JobContext& job = {});
/// The same of two profiles: range, colour bar, legend and caption are those of a difference. A range over
/// all frames is that of the frames that are shown. Throws what these throw, and Error with the refusal.
[[nodiscard]] Image render_difference_picture(const DifferencePicture& picture, const JobContext& job = {});

} // namespace hitmap
