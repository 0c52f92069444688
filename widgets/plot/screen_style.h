#pragma once

#include "render/plot/plot_style.h"

#include <string>

class QWidget;

namespace hitmap {

/// Returns a style with the colours of the widget's palette, its font size, and numbers in the user's locale.
[[nodiscard]] PlotStyle screen_style(const QWidget& widget);
/// Returns axis_text() with the digits of the user's locale.
[[nodiscard]] std::string local_axis_text(const PlotAxis& axis, double value, double step = 0.0);

} // namespace hitmap
