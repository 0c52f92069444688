#pragma once

#include "render/image/canvas.h"
#include "render/plot/plot_painter.h"

#include <string>
#include <vector>

namespace hitmap {

/// The values of a plot at one x.
struct PlotReading {
    double x = 0.0;
    std::string place;
    std::vector<std::string> values; ///< [series] empty if a series has no value
};

/// Draws a plot with the titles of plot and y axis above and the legend below.
class PlotFrame {
public:
    /// Canvas, plot and style must outlive this object.
    /// @param plot  must have at least one point
    PlotFrame(Canvas& canvas, const PlotData& plot, const PlotStyle& style, CanvasPoint size);

    /// @param reading  values at the pointer; may be null
    void draw(const PlotReading* reading = nullptr) const;
    /// Returns the value of x at a pixel.
    [[nodiscard]] double x_at(double left) const { return painter_.x_at(left); }
    [[nodiscard]] double y_at(double top) const { return painter_.y_at(top); }
    /// Returns the pixel of a point.
    [[nodiscard]] CanvasPoint place_of(const PlotPoint& point) const {
        return {painter_.left_of(point.x), painter_.top_of(point.y)};
    }
    /// Returns the minimum height at which a frame of this width shows all of its parts.
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

/// Return the plot as an image with `scale` times as many pixels per side as `size`, or as the text of an SVG
/// file. Both are higher than `size` if the legend needs more space.
[[nodiscard]] Image plot_image(const PlotData& plot, FrameSize size, const PlotStyle& style = {},
                               int scale = 2);
[[nodiscard]] std::string plot_svg(const PlotData& plot, FrameSize size, const PlotStyle& style = {});

} // namespace hitmap
