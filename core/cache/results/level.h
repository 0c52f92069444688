#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// A level of the memory hierarchy that has a cache.
enum class Level : std::uint8_t { l1, l2 };
inline constexpr std::array both_levels{Level::l1, Level::l2};

/// Index of the level in arrays of levels.
[[nodiscard]] constexpr std::size_t index(Level level) {
    return static_cast<std::size_t>(level);
}
[[nodiscard]] constexpr std::string_view name_of(Level level) {
    return level == Level::l1 ? "L1" : "L2";
}

} // namespace hitmap
