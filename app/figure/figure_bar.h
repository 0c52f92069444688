#pragma once

#include "app/figure/figure_contents.h"
#include "app/figure/figure_layout.h"
#include "render/image/canvas.h"

namespace hitmap {

/// Draws the colour bar of a panel: title, unit, ends, ticks, arrow heads at clamped ends, and samples of
/// elements without a value. It is upright where its place is higher than wide.
/// @param explained  the contents of the panel whose colours it explains
void draw_figure_bar(Canvas& canvas, const FigureArea& area, const FigureContent& explained,
                     const Figure& figure);

/// Returns the height in points that a colour bar of a width needs, so that its parts do not overlap.
[[nodiscard]] double least_bar_height(const FigureContent& explained, const Figure& figure, double width);

} // namespace hitmap
