#pragma once

#include "render/plot/plot_data.h"

#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// Returns the text of a value of an axis. `step` is the distance between ticks, or 0 for a single value.
using AxisText = std::function<std::string(const PlotAxis& axis, double value, double step)>;
/// Returns for example "12 345" with thin spaces, "32 KiB", "50 %", or the label of the place. Fractions have
/// a decimal point.
[[nodiscard]] std::string axis_text(const PlotAxis& axis, double value, double step = 0.0);

/// Convert a value to its place on the scale of the axis, and back. If the axis is logarithmic, the place is
/// the logarithm to base 2.
[[nodiscard]] double to_scale(const PlotAxis& axis, double value);
[[nodiscard]] double from_scale(const PlotAxis& axis, double place);

/// Returns the ends of the x axis on its scale. The mark is within them.
[[nodiscard]] PlotRange x_range(const PlotData& plot);
/// Returns PlotAxis::range if it is set, and otherwise a range from 0, for shares to 1.
[[nodiscard]] PlotRange y_range(const PlotData& plot);

struct AxisTick {
    double place; ///< place on the scale of the axis
    std::string text;
};
/// Returns ticks at round numbers, at powers of two or at labels. The last label always has a tick.
/// @param length  length of the axis
/// @param distance  minimum distance between two ticks, in the unit of `length`
[[nodiscard]] std::vector<AxisTick> axis_ticks(const PlotAxis& axis, const PlotRange& range, double length,
                                               double distance, const AxisText& text);
/// Returns the minimum distance between two ticks of an x axis, in pixels, such that labels of that font size
/// do not touch.
[[nodiscard]] double tick_distance(const PlotAxis& axis, const PlotRange& range, double font_size,
                                   const AxisText& text);

} // namespace hitmap
