#pragma once

#include "render/plot/plot_data.h"
#include "render/view/view.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// Where the y axis of rates, which are shares of a whole, begins.
enum class RateAxis : std::uint8_t {
    fitted, ///< at a round number below the smallest value, so that rates of 95 to 100 % are told apart
    full    ///< at 0
};

/// Sets the range of the y axis, whose numbers must be shares, from the points and the spreads of the series.
/// Above 100 % is room, so that a curve at 100 % does not lie on the frame. If the axis does not begin at 0,
/// it is PlotAxis::broken, and its title, if it has one, ends with rate_axis_text().
void set_rate_axis(PlotData& plot, RateAxis axis);

/// Returns "from 90 %"; empty if the axis begins at 0.
[[nodiscard]] std::string rate_axis_text(const PlotAxis& axis);

/// Returns what a view says about rates: RangeMode::full is RateAxis::full.
[[nodiscard]] RateAxis rate_axis_of(const View& view);

} // namespace hitmap
