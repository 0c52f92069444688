#include "core/profile/pixels/pixel_table.h"

#include "core/base/error.h"
#include "core/profile/pixels/lane_counts.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/sums/stack_traffic_builder.h"

#include <fmt/format.h>

#include <span>

namespace hitmap {

PixelCounts PixelTable::counts(std::size_t pixel) const {
    PixelCounts counts;
    counts.sums = sums[pixel];
    if (!misses.empty()) counts.misses = misses[pixel];
    counts.warp_lanes = warp_lanes;
    return counts;
}

namespace {

template <class Number>
void compute_values(const PixelTable& table, const PixelQuantity& quantity, std::span<Number> values,
                    const JobContext& job) {
    constexpr std::size_t pixels_between_checks = std::size_t{1} << 16;
    for (std::size_t pixel = 0; pixel < values.size(); ++pixel) {
        if (pixel % pixels_between_checks == 0) job.check();
        if (table.sums[pixel].requests != 0)
            values[pixel] = static_cast<Number>(quantity.formula(table.counts(pixel)));
    }
}

} // namespace

void PixelTable::compute(const PixelQuantity& quantity, std::span<float> values,
                         const JobContext& job) const {
    compute_values(*this, quantity, values, job);
}

void PixelTable::compute(const PixelQuantity& quantity, std::span<double> values,
                         const JobContext& job) const {
    compute_values(*this, quantity, values, job);
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
