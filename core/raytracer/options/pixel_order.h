#pragma once

#include "core/raytracer/options/trace_options.h"

#include <cstdint>

/// The order in which the pixels of a picture are processed. A pixel is y * width + x, row 0 on top.
namespace hitmap {

/// Returns the pixel that is processed as number `item`, 0 <= item < width * height; every pixel occurs once.
/// Scanline and sm-scanline: row by row. Tiles: squares of 8 x 8 pixels, row by row, and row by row within
/// each; tiles at the right and lower border are clipped. Morton: along the Z-order curve, x before y; the
/// parts of the curve outside the picture are skipped.
[[nodiscard]] std::uint32_t pixel_of_item(Schedule schedule, std::uint32_t item, std::uint32_t width,
                                          std::uint32_t height);

struct ItemRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// The number of queues that a schedule takes items from. Items are divided evenly among the queues.
[[nodiscard]] std::uint32_t queue_count(Schedule schedule, std::uint32_t sm_count);
[[nodiscard]] ItemRange items_of_queue(std::uint32_t queue, std::uint32_t queues, std::uint32_t items);

} // namespace hitmap
