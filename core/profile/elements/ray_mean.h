#pragma once

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// A mean over the accesses to an element by lanes with a tag, in the whole recording.
enum class RayMean : std::uint8_t {
    bounce,   ///< bounce of the ray that the lane served: 0 for primary rays
    lateness, ///< pixel_lateness() of the lane's pixel, in units of the recording
};
inline constexpr std::size_t ray_means = 2;

} // namespace hitmap
