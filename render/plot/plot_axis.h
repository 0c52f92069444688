#pragma once

#include "render/plot/plot_data.h"

#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// Text of a value of an axis; `step` is the distance of ticks, 0 for a value that stands alone.
using AxisText = std::function<std::string(const PlotAxis& axis, double value, double step)>;
/// "12 345" with thin spaces, "32 KiB", "50 %", or the label of the place; decimal points.
[[nodiscard]] std::string axis_text(const PlotAxis& axis, double value, double step = 0.0);

/// Where a value is on the scale of its axis, and back: logarithms to the base of 2 where it is logarithmic.
[[nodiscard]] double to_scale(const PlotAxis& axis, double value);
[[nodiscard]] double from_scale(const PlotAxis& axis, double place);

/// The ends of the axes on their scales. The mark lies within.
[[nodiscard]] PlotRange x_range(const PlotData& plot);
/// From 0 on, or as PlotAxis::range says; shares to 1.
[[nodiscard]] PlotRange y_range(const PlotData& plot);

struct AxisTick {
    double place; ///< on the scale
    std::string text;
};
/// Round numbers within the range, whole powers of two, or labels. The last label is always among them.
/// @param length  of the axis
/// @param distance  smallest distance of two ticks, in the unit of `length`
[[nodiscard]] std::vector<AxisTick> axis_ticks(const PlotAxis& axis, const PlotRange& range, double length,
                                               double distance, const AxisText& text);
/// Smallest distance of two ticks of an x axis, in pixels, at which labels of that font size do not touch.
[[nodiscard]] double tick_distance(const PlotAxis& axis, const PlotRange& range, double font_size,
                                   const AxisText& text);

} // namespace hitmap
