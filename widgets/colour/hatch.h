#pragma once

#include "render/picture/colour_bar.h"

#include <QtGui/QBrush>

namespace hitmap {

/// Returns the patterns of the mesh view for use in widgets.
/// @param device_pixel_ratio  of the paint device
[[nodiscard]] QBrush pattern_brush(Pattern pattern, double device_pixel_ratio);

} // namespace hitmap
