#pragma once

#include "render/image/canvas.h"
#include "render/view/colour_range.h"

#include <string>
#include <utility>
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
    std::vector<std::pair<double, std::string>> labels{}; ///< values and texts; empty: round values
};

/// Colours of Okabe and Ito 2008, for every kind of colour vision; dashes tell curves apart without them.
struct CurveStyle {
    Rgb colour;
    std::vector<double> dashes;
};
[[nodiscard]] const CurveStyle& curve_style(std::size_t curve);
/// A line and its name, right of the area; `row` counts from above.
void draw_legend(Canvas& canvas, const PlotArea& area, std::size_t row, const std::string& name,
                 const LineStyle& style);

/// Frame, ticks with labels, titles; x from the left, y from below or, `downwards`, from above.
void draw_axes(Canvas& canvas, const PlotArea& area, const Axis& x, const Axis& y, bool downwards);
struct CaptionLine {
    std::string text;
    bool bold = false;
};
/// Lines split at spaces where they are longer than `width`, the first one bold. Widths are those of common
/// fonts, so that pictures and SVG split in the same places everywhere.
[[nodiscard]] std::vector<CaptionLine> caption_lines(const std::vector<std::string>& caption, double width);
/// One under the other from `y` on.
void draw_caption(Canvas& canvas, double x, double y, const std::vector<CaptionLine>& lines);

/// Of labels and title under a plot.
inline constexpr double panel_axis_height = 46.0;
inline constexpr double panel_line_height = 18.0;
inline constexpr double caption_left = 12.0;

} // namespace hitmap
