#include "core/raytracer/options/pixel_order.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

std::uint32_t pixel_of_tiles(std::uint32_t item, std::uint32_t width, std::uint32_t height) {
    constexpr std::uint32_t size = 8;
    const std::uint64_t row_items = std::uint64_t{size} * width;
    const auto tile_y = static_cast<std::uint32_t>(item / row_items);
    const std::uint32_t tile_height = std::min(size, height - size * tile_y);
    const auto in_row = static_cast<std::uint32_t>(item % row_items);
    const std::uint32_t tile_x = in_row / (size * tile_height);
    const std::uint32_t tile_width = std::min(size, width - size * tile_x);
    const std::uint32_t in_tile = in_row % (size * tile_height);
    return (size * tile_y + in_tile / tile_width) * width + size * tile_x + in_tile % tile_width;
}

std::uint32_t pixel_of_morton(std::uint32_t item, std::uint32_t width, std::uint32_t height) {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    for (std::uint32_t half = std::bit_ceil(std::max(width, height)) / 2; half != 0; half /= 2) {
        const auto inside = [half](std::uint32_t first, std::uint32_t end) {
            return first < end ? std::min(half, end - first) : 0;
        };
        // The quadrants of the square at (x, y), clipped to the picture.
        const std::uint32_t left = inside(x, width);
        const std::uint32_t right = inside(x + half, width);
        const std::uint32_t upper = (left + right) * inside(y, height);
        std::uint32_t rows = inside(y, height);
        if (item >= upper) {
            item -= upper;
            y += half;
            rows = inside(y, height);
        }
        if (item >= left * rows) {
            item -= left * rows;
            x += half;
        }
    }
    return y * width + x;
}

} // namespace

std::uint32_t pixel_of_item(Schedule schedule, std::uint32_t item, std::uint32_t width,
                            std::uint32_t height) {
    switch (schedule) {
    case Schedule::scanline:
    case Schedule::sm_scanline:
        break;
    case Schedule::tiles:
        return pixel_of_tiles(item, width, height);
    case Schedule::morton:
        return pixel_of_morton(item, width, height);
    }
    return item;
}

std::uint32_t queue_count(Schedule schedule, std::uint32_t sm_count) {
    return schedule == Schedule::sm_scanline ? sm_count : 1;
}

ItemRange items_of_queue(std::uint32_t queue, std::uint32_t queues, std::uint32_t items) {
    const auto before = [&](std::uint64_t q) { return static_cast<std::uint32_t>(items * q / queues); };
    return {before(queue), before(queue + 1ULL) - before(queue)};
}

} // namespace hitmap
