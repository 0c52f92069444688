#pragma once

#include "render/image/canvas.h"
#include "render/plot/plot_data.h"
#include "render/plot/plot_style.h"

#include <cstddef>

namespace hitmap {

/// A rectangle with axes around it, in pixels.
struct PlotArea {
    CanvasPoint corner; ///< upper left corner
    CanvasPoint size;
    [[nodiscard]] double right() const { return corner.x + size.x; }
    [[nodiscard]] double bottom() const { return corner.y + size.y; }
};

/// Minimum distance between the ticks of a y axis in pixels, for labels of 12 pixels.
inline constexpr double y_tick_distance = 40.0;

/// Draws the parts of a plot in and around a rectangle. Canvas, plot and style must outlive this object.
class PlotPainter {
public:
    PlotPainter(Canvas& canvas, const PlotData& plot, const PlotStyle& style, const PlotArea& area);

    /// Draws the whole plot, with the title of the y axis upwards on the left and the legend on the right.
    void draw_with_legend_beside() const;

    /// Returns the height in pixels that the labels of the x axis take in addition, if they are upright.
    [[nodiscard]] static double upright_space(Canvas& canvas, const PlotData& plot, const PlotStyle& style);
    /// Draws the background, the ticks with labels, and the frame.
    void draw_axes() const;
    /// Draws the titles of the axes. That of the y axis is drawn upwards.
    void draw_axis_titles() const;
    void draw_x_title() const;
    /// Draws the series, each over the previous one, and the mark. Series below others are visible between
    /// the dashes.
    void draw_content() const;
    /// Draws a sample of a series for a legend. `at` is its left end, at half of its height.
    void draw_sample(CanvasPoint at, std::size_t i) const;
    /// Draws a sample of a series, followed by its title.
    void draw_entry(CanvasPoint at, std::size_t i) const;
    void draw_mark_sample(CanvasPoint at) const;
    /// Draws a sample of the bars beyond the mark.
    void draw_beyond_sample(CanvasPoint at) const;

    /// Convert values to pixels, and a pixel to a value of x.
    [[nodiscard]] double left_of(double x) const;
    [[nodiscard]] double top_of(double y) const;
    [[nodiscard]] double x_at(double left) const;
    [[nodiscard]] double y_at(double top) const;
    /// Returns the length of a sample in pixels.
    [[nodiscard]] double sample_length() const { return 32.0 * style_.scale(); }

private:
    [[nodiscard]] CanvasPoint place_of(const PlotPoint& point) const;
    [[nodiscard]] std::size_t look_of(std::size_t i) const; ///< of the colour and the dashes of a series
    [[nodiscard]] LineStyle line_style(std::size_t i) const;
    [[nodiscard]] FillStyle bar_style(std::size_t i, bool beyond) const;
    [[nodiscard]] FillStyle fill_style(std::size_t i, bool beyond) const;
    void draw_y_ticks() const;
    void draw_break() const;
    void draw_x_ticks() const;
    void draw_spreads() const;
    void draw_series(std::size_t i) const;
    void draw_mark() const;
    void draw_line(std::size_t i) const;
    void draw_dots(std::size_t i) const;
    void draw_steps(std::size_t i) const;
    void draw_bars(std::size_t i) const;
    void draw_area(std::size_t i) const;
    void draw_stacked_bars(std::size_t i) const;
    void draw_spans(std::size_t i) const;
    void draw_box_sample(CanvasPoint at, std::size_t i, const FillStyle& fill) const;

    Canvas& canvas_;
    const PlotData& plot_;
    const PlotStyle& style_;
    PlotArea area_;
    PlotRange x_; ///< in units of the scale, which may be logarithmic
    PlotRange y_;
};

} // namespace hitmap
