#pragma once

#include "core/jobs/progress.h"
#include "core/profile/derived/headline.h"
#include "core/profile/derived/scene_match.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/colour_bar.h"
#include "render/view/colour_range.h"
#include "render/view/element_values.h"
#include "render/view/view_state.h"
#include "widgets/session/open_recording.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// "3", or "3–5" for several.
[[nodiscard]] QString frame_text(const FrameRange& frames);
/// What one kind of element shows in a frame, and its sums.
struct KindValues : ElementValues {
    std::uint64_t accessed = 0; ///< elements with a value
    KindSums totals;
};

/// The other pane of a difference, as it was when the values were worked out.
struct DifferenceSides {
    SideLetters letters;
    Side own = Side::compared; ///< what the pane that shows the difference is
    std::shared_ptr<const Simulation> other;
    FrameRange other_frames;
    TimeWindow other_window; ///< of `other_frames`, as asked for
    std::string refusal;     ///< why there is no difference of the metric of any kind; empty: there may be
    std::shared_ptr<const SceneMatch> match; ///< null before the first difference was worked out
};

/// Everything that the views show of one frame: computed by a worker, then immutable. Values and what they
/// are of are one object, so that no view can show those of one recording on the scene of another.
struct FrameValues {
    std::shared_ptr<const Simulation> simulation; ///< that the values are of
    Metric metric;
    FrameRange frames;
    TimeWindow window;             ///< of `frames`, as asked for
    std::uint64_t positions = 0;   ///< N of the recording
    CountedAs counting;            ///< what the numbers count
    Headline headline;             ///< of everything together
    std::vector<KindValues> kinds; ///< [element_kinds()]; pixels always show their access order
    bool difference = false;       ///< to the other pane that was asked for
    DifferenceSides sides;         ///< of a difference

    /// Why no difference of a kind is shown; empty where it is, or where none was asked for.
    [[nodiscard]] const std::string& refusal(ElementKindId kind) const { return kinds[kind].refusal; }
    /// The same of what views draw.
    [[nodiscard]] KindRefusals refusals() const { return {refusal(face_kind), refusal(box_kind)}; }
    /// Of the faces and boxes that a view draws, which share one colour scale.
    [[nodiscard]] std::optional<DataExtent> extent(const View& view) const {
        return drawn_extent(view, kinds[face_kind].extent, kinds[box_kind].extent);
    }
};

/// What frame_values() works out.
struct ValuesRequest {
    std::shared_ptr<const Simulation> simulation;
    Metric metric;
    FrameRange frames;
    /// Not null: the difference of the same metric between this and these frames of it is shown.
    std::shared_ptr<const Simulation> reference;
    FrameRange reference_frames;
    bool access_counts = false; ///< of faces and boxes, besides
    Side own = Side::compared;  ///< of a difference: what `simulation` is
    SideLetters letters{};      ///< of a difference
    std::shared_ptr<const SceneMatch>
        match{}; ///< of an earlier difference; taken where it is of the same two
};

/// Elements with few accesses are faded.
[[nodiscard]] inline bool access_counts_wanted(const View& view) {
    return view.minimum_accesses > 1;
}

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameValues> frame_values(const ValuesRequest& request,
                                                              const JobContext& job = {});

/// Both are values themselves, or differences of the same two panes with the same sign.
[[nodiscard]] bool same_difference(const FrameValues& a, const FrameValues& b);
/// How the values are written: signed where they are a difference.
[[nodiscard]] ValueStyle style_of(const FrameValues& values);
/// What stands beside the colour bar of a view.
[[nodiscard]] ColourBarText bar_text_of(const FrameValues& values, const View& view);

} // namespace hitmap
