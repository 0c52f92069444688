#pragma once

#include "core/analysis/regions/scene_regions.h"
#include "core/profile/elements/element_quantity.h"
#include "core/profile/models/headline.h"
#include "core/profile/query/profile.h"
#include "render/gl/offscreen.h"
#include "render/picture/picture.h"
#include "render/view/element_values.h"
#include "render/view/metric_caption.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Returns the format of a metric's values.
[[nodiscard]] ValueStyle value_style_of(Metric metric);
/// Returns title, unit and style of the colour bar, and what elements without a value lack.
/// @param only  the parts that are counted
[[nodiscard]] ColourBarText colour_bar_text(Metric metric, const Restriction& only = {});

/// Returns the text of the colour bar of a difference: title "B − A: L1 hit rate" with the letters of the
/// sides, unit "pp" for rates. A note says which side is better, or has more, above 0, since the colours do
/// not show it.
/// @param same_work  whether the sides hold the same work (hold_same_work()); otherwise neither is better
[[nodiscard]] ColourBarText difference_bar_text(Metric metric, const SideLetters& letters = {},
                                                bool same_work = true);
/// The same with names instead of letters: "b.hmt − a.hmt: L1 hit rate".
[[nodiscard]] ColourBarText difference_bar_text(Metric metric, const SideNames& names, bool same_work = true);

/// Turns the text of a colour bar into that of the difference of its values: adds the letters, or the names,
/// of the sides to the title and gives the numbers signs.
/// @param note  says which side is better, or has more, above 0
[[nodiscard]] ColourBarText difference_text(ColourBarText text, const SideNames& names, std::string note);
[[nodiscard]] ColourBarText difference_text(ColourBarText text, const SideLetters& letters, std::string note);

/// Says in the title what the values of faces are of: "L1 hit rate per patch". Nothing changes if each face
/// has its own, or the view draws none.
[[nodiscard]] ColourBarText with_regions(ColourBarText text, const FaceColours& colours, const View& view);

/// The picture of `hitmap render` and of the window's "Save image": one metric over one window of time.
struct MetricPicture {
    Metric metric;
    CountedAs counting; ///< what the profile counts
    TimeWindow window;
    View view;
    FrameSize size{1280, 720};
    std::vector<std::string> caption; ///< e.g. {"bunny.obj, frame 3 of 16", "SDCM, L1 32KiB:128:64, ..."};
                                      ///< metric_summary() follows
    PictureStyle style;
    std::optional<DataExtent> all_frames; ///< for RangeMode::all_frames
    bool histogram = false;               ///< whether to draw it behind the colour bar
    /// For ranges of means over rays; null: they are not known.
    std::shared_ptr<const ElementRays> rays{};
    Restriction only{}; ///< the parts that the profile counts
};

/// The same for B - A, the difference between two sides.
struct DifferencePicture {
    Metric metric;
    PictureSide baseline; ///< A
    PictureSide compared; ///< B
    SideLetters letters{};
    Side shown_on = Side::baseline; ///< the side whose mesh and boxes are drawn
    View view{};
    FrameSize size{1280, 720};
    PictureStyle style{};
    bool histogram = false; ///< whether to draw it behind the colour bar
    /// Matches the scenes of the sides, for several pictures of them; null: it is made.
    std::shared_ptr<const SceneMatch> match{};
    /// For RangeMode::all_frames; no value: the range is that of the frames that are shown.
    std::optional<DataExtent> all_frames{};
};

/// The values that a picture shows on the elements of the kinds with geometry.
struct PictureValues {
    PerKind<ElementValues> kinds;            ///< of others empty
    std::shared_ptr<const ScenePart> part{}; ///< the part of View::subtree; null: all of the scene is drawn
};

/// Returns what faces have their colours from in a picture of a metric.
[[nodiscard]] FaceColours face_colours(const SceneRegions& regions, const View& view, Metric metric,
                                       FrameSize size, const JobContext& job = {});

/// Returns the values of a metric, one for each element of the scene.
/// @param scene  with a profile
/// @param view   says which part of the scene is drawn, and with View::minimum_accesses whether to return
///               access counts, too
/// Throws UsageError if the scene does not have the part; Cancelled.
[[nodiscard]] PictureValues metric_values(const SceneInTime& scene, Metric metric, const View& view,
                                          const FaceColours& colours, const JobContext& job = {});
/// Returns the values of a difference, one for each element of the scene that shows it. Throws Error with the
/// reason if the sides cannot be compared; Cancelled.
/// @param colours  of that scene
[[nodiscard]] PictureValues difference_values(const DifferencePicture& picture, const FaceColours& colours,
                                              const JobContext& job = {});

/// Draws pictures of one scene, one after the other, with an off-screen context of its own, which is current
/// as long as it exists.
class ScenePictures {
public:
    /// Throws Error (no OpenGL).
    explicit ScenePictures(std::shared_ptr<const PreparedScene> prepared);
    /// Returns what faces have their colours from in a picture of the view in this size. Throws Cancelled.
    [[nodiscard]] FaceColours colours(const View& view, Metric metric, FrameSize size,
                                      const JobContext& job = {}) const;
    /// Calls render_picture. Throws UsageError, Error, Cancelled.
    /// @param histogram  draw the histogram of these values; sets request.histogram
    [[nodiscard]] Image draw(const PictureValues& values, WantedPicture request, bool histogram,
                             const JobContext& job = {});
    /// Draws a metric of a profile. Throws the same.
    [[nodiscard]] Image draw(const Profile& profile, const MetricPicture& picture,
                             const JobContext& job = {});
    /// Draws a difference; the scene must be that of the side that shows it. Range, colour bar, legend and
    /// caption are those of a difference. Throws the same, and Error with the refusal if the sides cannot be
    /// compared.
    [[nodiscard]] Image draw(const DifferencePicture& picture, const JobContext& job = {});

private:
    std::shared_ptr<const PreparedScene> prepared_;
    SceneRegions regions_;
    OffscreenContext context_;
    SceneRenderer renderer_;
};

/// Calls ScenePictures::draw() once. Throws Error (no OpenGL), UsageError, Cancelled.
[[nodiscard]] Image render_values_picture(const std::shared_ptr<const PreparedScene>& prepared,
                                          const PictureValues& values, WantedPicture request, bool histogram,
                                          const JobContext& job = {});

/// Renders a metric of a profile, with an off-screen context of its own: no display is needed. On the same GL
/// implementation, the same input gives the same bytes. Throws Error (no OpenGL, no scene), UsageError (size,
/// colour map), Cancelled.
[[nodiscard]] Image render_metric_picture(const std::shared_ptr<const RecordedScene>& scene,
                                          const Profile& profile, const MetricPicture& picture,
                                          const JobContext& job = {});
/// Renders the difference of two profiles. Throws the same, and Error with the refusal if the sides cannot be
/// compared.
[[nodiscard]] Image render_difference_picture(const DifferencePicture& picture, const JobContext& job = {});

} // namespace hitmap
