#pragma once

#include <cstdint>
#include <type_traits>

namespace hitmap {

/// How many ways a set has, as far as it is known at compile time. Sets with few ways are searched and
/// ordered in one or two words. Sets with up to 255 ways store the number of a way in a byte, so that the
/// caches of all SMs together stay small. Other structures are faster for more ways.
enum class WayRange : std::uint8_t { any, few, in_byte, many };

inline constexpr std::uint64_t few_ways = 16;           ///< the limit of PartialTags and WayOrder
inline constexpr std::uint64_t most_ways_in_byte = 255; ///< one value of a byte means "none"

[[nodiscard]] constexpr WayRange way_range_of(std::uint64_t ways) {
    if (ways <= few_ways) return WayRange::few;
    return ways <= most_ways_in_byte ? WayRange::in_byte : WayRange::many;
}
/// The unsigned integer for the number of a way.
template <WayRange range>
using WayNumber = std::conditional_t<range == WayRange::in_byte, std::uint8_t, std::uint32_t>;
/// Checks the number of ways at run time only if `range` does not determine the answer.
template <WayRange range>
[[nodiscard]] constexpr bool is_few(std::uint64_t ways) {
    return range == WayRange::any ? ways <= few_ways : range == WayRange::few;
}

} // namespace hitmap
