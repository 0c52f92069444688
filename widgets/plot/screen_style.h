#pragma once

#include "render/plot/plot_style.h"

#include <string>

class QWidget;

namespace hitmap {

/// Returns a style with the colours of the widget's palette, those of series as readable_on(), its font size,
/// and numbers in the user's locale.
[[nodiscard]] PlotStyle screen_style(const QWidget& widget);
/// Returns a colour of the same hue whose contrast to the ground is enough for lines of two pixels: at least
/// 4.5 (WCAG 2.1), or white or black where the hue has none.
[[nodiscard]] Rgb readable_on(Rgb ground, Rgb colour);
/// Returns axis_text() with the digits of the user's locale.
[[nodiscard]] std::string local_axis_text(const PlotAxis& axis, double value, double step = 0.0);

} // namespace hitmap
