#include "core/profile/pixels/pixel_table.h"

#include "core/base/error.h"
#include "core/profile/pixels/lane_counts.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/sums/stack_traffic_builder.h"

#include <fmt/format.h>

#include <limits>

namespace hitmap {

PixelCounts PixelTable::counts(std::size_t pixel) const {
    PixelCounts counts;
    counts.sums = sums[pixel];
    if (!misses.empty()) counts.misses = misses[pixel];
    counts.warp_lanes = warp_lanes;
    return counts;
}

std::vector<float> PixelTable::values(const PixelQuantity& quantity, const JobContext& job) const {
    constexpr std::size_t pixels_between_checks = std::size_t{1} << 16;
    std::vector<float> values(sums.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t pixel = 0; pixel < values.size(); ++pixel) {
        if (pixel % pixels_between_checks == 0) job.check();
        if (sums[pixel].requests != 0) values[pixel] = static_cast<float>(quantity.formula(counts(pixel)));
    }
    return values;
}

CountedFramebuffer counted_framebuffer(const RecordingInfo& info, bool misses) {
    const std::uint64_t pixels = std::uint64_t{info.scene.width} * info.scene.height;
    if (pixels == 0 || pixels > most_table_pixels)
        throw Error(fmt::format("expected a framebuffer of 1 to {} pixels, found {}x{}", most_table_pixels,
                                info.scene.width, info.scene.height));
    CountedFramebuffer framebuffer;
    framebuffer.width = info.scene.width;
    framebuffer.height = info.scene.height;
    framebuffer.set_known(PixelPart::causes, misses);
    framebuffer.set_known(PixelPart::nodes, LaneCounts(info).has_nodes());
    framebuffer.set_known(PixelPart::stack, has_local_memory(info));
    return framebuffer;
}

std::uint64_t estimate_pixel_table_bytes(const RecordingInfo& info) {
    constexpr std::uint64_t bytes_a_pixel = sizeof(PixelSums) + sizeof(PixelMisses) + sizeof(std::uint64_t);
    constexpr std::uint64_t bytes_of_tags = 96; // one lane tag for each pixel while it is read and sorted
    return std::uint64_t{info.scene.width} * info.scene.height * (bytes_a_pixel + bytes_of_tags);
}

} // namespace hitmap
