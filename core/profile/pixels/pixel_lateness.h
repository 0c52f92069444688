#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The `reach` that all results for users have.
inline constexpr std::uint32_t lateness_reach = 16;

/// How much later than its neighbours each pixel was written.
/// @param order  [width * height] access order, NaN for pixels that were not written; pixels after the last
/// complete row are ignored
/// @return [width * height] order minus the mean order of the written pixels among the pixel itself and the
/// `reach` pixels to its left and right in its row; NaN if the pixel was not written
[[nodiscard]] std::vector<float> pixel_lateness(std::span<const float> order, std::uint32_t width,
                                                std::uint32_t reach);

} // namespace hitmap
