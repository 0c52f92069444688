#pragma once

#include "render/image/canvas.h"
#include "render/plot/plot_data.h"
#include "render/plot/plot_style.h"

#include <cstddef>

namespace hitmap {

/// A rectangle with axes around it, in pixels.
struct PlotArea {
    CanvasPoint corner; ///< upper left
    CanvasPoint size;
    [[nodiscard]] double right() const { return corner.x + size.x; }
    [[nodiscard]] double bottom() const { return corner.y + size.y; }
};

/// Smallest distance of two ticks of a y axis, in pixels, with labels of 12 pixels.
inline constexpr double y_tick_distance = 40.0;

/// Draws the parts of a plot around and in a rectangle. Canvas, plot and style must outlive it.
class PlotPainter {
public:
    PlotPainter(Canvas& canvas, const PlotData& plot, const PlotStyle& style, const PlotArea& area);

    /// Everything: title of the y axis upwards on the left, legend on the right.
    void draw_with_legend_beside() const;

    /// Ground, ticks with labels, and the frame.
    void draw_axes() const;
    /// Titles of the axes, that of y upwards.
    void draw_axis_titles() const;
    void draw_x_title() const;
    /// Series and mark, each over the one before: dashes let it be seen.
    void draw_content() const;
    /// What a series looks like, for a legend. `at` is the left end, in the middle of the height.
    void draw_sample(CanvasPoint at, std::size_t i) const;
    /// The sample with the title of the series behind it.
    void draw_entry(CanvasPoint at, std::size_t i) const;
    void draw_mark_sample(CanvasPoint at) const;
    /// What bars beyond the mark look like.
    void draw_beyond_sample(CanvasPoint at) const;

    /// Pixels of a value, and the value of x at a pixel.
    [[nodiscard]] double left_of(double x) const;
    [[nodiscard]] double top_of(double y) const;
    [[nodiscard]] double x_at(double left) const;
    /// Length of a sample.
    [[nodiscard]] double sample_length() const { return 32.0 * style_.scale(); }

private:
    [[nodiscard]] CanvasPoint place_of(const PlotPoint& point) const;
    [[nodiscard]] LineStyle line_style(std::size_t i) const;
    [[nodiscard]] FillStyle fill_style(std::size_t i, bool beyond) const;
    void draw_y_ticks() const;
    void draw_x_ticks() const;
    void draw_spreads() const;
    void draw_series(std::size_t i) const;
    void draw_mark() const;
    void draw_line(std::size_t i) const;
    void draw_dots(std::size_t i) const;
    void draw_steps(std::size_t i) const;
    void draw_bars(std::size_t i) const;
    void draw_area(std::size_t i) const;
    void draw_box_sample(CanvasPoint at, std::size_t i, const FillStyle& fill) const;

    Canvas& canvas_;
    const PlotData& plot_;
    const PlotStyle& style_;
    PlotArea area_;
    PlotRange x_; ///< on the scale
    PlotRange y_;
};

} // namespace hitmap
