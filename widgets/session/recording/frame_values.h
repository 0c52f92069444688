#pragma once

#include "core/analysis/regions/scene_regions.h"
#include "core/jobs/progress.h"
#include "core/profile/models/headline.h"
#include "core/profile/models/scene_match.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/colour_bar.h"
#include "render/view/colour_range.h"
#include "render/view/element_values.h"
#include "render/view/view_state.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The frames for people: "frame 3 (0 to 7)", "frames 3 to 5 (0 to 7)".
[[nodiscard]] std::string frames_name(const FrameRange& frames);
/// Returns "3-of-8", or "3-5-of-8": a part of the names of files, without separators of thousands.
[[nodiscard]] QString frames_in_file_name(const FrameRange& frames);
/// Values and sums of one kind of element in a frame.
struct KindValues : ElementValues {
    std::uint64_t accessed = 0; ///< elements with a value
    KindSums totals;
};

/// The other pane of a difference at the time when the values were computed.
struct DifferenceSides {
    SideLetters letters;
    Side own = Side::compared; ///< the side of the pane that shows the difference
    std::shared_ptr<const Simulation> other;
    FrameRange other_frames;
    TimeWindow other_window; ///< window of `other_frames`, as requested
    /// The reason why no kind has a difference of the metric; if empty, some kinds may have one.
    std::string refusal;
    bool same_work = true;                   ///< whether both sides hold the same work, as far as is known
    std::shared_ptr<const SceneMatch> match; ///< null before the first difference was computed
};

/// The part of a scene that a view draws.
struct DrawnPart {
    std::optional<SubtreeChoice> subtree;
    std::vector<ElementRange> ranges;           ///< conditions that its elements fulfil, too
    std::shared_ptr<const RecordedScene> scene; ///< the scene that it is a part of
    /// The metrics of `ranges` are those of this profile and window; null if no range is of a metric.
    std::shared_ptr<const Profile> profile{};
    TimeWindow window{};
    std::shared_ptr<const ChosenElements> chosen{}; ///< the elements within `ranges`; null without ranges
    std::shared_ptr<const ScenePart> elements{};

    /// Whether this is the same part, whatever its elements.
    [[nodiscard]] bool is_same(const DrawnPart& other) const {
        return subtree == other.subtree && ranges == other.ranges && scene == other.scene &&
               profile == other.profile && window == other.window;
    }
};

/// All values of one frame that views show. A worker computes them; then they are immutable. They are stored
/// together with the simulation that they belong to, so that no view can show values of one recording on the
/// scene of another.
struct FrameValues {
    std::shared_ptr<const Simulation> simulation; ///< the simulation of the values
    Metric metric;
    FrameRange frames;
    TimeWindow window;             ///< window of `frames`, as requested
    std::uint64_t positions = 0;   ///< N of the recording
    CountedAs counting;            ///< what the sums count
    Headline headline;             ///< headline of the whole frame
    PerKind<KindValues> kinds;     ///< pixels always show their access order
    bool difference = false;       ///< whether the values are a difference to the other pane
    DifferenceSides sides;         ///< valid for a difference
    std::optional<DrawnPart> part; ///< no value: all of the scene is drawn
    FaceColours colours;           ///< what faces have their values from

    /// Returns the subtree that `part` draws or hides.
    [[nodiscard]] std::optional<SubtreeChoice> drawn_subtree() const {
        return part ? part->subtree : std::nullopt;
    }
    /// Returns the ranges that the elements of `part` are in.
    [[nodiscard]] std::vector<ElementRange> drawn_ranges() const {
        return part ? part->ranges : std::vector<ElementRange>();
    }
    /// Returns the elements that the ranges choose; null without ranges.
    [[nodiscard]] std::shared_ptr<const ChosenElements> chosen() const {
        return part ? part->chosen : nullptr;
    }
    /// Returns why no difference of a kind is shown; empty if it is shown or was not requested.
    [[nodiscard]] const std::string& refusal(ElementKindId kind) const { return kinds[kind].refusal; }
    /// Returns the same for the kinds that views draw.
    [[nodiscard]] KindRefusals refusals() const { return refusals_of(kinds); }
    /// Returns the extent of the kinds that a view draws, which share one colour scale.
    [[nodiscard]] std::optional<DataExtent> extent(const View& view) const {
        return drawn_extent(view, kinds);
    }
    /// Whether access counts were requested (ValuesRequest).
    [[nodiscard]] bool has_access_counts() const {
        for (const ElementKindId kind : kinds_with_look_ups())
            if (kinds[kind].access_counts == nullptr) return false;
        return true;
    }
};

/// The input of frame_values().
struct WantedValues {
    std::shared_ptr<const Simulation> simulation;
    Metric metric;
    FrameRange frames;
    /// If not null, the difference between `simulation` and this one is shown.
    std::shared_ptr<const Simulation> reference;
    FrameRange reference_frames;
    bool access_counts = false; ///< whether access counts are needed
    Side own = Side::compared;  ///< for a difference: the side of `simulation`
    SideLetters letters{};      ///< for a difference
    /// A match from an earlier difference; used if it is of the same two recordings.
    std::shared_ptr<const SceneMatch> match{};
    std::optional<SubtreeChoice> subtree{};   ///< View::subtree
    std::vector<ElementRange> ranges{};       ///< View::only_ranges
    std::optional<DrawnPart> part{};          ///< an earlier part; used if it is the same
    bool draws_faces = true;                  ///< otherwise they need no regions
    ColourBy colour_by = ColourBy::automatic; ///< View::colour_by
};

/// Returns what faces are coloured by in these values: as SceneRegions::chosen() for a picture of the usual
/// size, so that panes of any size show the same, and none changes with its size, and by themselves where no
/// face is drawn.
[[nodiscard]] ColourBy chosen_colours(const WantedValues& request);

/// Whether the view needs access counts: it fades elements with few accesses.
[[nodiscard]] inline bool access_counts_wanted(const View& view) {
    return view.minimum_accesses > 1;
}

/// Returns the ranges whose quantities the simulated recording has.
[[nodiscard]] std::vector<ElementRange> known_ranges(const Simulation& simulation,
                                                     std::vector<ElementRange> ranges);

/// Computes the values of a frame. Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameValues> frame_values(const WantedValues& request,
                                                              const JobContext& job = {});

/// Whether both are values, or both are differences of the same two panes with the same sign.
[[nodiscard]] bool same_difference(const FrameValues& a, const FrameValues& b);
/// Returns the format of the values; differences are signed.
[[nodiscard]] ValueStyle style_of(const FrameValues& values);
/// Returns the text of a view's colour bar.
[[nodiscard]] ColourBarText bar_text_of(const FrameValues& values, const View& view);

} // namespace hitmap
