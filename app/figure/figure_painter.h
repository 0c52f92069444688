#pragma once

#include "app/figure/figure_contents.h"
#include "app/figure/figure_layout.h"
#include "app/figure/figure_rasters.h"
#include "render/image/canvas.h"

#include <vector>

namespace hitmap {

/// A figure that is ready to be drawn, on paper or in a window.
struct MadeFigure {
    FigureLayout layout;
    std::vector<FigureContent> contents; ///< [panels]
    std::vector<FigureRasters> rasters;  ///< [panels]
};

/// Draws the figure on a canvas whose units are points.
void draw_figure(Canvas& canvas, const Figure& figure, const MadeFigure& made);

/// Returns the height in points that a plot of a width needs, so that its parts do not overlap.
[[nodiscard]] double least_plot_height(const PlotData& plot, const Figure& figure, double width);

} // namespace hitmap
