#pragma once

#include "core/jobs/progress.h"
#include "core/profile/headline.h"
#include "core/trace/element_kind.h"
#include "render/colour_bar.h"
#include "render/colour_range.h"
#include "render/view_state.h"
#include "widgets/open_recording.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// "3", or "3–5" for several.
[[nodiscard]] QString frame_text(const FrameRange& frames);
/// What one kind of element shows in a frame.
struct KindValues {
    /// [elements of the kind] NaN: not accessed. Of a difference: as DifferenceValues::values.
    std::shared_ptr<const std::vector<float>> values;
    /// [elements of the kind] Null unless asked for.
    std::shared_ptr<const std::vector<float>> access_counts;
    std::uint64_t accessed = 0;       ///< elements with a value
    std::optional<DataExtent> extent; ///< of `values`
    KindSums totals;
    std::string refusal; ///< of a difference: why this kind has none; then nothing of it is coloured
};

/// Everything that the views show of one frame: computed by a worker, then immutable. Values and what they
/// are of are one object, so that no view can show those of one recording on the scene of another.
struct FrameValues {
    std::shared_ptr<const Simulation> simulation; ///< that the values are of
    Metric metric = Metric::l1_hit_rate;
    FrameRange frames;
    TimeWindow window;             ///< the one really served
    std::uint64_t positions = 0;   ///< N of the recording
    CountedAs counting;            ///< what the numbers count
    Headline headline;             ///< of everything together
    std::vector<KindValues> kinds; ///< [element_kinds()]; pixels always show their access order
    bool difference = false;       ///< to the reference that was asked for

    /// Of the faces and boxes that a view draws, which share one colour scale.
    [[nodiscard]] std::optional<DataExtent> extent(const View& view) const {
        return drawn_extent(view, kinds[face_kind].extent, kinds[box_kind].extent);
    }
};

/// What frame_values() works out.
struct ValuesRequest {
    std::shared_ptr<const Simulation> simulation;
    Metric metric = Metric::l1_hit_rate;
    FrameRange frames;
    /// Not null: the difference to the same metric over these frames of it is shown.
    std::shared_ptr<const Simulation> reference;
    FrameRange reference_frames;
    bool access_counts = false; ///< of faces and boxes, besides
};

/// Elements with few accesses are faded.
[[nodiscard]] inline bool access_counts_wanted(const View& view) {
    return view.minimum_accesses > 1;
}

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameValues> frame_values(const ValuesRequest& request,
                                                              const JobContext& job = {});

/// How the values are written: signed where they are a difference.
[[nodiscard]] ValueStyle style_of(const FrameValues& values);
/// Title, unit and style beside the colour bar.
[[nodiscard]] ColourBarText bar_text_of(const FrameValues& values);

} // namespace hitmap
