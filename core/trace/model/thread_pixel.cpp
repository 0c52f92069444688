#include "core/trace/model/thread_pixel.h"

#include <array>

namespace hitmap {

std::optional<ThreadOrder> thread_order_of(const Launch& launch, std::uint32_t width, std::uint32_t height) {
    const std::uint64_t pixels = std::uint64_t{width} * height;
    if (pixels == 0) return std::nullopt;
    const auto along = [&](std::size_t axis) {
        return std::uint64_t{launch.grid[axis]} * launch.block[axis];
    };
    std::uint64_t threads = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::uint64_t count = along(axis);
        if (count == 0 || count > pixels / threads) return std::nullopt;
        threads *= count;
    }
    if (along(0) == width && along(1) == height) return ThreadOrder::grid;
    return threads == pixels ? std::optional(ThreadOrder::threads) : std::nullopt;
}

std::optional<std::uint32_t> pixel_of_thread(const Launch& launch, std::uint64_t warp, unsigned lane,
                                             unsigned warp_lanes, ThreadOrder order, std::uint32_t width,
                                             std::uint32_t height) {
    const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    const std::uint64_t warps = (threads + warp_lanes - 1) / warp_lanes;
    const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1];
    if (threads == 0 || blocks == 0) return std::nullopt;
    const std::uint64_t block = warp / warps;
    const std::uint64_t thread = warp % warps * warp_lanes + lane;
    if (thread >= threads) return std::nullopt;
    if (order == ThreadOrder::threads) {
        const std::uint64_t pixel = block * threads + thread;
        return pixel < std::uint64_t{width} * height ? std::optional(static_cast<std::uint32_t>(pixel))
                                                     : std::nullopt;
    }
    const std::uint64_t x = block % launch.grid[0] * launch.block[0] + thread % launch.block[0];
    const std::uint64_t y = block / launch.grid[0] % launch.grid[1] * launch.block[1] +
                            thread / launch.block[0] % launch.block[1];
    if (x >= width || y >= height) return std::nullopt;
    return static_cast<std::uint32_t>(y * width + x);
}

} // namespace hitmap
