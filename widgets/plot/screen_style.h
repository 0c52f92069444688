#pragma once

#include "render/plot/plot_style.h"

#include <string>

class QWidget;

namespace hitmap {

/// Colours of the widget's palette, its font size, and numbers as its user writes them.
[[nodiscard]] PlotStyle screen_style(const QWidget& widget);
/// axis_text() with the digits of the user's locale.
[[nodiscard]] std::string local_axis_text(const PlotAxis& axis, double value, double step = 0.0);

} // namespace hitmap
