#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/window_pixels.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The sums of all pixels of the framebuffer over one window of time.
struct PixelTable final : WindowPixels {
    std::vector<PixelSums> sums;     ///< [width * height], row 0 on top
    std::vector<PixelMisses> misses; ///< the same if the causes are known, otherwise empty

    [[nodiscard]] PixelCounts counts(std::size_t pixel) const override;

private:
    void compute(const PixelQuantity& quantity, std::span<float> values,
                 const JobContext& job) const override;
    void compute(const PixelQuantity& quantity, std::span<double> values,
                 const JobContext& job) const override;
};

/// Maximum number of pixels of a table. The size of a framebuffer in a file may be wrong.
inline constexpr std::uint64_t most_table_pixels = std::uint64_t{1} << 28;

/// Returns the framebuffer of a recording, and what is known of its pixels apart from sectors. Throws Error
/// if there is none, or one of more than most_table_pixels.
/// @param misses  whether the model explains misses
[[nodiscard]] CountedFramebuffer counted_framebuffer(const RecordingInfo& info, bool misses);

/// Estimates the memory that a table of the recording's pixels takes while it is made, in bytes: 112 per
/// pixel, 48 more if the causes of misses are known, and the lane tags.
[[nodiscard]] std::uint64_t estimate_pixel_table_bytes(const RecordingInfo& info);

} // namespace hitmap
