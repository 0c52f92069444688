#pragma once

#include "widgets/xy_plot.h"

#include <QtCore/QRectF>

class QPainter;
class QPalette;

namespace hitmap {

/// A number as its axis writes it.
[[nodiscard]] QString axis_text(AxisNumbers numbers, double value);

/// Paints a PlotData into a widget of some size.
class PlotPainter {
public:
    /// @param data  has at least one point
    PlotPainter(QPainter& painter, const QPalette& palette, const QRectF& widget, const PlotData& data);

    void draw() const;
    /// The place that is pointed at.
    void draw_reading(double x, const QString& text) const;
    /// Value of the x axis at a place of the widget.
    [[nodiscard]] double x_at(double place) const;

private:
    struct Extent {
        double min = 0.0;
        double max = 1.0;
    };
    [[nodiscard]] double left_of(double x) const;
    [[nodiscard]] double top_of(double y) const;
    void draw_axes() const;
    void draw_series() const;
    void draw_mark() const;
    void draw_legend() const;
    [[nodiscard]] QPen pen_of(std::size_t series) const;

    QPainter& painter_;
    const QPalette& palette_;
    const PlotData& data_;
    QRectF widget_;
    QRectF plot_;
    Extent x_;
    Extent y_;
};

} // namespace hitmap
