#pragma once

#include "core/profile/query/time_window.h"
#include "render/view/view_state.h"

#include <algorithm>
#include <cstdint>

namespace hitmap {

/// Returns the frames that overlap with a window, which must not be empty, of a number with which a frame is
/// at most as long as the window, or of most_frames.
[[nodiscard]] inline FrameRange frames_over(const TimeWindow& window, std::uint64_t positions) {
    const std::uint64_t wanted = (positions + window.count() - 1) / window.count();
    FrameRange frames;
    frames.total = std::clamp<std::uint64_t>(wanted, 1, FrameRange::most_frames);
    frames.first = frame_of(positions, frames.total, window.first);
    frames.count = frame_of(positions, frames.total, window.last - 1) - frames.first + 1;
    return frames;
}

} // namespace hitmap
