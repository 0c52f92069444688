#include "core/profile/query/time_window.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

__extension__ using Wide = unsigned __int128; // f N needs up to 128 bits

/// Returns the first position of frame f: floor(f N / q).
std::uint64_t frame_first(std::uint64_t positions, std::uint64_t q, std::uint64_t f) {
    return static_cast<std::uint64_t>(Wide{f} * positions / q);
}

} // namespace

std::string frames_name(std::uint64_t q, std::uint64_t first, std::uint64_t count) {
    return count == 1 ? fmt::format("frame {} (0 to {})", first, q - 1)
                      : fmt::format("frames {} to {} (0 to {})", first, first + count - 1, q - 1);
}

TimeWindow frame_window(std::uint64_t positions, std::uint64_t q, std::uint64_t f) {
    return {frame_first(positions, q, f), frame_first(positions, q, f + 1)};
}

std::uint64_t frame_of(std::uint64_t positions, std::uint64_t q, std::uint64_t i) {
    // floor(f N / q) <= i  <=>  f N < (i + 1) q, so the largest such f is ceil((i + 1) q / N) - 1.
    return static_cast<std::uint64_t>((Wide{i} * q + (q - 1)) / positions);
}

std::uint64_t curve_intervals(std::uint64_t positions, std::uint64_t q) {
    constexpr std::uint64_t least = 256;              // fewer intervals would make a coarse curve
    const std::uint64_t wanted = (least + q - 1) / q; // intervals per frame
    return q * std::clamp<std::uint64_t>(positions / q, 1, std::max<std::uint64_t>(wanted, 1));
}

TimeWindow clamped(TimeWindow window, std::uint64_t positions) {
    const std::uint64_t first = std::min(window.first, positions);
    return {first, std::max(first, std::min(window.last, positions))};
}

TimeWindow served_window(TimeWindow window, std::uint64_t positions,
                         std::optional<std::uint64_t> finest_frames) {
    window = clamped(window, positions);
    if (!finest_frames || window.count() == 0) return window;
    const auto frame_at = [&](std::uint64_t position) {
        return frame_window(positions, *finest_frames, frame_of(positions, *finest_frames, position));
    };
    return {frame_at(window.first).first, frame_at(window.last - 1).last};
}

} // namespace hitmap
