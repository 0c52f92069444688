#pragma once

#include "widgets/plot/plot_data.h"

#include <QtCore/QRectF>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPalette>
#include <QtGui/QPen>

#include <optional>

class QPainter;

namespace hitmap {

/// Paints a PlotData into a widget of some size.
class PlotPainter {
public:
    /// @param data  has at least one point
    PlotPainter(QPainter& painter, const QPalette& palette, const QRectF& widget, const PlotData& data);

    /// `reading`: of the place that is pointed at; may be null.
    void draw(const PlotReading* reading = nullptr) const;
    /// A widget of that width shows everything from this height on.
    [[nodiscard]] static double least_height(const QFontMetricsF& font, double width, const PlotData& data);
    /// Value of the x axis at a place of the widget.
    [[nodiscard]] double x_at(double place) const;

private:
    struct Extent {
        double min = 0.0;
        double max = 1.0;
    };
    [[nodiscard]] double left_of(double x) const;
    [[nodiscard]] double top_of(double y) const;
    void draw_titles() const;
    void draw_columns() const;
    void draw_rows() const;
    void draw_series() const;
    void draw_line(const PlotSeries& series, const QPen& pen) const;
    void draw_steps(const PlotSeries& series, const QPen& pen) const;
    void draw_bars(const PlotSeries& series, const QPen& pen) const;
    void draw_mark() const;
    void draw_legend(const PlotReading* reading) const;
    void draw_sample(const QRectF& where, const QPen& pen, const std::optional<QBrush>& bar) const;
    void draw_reading(const PlotReading& reading) const;
    [[nodiscard]] QPen pen_of(std::size_t series) const;
    [[nodiscard]] QPen mark_pen() const {
        return {palette_.color(QPalette::WindowText), 1.0, Qt::DashDotLine};
    }

    QPainter& painter_;
    const QPalette& palette_;
    const PlotData& data_;
    QRectF widget_;
    QRectF plot_;
    Extent x_; ///< logarithms where the axis is logarithmic
    Extent y_;
};

} // namespace hitmap
