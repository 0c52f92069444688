#pragma once

#include <cstdint>

namespace hitmap {

/// The most bytes that one instruction of a recording may access per lane: a node that the unit for rays of a
/// GPU fetches at once. The loads of shaders have RecordingLimits::bytes_per_lane at most.
inline constexpr std::uint32_t widest_access = 128;

} // namespace hitmap
