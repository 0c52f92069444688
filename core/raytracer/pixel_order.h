#pragma once

#include "core/raytracer/trace_options.h"

#include <cstdint>

/// In which order the pixels of a picture are worked on. A pixel is y * width + x, row 0 on top.
namespace hitmap {

/// The pixel that comes `item`-th, 0 <= item < width * height; every pixel comes once.
///
/// Scanline and sm-scanline: row by row. Tiles: squares of 8 x 8 pixels row by row, within each row by row;
/// those at the right and lower border are what is left. Morton: along the Z-order curve, x before y; the
/// parts of the curve that are outside of the picture are left out.
[[nodiscard]] std::uint32_t pixel_of_item(Schedule schedule, std::uint32_t item, std::uint32_t width,
                                          std::uint32_t height);

struct ItemRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// Queues that a schedule hands out items from, and the part of all items that each of them has.
[[nodiscard]] std::uint32_t queue_count(Schedule schedule, std::uint32_t sm_count);
[[nodiscard]] ItemRange items_of_queue(std::uint32_t queue, std::uint32_t queues, std::uint32_t items);

} // namespace hitmap
