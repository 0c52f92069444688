#pragma once

#include "render/image/colour_difference.h"
#include "render/picture/colour_bar.h"
#include "render/picture/panels.h"
#include "render/plot/plot_data.h"
#include "render/plot/plot_style.h"

#include <string_view>
#include <vector>

namespace hitmap {

/// Returns what the colours of a mesh picture stand for: the lowest, middle and highest values of its colour
/// map, and elements without a value.
/// @param bar  has the letters of a difference
[[nodiscard]] std::vector<ColourMark> marks_of(std::string_view colour_map, bool difference,
                                               const ColourBarText& bar = {});
/// The same for a picture of cells.
[[nodiscard]] std::vector<ColourMark> marks_of(const FramebufferPanel& panel);
/// Returns the series of a plot that have points.
[[nodiscard]] std::vector<ColourMark> marks_of(const PlotData& plot, const PlotStyle& style = {});

} // namespace hitmap
