#pragma once

#include "core/profile/derived/cache_model.h"
#include "core/profile/derived/headline.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/element_source.h"
#include "core/trace/model/recording.h"
#include "render/view/element_values.h"
#include "render/view/view_state.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The lines under a picture that tell how to make it again: recording and tracer options; metric, cache
/// configuration and frame. The same for the window and the command line.
/// @param metric  nothing: of the curves of hit rates and accesses
/// @param only    what counts
[[nodiscard]] std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                                      std::optional<Metric> metric, const FrameRange& frames,
                                                      const Restriction& only = {});
/// The same of what is no metric, such as "Stack sectors".
[[nodiscard]] std::vector<std::string> picture_caption(const RecordingInfo& info, const ModelConfig& config,
                                                       std::string_view subject, const FrameRange& frames,
                                                       const Restriction& only = {});
/// Subject of pictures of stack_framebuffer_of().
inline constexpr std::string_view stack_caption = "Stack sectors of pixels, whole recording";

/// A window in lines of a caption: of everything together the hit rate ("L1 hit rate 87.3 % = 12 345 hits /
/// 14 141 sectors of requests") or, of misses and of their classes, the misses ("L1 misses: 1 796 of 14 141
/// sectors of requests, hit rate 87.3 %"), neither of metrics that do not come from look-ups; and what was
/// accessed ("678 of 900 faces, ..."), with the numbers of the faces and boxes alone where those differ. C
/// locale.
[[nodiscard]] std::vector<std::string> metric_summary(const Profile& profile, const CountedAs& counting,
                                                      const ElementSources& sources, TimeWindow window,
                                                      Metric metric);

/// A side of a picture of a difference: some frames of what a model says about a recording. What is referred
/// to outlives it.
struct PictureSide {
    std::string name; ///< of the recording, for people
    const RecordingInfo& info;
    std::shared_ptr<const RecordedScene> scene;
    const Profile& profile;
    const ModelConfig& model; ///< of the profile
    Restriction only;         ///< what counts
    FrameRange frames;        ///< valid

    [[nodiscard]] TimeWindow window() const { return frame_range_window(profile.positions(), frames); }
};

/// What a picture of a difference says of itself below it.
struct DifferenceText {
    Metric metric;
    SideLetters letters;
    Side shown_on = Side::baseline;
    KindRefusals refusals;
};
/// The lines under the picture of a difference: what it is, on whose geometry and with which boxes; which
/// kinds that are drawn have none, with the reason; then recording, options of the tracer, caches, frames and
/// sums of each side behind its letter, and what both have alike once. Where nothing that is drawn has a
/// difference, there are no sums.
[[nodiscard]] std::vector<std::string> difference_caption(const DifferenceText& text, const View& view,
                                                          const PictureSide& baseline,
                                                          const PictureSide& compared);
/// "; boxes of levels 0 to 1 drawn", for the end of a line; empty where a view draws none.
[[nodiscard]] std::string drawn_boxes_text(const View& view);

} // namespace hitmap
