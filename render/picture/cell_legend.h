#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"
#include "render/picture/panels.h"
#include "render/plot/plot_painter.h"
#include "render/plot/plot_style.h"

namespace hitmap {

/// Sets a pixel to an opaque colour.
void set_pixel(Image& image, int x, int y, Rgb colour);
/// Returns the colours of the values of a panel.
[[nodiscard]] const ColourMap& cell_colours(const FramebufferPanel& panel);
/// Draws the bar of colours of a panel of cells, with its title, numbers and the patterns of cells without a
/// value.
/// @param left  left end of the legend; its height is that of `area`
void draw_cell_legend(Canvas& canvas, double left, const PlotArea& area, const FramebufferPanel& panel,
                      const PlotStyle& style = {});

} // namespace hitmap
