#pragma once

#include "render/image/canvas.h"

#include <span>
#include <vector>

namespace hitmap {

/// Returns the line of a step curve from `start` to `right`: it keeps the height of each point until the next
/// one. Corners that are too close to be distinguished are omitted.
/// @param points  in pixels, y downwards, by rising x
[[nodiscard]] std::vector<CanvasPoint> step_line(CanvasPoint start, std::span<const CanvasPoint> points,
                                                 double right);

} // namespace hitmap
