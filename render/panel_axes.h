#pragma once

#include "render/canvas.h"
#include "render/colour_range.h"

#include <string>
#include <vector>

namespace hitmap {

/// A rectangle with ticks around it.
struct PlotArea {
    CanvasPoint corner; ///< upper left
    CanvasPoint size;
    [[nodiscard]] double right() const { return corner.x + size.x; }
    [[nodiscard]] double bottom() const { return corner.y + size.y; }
};

/// What runs along a side: values from range.min to range.max.
struct Axis {
    std::string title; ///< with its unit
    ColourRange range;
    ValueStyle style = ValueStyle::count;
};

/// Frame, ticks with labels, titles; x from the left, y from below or, `downwards`, from above.
void draw_axes(Canvas& canvas, const PlotArea& area, const Axis& x, const Axis& y, bool downwards);
/// Lines one under the other from `y` on, the first one bold.
void draw_caption(Canvas& canvas, double x, double y, const std::vector<std::string>& lines);

inline constexpr double panel_line_height = 18.0;

} // namespace hitmap
