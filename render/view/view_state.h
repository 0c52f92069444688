#pragma once

#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "render/view/view.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// Frames first..first+count-1 of `total`, shown together. Valid: 1 <= total <= most_frames, 1 <= count,
/// first + count <= total.
struct FrameRange {
    static constexpr std::uint64_t most_frames = 65'536;

    std::uint64_t total = 1;
    std::uint64_t first = 0;
    std::uint64_t count = 1;
    friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// Brings total, then count, then first into their limits.
[[nodiscard]] FrameRange clamped(const FrameRange& frames);
/// As many frames from another first one on: `first` is clamped, the count stays.
[[nodiscard]] FrameRange with_first_frame(const FrameRange& frames, std::uint64_t first);
/// The same moment in another number of frames: the count stays where `total` allows. From the first frame on
/// it is the first one; otherwise the middle frame is the one that holds the middle of the present ones.
[[nodiscard]] FrameRange with_frame_count(const FrameRange& frames, std::uint64_t total);
/// Positions of the frames, of N. `frames` must be valid.
[[nodiscard]] TimeWindow frame_range_window(std::uint64_t positions, const FrameRange& frames);

/// Everything that a picture of one pane depends on besides recording and cache configuration; a plain
/// value, which can be stored, undone, linked, copied and read by `hitmap render --view`.
struct ViewState {
    Metric metric;
    FrameRange frames;
    View view;
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// A JSON object with "metric" (by its name on the command line), "frames" (total), "frame" (first),
/// "frame_count" (count) and the keys of View.
[[nodiscard]] std::string view_state_to_json(const ViewState& state);

/// Keys that are missing keep the values of `defaults`, so that an object with the keys of View alone is one
/// too; unknown keys are errors. Throws FileError naming `file` and the key, also where the frames are not
/// valid together.
[[nodiscard]] ViewState view_state_from_json(std::string_view json, std::string_view file,
                                             const ViewState& defaults = {});

} // namespace hitmap
