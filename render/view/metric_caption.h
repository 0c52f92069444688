#pragma once

#include "core/analysis/regions/scene_regions.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/headline.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/profile.h"
#include "core/trace/elements/element_source.h"
#include "core/trace/model/recording.h"
#include "render/view/element_values.h"
#include "render/view/view_state.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

class ElementRays; // core/profile/elements/element_rays.h

/// Returns the lines under a picture with everything that is needed to make it again: recording and tracer
/// options; metric, cache configuration and frame. The window and the command line use the same lines.
/// @param metric  no value: the curves of hit rates and accesses
/// @param only    the parts that are counted
[[nodiscard]] std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                                      std::optional<Metric> metric, const FrameRange& frames,
                                                      const Restriction& only = {});
/// The same for a subject that is not a metric, such as "Stack sectors".
[[nodiscard]] std::vector<std::string> picture_caption(const RecordingInfo& info, const ModelConfig& config,
                                                       std::string_view subject, const FrameRange& frames,
                                                       const Restriction& only = {});
/// The subject of pictures of stack_framebuffer_of().
inline constexpr std::string_view stack_caption = "Stack sectors of pixels, whole recording";

/// Returns lines of a caption about a window. The first is the hit rate of everything together ("L1 hit rate
/// 87.3 % = 12 345 hits / 14 141 sectors of requests") or, for misses and their classes, the misses ("L1
/// misses: 1 796 of 14 141 sectors of requests, hit rate 87.3 %"). It is left out for metrics that do not
/// come from look-ups; for terms of boxes it is their sum. The next line says what was accessed ("678 of 900
/// faces, ..."), with the numbers of the elements that are drawn alone if they differ. C locale.
[[nodiscard]] std::vector<std::string> metric_summary(const Profile& profile, const CountedAs& counting,
                                                      const ElementSources& sources, TimeWindow window,
                                                      Metric metric);

/// One side of a picture of a difference: frames of a recording simulated with a model. The objects that it
/// refers to must outlive it.
struct PictureSide {
    std::string name; ///< name of the recording
    const RecordingInfo& info;
    std::shared_ptr<const RecordedScene> scene;
    const Profile& profile;
    const ModelConfig& model; ///< the model of the profile
    Restriction only;         ///< the parts that are counted
    FrameRange frames;        ///< must be valid
    /// For ranges of means over rays; null: they are not known.
    std::shared_ptr<const ElementRays> rays{};

    [[nodiscard]] TimeWindow window() const { return frame_range_window(profile.positions(), frames); }
};

/// Whether the frames of the sides hold the same work, as far as is known (is_same_work()).
[[nodiscard]] bool hold_same_work(const PictureSide& a, const PictureSide& b);

/// The contents of the lines below a picture of a difference.
struct DifferenceText {
    Metric metric;
    SideLetters letters;
    Side shown_on = Side::baseline;
    KindRefusals refusals;
    FaceColours colours{};
};
/// Returns the lines below the picture of a difference: what it shows, on whose geometry and with which
/// boxes; the kinds that are drawn but have no difference, with the reason; then recording, tracer options,
/// caches, frames and sums of each side after its letter, with common parts once. There are no sums if
/// nothing that is drawn has a difference.
[[nodiscard]] std::vector<std::string> difference_caption(const DifferenceText& text, const View& view,
                                                          const PictureSide& baseline,
                                                          const PictureSide& compared);
/// Returns what faces have their colours from, as a line; empty if each has its own or the view draws none.
[[nodiscard]] std::string face_colours_text(const FaceColours& colours, const View& view);
/// Returns "; boxes of levels 0 to 1 drawn" for the end of a line; empty if the view draws no boxes.
[[nodiscard]] std::string drawn_boxes_text(const View& view);
/// Returns "; only box 17 and what is below it drawn" or "; box 17 and what is below it hidden", and the
/// same for a plane and a box that cut the scene; empty if the view draws all of it.
[[nodiscard]] std::string drawn_part_text(const View& view);

} // namespace hitmap
