#pragma once

#include <cstdint>

namespace hitmap {

/// Hits are integers in units of 2^-24 hit, so that sums are exact in any order.
inline constexpr std::uint32_t hit_unit = 1U << 24;

} // namespace hitmap
