#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// Half-open range of positions: first <= i < last.
struct TimeWindow {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    [[nodiscard]] std::uint64_t count() const { return last - first; }
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// Returns frame f of q over N positions: floor(f N / q) <= i < floor((f + 1) N / q). Exact for all 64-bit N
/// and q. Requires 0 <= f < q.
[[nodiscard]] TimeWindow frame_window(std::uint64_t positions, std::uint64_t q, std::uint64_t f);

/// How frames, which count from 0, are named for people: "frame 31 (0 to 31)", "frames 2 to 4 (0 to 31)".
/// Requires count >= 1 and first + count <= q.
[[nodiscard]] std::string frames_name(std::uint64_t q, std::uint64_t first, std::uint64_t count = 1);

/// Returns the frame of q that contains position i < N: the f with frame_window(N, q, f).first <= i < last.
[[nodiscard]] std::uint64_t frame_of(std::uint64_t positions, std::uint64_t q, std::uint64_t i);

/// Returns the number of intervals of a curve over q frames of N positions. It is a multiple of q, so that
/// each frame starts at an interval, and at least 256 if there are that many positions. Requires q >= 1.
[[nodiscard]] std::uint64_t curve_intervals(std::uint64_t positions, std::uint64_t q);

/// Returns the part of `window` in [0, positions). An empty window becomes an empty one inside that range.
[[nodiscard]] TimeWindow clamped(TimeWindow window, std::uint64_t positions);

/// Returns clamped(), rounded outwards to whole frames of this number of frames if `finest_frames` is set. An
/// empty window stays empty.
[[nodiscard]] TimeWindow served_window(TimeWindow window, std::uint64_t positions,
                                       std::optional<std::uint64_t> finest_frames);

} // namespace hitmap
