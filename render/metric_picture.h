#pragma once

#include "core/profile/headline.h"
#include "core/profile/profile.h"
#include "core/trace/element_source.h"
#include "render/picture.h"

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

/// A window in lines of a caption: the headline ("L1 hit rate 87.3 % = 12 345 hits / 14 141 sectors of
/// requests"; not of metrics that do not come from look-ups), and what was accessed ("678 of 900 faces,
/// ..."), with the rate of the faces and boxes where that is another number. C locale.
[[nodiscard]] std::vector<std::string> metric_summary(const Profile& profile, const CountedAs& counting,
                                                      const ElementSources& sources, TimeWindow window,
                                                      Metric metric);

/// What `hitmap render` and the window's "Save image" show: one metric over one window of time.
struct MetricPicture {
    Metric metric = Metric::l1_hit_rate;
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

/// What a picture of faces and boxes shows. Values as SceneRenderer::set_values takes them.
struct PictureValues {
    std::shared_ptr<const std::vector<float>> faces;
    std::shared_ptr<const std::vector<float>> boxes;
    std::shared_ptr<const std::vector<float>> face_counts; ///< for View::minimum_accesses; may be null
    std::shared_ptr<const std::vector<float>> box_counts;
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

} // namespace hitmap
