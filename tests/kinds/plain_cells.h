#pragma once

#include "tests/kinds/cell_recording.h"

#include <array>
#include <cstdint>

namespace hitmap::test {

// Where the cells of a recording are and how its camera, which looks from (0, 0, 5) along -z, sees them,
// computed as plainly as possible.

using PlainPoint = std::array<double, 3>;
struct PlainBounds {
    PlainPoint lower{};
    PlainPoint upper{};
};

/// [corners_each] The corners of a cell.
[[nodiscard]] std::array<PlainPoint, 4> corners_of_cell(const CellRecording& recording, std::uint64_t cell);
[[nodiscard]] PlainBounds bounds_of_cell(const CellRecording& recording, std::uint64_t cell);
[[nodiscard]] double plain_distance(const PlainPoint& a, const PlainPoint& b);
[[nodiscard]] double plain_area(const PlainPoint& a, const PlainPoint& b, const PlainPoint& c);
/// The area that bounds cover in the picture, in pixels: each ray through a box crosses two of its sides, so
/// that it is half the sum of the areas that its six sides cover.
[[nodiscard]] double plain_pixels(const PlainBounds& bounds);

} // namespace hitmap::test
