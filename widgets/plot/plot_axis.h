#pragma once

#include "widgets/plot/plot_data.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// A number as its axis writes it.
[[nodiscard]] QString axis_text(const PlotAxis& axis, double value);
/// Where a value stands on its axis, and back: logarithms to base 2 where the axis is logarithmic.
[[nodiscard]] double to_scale(const PlotAxis& axis, double value);
[[nodiscard]] double from_scale(const PlotAxis& axis, double place);
/// Round numbers within [min, max], at most `most` and a few; of a logarithmic axis, whole powers.
[[nodiscard]] std::vector<double> axis_ticks(double min, double max, const PlotAxis& axis, int most);

} // namespace hitmap
