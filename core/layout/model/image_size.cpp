#include "core/layout/model/image_size.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t most_image_side = 65536;
using ImageSize = std::pair<std::uint32_t, std::uint32_t>;

/// Sizes of 16:9 have as many pixels as a square. They are those of screens, with whole multiples of 640 x
/// 360.
struct UsualRatio {
    std::uint64_t x, y;
    std::uint64_t multiple; ///< of x and y
};
constexpr std::array<UsualRatio, 7> usual_ratios{
    {{16, 9, 40}, {1, 1, 1}, {5, 4, 1}, {4, 3, 1}, {3, 2, 1}, {16, 10, 1}, {2, 1, 1}}};

ImageSize usual_size(std::uint64_t pixels) {
    for (const auto& [x, y, multiple] : usual_ratios) {
        const auto unit = static_cast<std::uint64_t>(
            std::llround(std::sqrt(static_cast<double>(pixels) / static_cast<double>(x * y))));
        if (unit != 0 && unit % multiple == 0 && unit * x <= most_image_side && unit * unit * x * y == pixels)
            return {static_cast<std::uint32_t>(unit * x), static_cast<std::uint32_t>(unit * y)};
    }
    // No usual ratio: as square as possible.
    auto height = std::min<std::uint64_t>(most_image_side,
                                          static_cast<std::uint64_t>(std::sqrt(static_cast<double>(pixels))));
    for (; height > 0 && pixels / height <= most_image_side; --height)
        if (pixels % height == 0)
            return {static_cast<std::uint32_t>(pixels / height), static_cast<std::uint32_t>(height)};
    return {};
}

} // namespace

void set_usual_image_size(RecordingLayout& layout) {
    std::uint64_t pixels = 0;
    for (const BufferLayout& buffer : layout.buffers)
        if (buffer.role == Role::framebuffer) pixels += buffer.element_count();
    if (pixels == 0 || pixels > most_image_side * most_image_side) return;
    const auto [width, height] = usual_size(pixels);
    layout.width = width;
    layout.height = height;
    layout.image_origin = Origin::assumed;
}

} // namespace hitmap
