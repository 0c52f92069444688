#pragma once

#include "core/profile/elements/time_curve.h"
#include "render/plot/plot_data.h"
#include "render/plot/rate_axis.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// A curve as it is drawn.
struct DrawnCurve {
    const TimeCurve* curve = nullptr;
    std::string title;    ///< name of what it is of
    std::size_t look = 0; ///< its colour and dashes
};

/// Returns plots of curves over the same frames, one for each unit: curves of one unit share a plot, in the
/// order of the first of each. A point is in the middle of its frame. Curves with a refusal are left out.
/// @param time   name of the unit on the time axis
/// @param rates  where the axis of shares begins
[[nodiscard]] std::vector<PlotData> curve_strips(std::span<const DrawnCurve> curves, const std::string& time,
                                                 RateAxis rates = RateAxis::fitted);

} // namespace hitmap
