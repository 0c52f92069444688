#pragma once

#include "render/image/canvas.h"

#include <span>
#include <vector>

namespace hitmap {

/// The line of a curve that stays at the height of each point up to the next one, from `start` to `right`.
/// Corners that would not be told apart are left out.
/// @param points  in pixels, y downwards, by rising x
[[nodiscard]] std::vector<CanvasPoint> step_line(CanvasPoint start, std::span<const CanvasPoint> points,
                                                 double right);

} // namespace hitmap
