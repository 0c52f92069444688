#pragma once

#include "render/picture/colour_bar.h"

#include <QtGui/QBrush>

namespace hitmap {

/// The patterns of the mesh view, for what is painted beside it.
/// @param device_pixel_ratio  of what is painted on
[[nodiscard]] QBrush pattern_brush(Pattern pattern, double device_pixel_ratio);

} // namespace hitmap
