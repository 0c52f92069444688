#pragma once

#include "render/image/canvas.h"
#include "render/plot/plot_painter.h"

#include <string>
#include <vector>

namespace hitmap {

/// What is read out of a plot at one place.
struct PlotReading {
    double x = 0.0;
    std::string place;
    std::vector<std::string> values; ///< [series] empty where a series has none
};

/// A whole plot of some size: its title and that of the y axis above, the legend below.
class PlotFrame {
public:
    /// Canvas, plot and style must outlive it.
    /// @param plot  has at least one point
    PlotFrame(Canvas& canvas, const PlotData& plot, const PlotStyle& style, CanvasPoint size);

    /// @param reading  of the place that is pointed at; may be null
    void draw(const PlotReading* reading = nullptr) const;
    /// The value of x at a pixel.
    [[nodiscard]] double x_at(double left) const { return painter_.x_at(left); }
    /// The smallest height at which a frame of that width shows everything.
    [[nodiscard]] static double least_height(Canvas& canvas, const PlotData& plot, const PlotStyle& style,
                                             double width);

private:
    void draw_titles() const;
    void draw_legend(const PlotReading* reading) const;
    void draw_reading(const PlotReading& reading) const;

    Canvas& canvas_;
    const PlotData& plot_;
    const PlotStyle& style_;
    CanvasPoint size_;
    PlotArea area_;
    PlotPainter painter_;
};

/// A plot as a picture for a file with `scale` times as many pixels a side as `size`, and as the text of an
/// SVG file. Both are higher than `size` if the legend needs it.
[[nodiscard]] Image plot_image(const PlotData& plot, FrameSize size, const PlotStyle& style = {},
                               int scale = 2);
[[nodiscard]] std::string plot_svg(const PlotData& plot, FrameSize size, const PlotStyle& style = {});

} // namespace hitmap
