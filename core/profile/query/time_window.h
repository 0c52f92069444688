#pragma once

#include <cstdint>
#include <optional>

namespace hitmap {

/// Half-open range of positions.
struct TimeWindow {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    [[nodiscard]] std::uint64_t count() const { return last - first; }
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// Frame f of q over N positions: floor(f N / q) <= i < floor((f + 1) N / q), exact for
/// all 64-bit N and q. Needs 0 <= f < q.
[[nodiscard]] TimeWindow frame_window(std::uint64_t positions, std::uint64_t q, std::uint64_t f);

/// The frame of q that holds position i < N: the f with frame_window(N, q, f).first <= i < last.
[[nodiscard]] std::uint64_t frame_of(std::uint64_t positions, std::uint64_t q, std::uint64_t i);

/// How many intervals a curve over q frames of N positions has: a multiple of q, so that frames begin where
/// intervals do, and at least 256 where there are as many positions. Needs q >= 1.
[[nodiscard]] std::uint64_t curve_intervals(std::uint64_t positions, std::uint64_t q);

/// The part of `window` that lies in [0, positions); empty windows become empty ones inside.
[[nodiscard]] TimeWindow clamped(TimeWindow window, std::uint64_t positions);

/// clamped() and, where there are `finest_frames`, rounded outwards to whole frames of so many; an empty
/// window stays empty.
[[nodiscard]] TimeWindow served_window(TimeWindow window, std::uint64_t positions,
                                       std::optional<std::uint64_t> finest_frames);

} // namespace hitmap
