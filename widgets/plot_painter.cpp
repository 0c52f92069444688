#include "widgets/plot_painter.h"

#include "widgets/format.h"

#include <QtCore/QLocale>
#include <QtGui/QPainter>
#include <QtGui/QPalette>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

namespace {

constexpr double plot_stroke = 26.0; ///< in the legend
constexpr double plot_gap = 6.0;

QColor faint(QColor colour) {
    colour.setAlpha(60);
    return colour;
}

/// Round numbers within [min, max], at most `most` and a few.
std::vector<double> ticks(double min, double max, AxisNumbers numbers, int most) {
    const double least = (max - min) / std::max(most, 1);
    double step = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-12))));
    for (const double factor : {2.0, 2.5, 2.0}) // 2, 5, 10
        if (step < least) step *= factor;
    if (numbers == AxisNumbers::bytes) step = std::max(1.0, std::exp2(std::ceil(std::log2(least))));
    if (numbers == AxisNumbers::counts) step = std::max(step, 1.0);
    std::vector<double> all;
    for (double at = std::ceil(min / step) * step; at <= max + step * 1e-6; at += step)
        all.push_back(at);
    return all;
}

} // namespace

QString axis_text(AxisNumbers numbers, double value) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::max(value, 0.0)));
    switch (numbers) {
    case AxisNumbers::bytes:
        return bytes_text(whole);
    case AxisNumbers::shares:
        return QStringLiteral("%1 %").arg(QLocale().toString(value * 100.0, 'g', 4));
    case AxisNumbers::counts:
        break;
    }
    return count_text(whole);
}

PlotPainter::PlotPainter(QPainter& painter, const QPalette& palette, const QRectF& widget,
                         const PlotData& data)
    : painter_(painter), palette_(palette), data_(data), widget_(widget) {
    bool first = true;
    for (const PlotSeries& series : data.series)
        for (const QPointF& point : series.points) {
            x_ = first ? Extent{point.x(), point.x()}
                       : Extent{std::min(x_.min, point.x()), std::max(x_.max, point.x())};
            y_.max = first ? point.y() : std::max(y_.max, point.y());
            first = false;
        }
    if (data.marked_x) x_ = {std::min(x_.min, *data.marked_x), std::max(x_.max, *data.marked_x)};
    if (x_.max <= x_.min) x_.max = x_.min + 1.0;
    y_.max = data.y.numbers == AxisNumbers::shares ? 1.0 : std::max(1.0, y_.max * 1.1);
    const QFontMetricsF font(painter.font());
    double labels = 0.0;
    for (const double tick : ticks(y_.min, y_.max, data.y.numbers, 5))
        labels = std::max(labels, font.horizontalAdvance(axis_text(data.y.numbers, tick)));
    const double line = font.height();
    const auto legend_lines = static_cast<double>(data.series.size() + (data.marked_x ? 1 : 0));
    // Title, read-out and axis title above; ticks, axis title and legend below.
    plot_ = widget.adjusted(labels + plot_gap + 4.0, 3.0 * line + plot_gap, -line,
                            -(2.0 + legend_lines) * line - 2.0 * plot_gap);
    if (plot_.height() < 1.0) plot_.setHeight(1.0);
    if (plot_.width() < 1.0) plot_.setWidth(1.0);
}

double PlotPainter::left_of(double x) const {
    return plot_.left() + (x - x_.min) / (x_.max - x_.min) * plot_.width();
}

double PlotPainter::top_of(double y) const {
    return plot_.bottom() - (y - y_.min) / (y_.max - y_.min) * plot_.height();
}

double PlotPainter::x_at(double place) const {
    return x_.min + (place - plot_.left()) / plot_.width() * (x_.max - x_.min);
}

void PlotPainter::draw() const {
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(palette_.color(QPalette::Base));
    painter_.drawRect(plot_);
    draw_axes();
    draw_mark();
    draw_series();
    draw_legend();
}

void PlotPainter::draw_axes() const {
    const QFontMetricsF font(painter_.font());
    const double line = font.height();
    const QColor text = palette_.color(QPalette::WindowText);
    QFont bold = painter_.font();
    bold.setBold(true);
    const QFont usual = painter_.font();
    painter_.setPen(text);
    painter_.setFont(bold);
    const QRectF top(widget_.left() + 4.0, widget_.top(), widget_.width() - 8.0, line);
    painter_.drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(bold).elidedText(data_.title, Qt::ElideRight, top.width()));
    painter_.setFont(usual);
    painter_.drawText(top.translated(0, 2.0 * line), Qt::AlignLeft | Qt::AlignVCenter, data_.y.title);
    const double widest = std::max(font.horizontalAdvance(axis_text(data_.x.numbers, x_.max)), 1.0);
    const int columns = std::clamp(static_cast<int>(plot_.width() / (widest + 3.0 * plot_gap)), 1, 8);
    for (const double tick : ticks(x_.min, x_.max, data_.x.numbers, columns)) {
        const double x = left_of(tick);
        painter_.setPen(faint(text));
        painter_.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom() + 4.0));
        painter_.setPen(text);
        const double left = std::min(x - widest / 2.0, widget_.right() - widest - 2.0);
        painter_.drawText(QRectF(left, plot_.bottom() + 4.0, widest, line), Qt::AlignHCenter | Qt::AlignTop,
                          axis_text(data_.x.numbers, tick));
    }
    const int rows = std::clamp(static_cast<int>(plot_.height() / (2.0 * line)), 1, 5);
    for (const double tick : ticks(y_.min, y_.max, data_.y.numbers, rows)) {
        const double y = top_of(tick);
        painter_.setPen(faint(text));
        painter_.drawLine(QPointF(plot_.left() - 4.0, y), QPointF(plot_.right(), y));
        painter_.setPen(text);
        painter_.drawText(
            QRectF(widget_.left(), y - line / 2.0, plot_.left() - widget_.left() - plot_gap, line),
            Qt::AlignRight | Qt::AlignVCenter, axis_text(data_.y.numbers, tick));
    }
    painter_.drawText(QRectF(plot_.left(), plot_.bottom() + line + 4.0, plot_.width(), line),
                      Qt::AlignRight | Qt::AlignVCenter, data_.x.title);
}

QPen PlotPainter::pen_of(std::size_t series) const {
    constexpr std::array roles{QPalette::Text, QPalette::Link, QPalette::Highlight};
    QPen pen(palette_.color(roles[series % roles.size()]), 1.8);
    if (series % 3 == 1) pen.setDashPattern({5.0, 2.5});
    if (series % 3 == 2) pen.setDashPattern({1.0, 2.0});
    return pen;
}

void PlotPainter::draw_series() const {
    painter_.save();
    painter_.setClipRect(plot_.adjusted(-2, -2, 2, 2));
    painter_.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < data_.series.size(); ++i) {
        QPolygonF line;
        for (const QPointF& point : data_.series[i].points)
            line.append({left_of(point.x()), top_of(point.y())});
        QPen pen = pen_of(i);
        if (data_.dots || line.size() == 1) {
            pen.setWidthF(data_.dots ? 2.5 : 6.0);
            pen.setCapStyle(Qt::RoundCap);
            painter_.setPen(pen);
            painter_.drawPoints(line);
        } else {
            painter_.setPen(pen);
            painter_.drawPolyline(line);
        }
    }
    painter_.restore();
}

void PlotPainter::draw_mark() const {
    if (!data_.marked_x) return;
    const double x = left_of(*data_.marked_x);
    painter_.setPen({palette_.color(QPalette::WindowText), 1.0, Qt::DashDotLine});
    painter_.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
}

void PlotPainter::draw_legend() const {
    const QFontMetricsF font(painter_.font());
    const double line = font.height();
    double top = plot_.bottom() + 2.0 * line + 4.0 + plot_gap;
    const auto entry = [&](const QString& text, const QPen& pen) {
        painter_.setPen(pen);
        painter_.drawLine(QPointF(plot_.left(), top + line / 2.0),
                          QPointF(plot_.left() + plot_stroke, top + line / 2.0));
        const QRectF where(plot_.left() + plot_stroke + plot_gap, top, plot_.width() - plot_stroke - plot_gap,
                           line);
        painter_.setPen(palette_.color(QPalette::WindowText));
        painter_.drawText(where, Qt::AlignLeft | Qt::AlignVCenter,
                          font.elidedText(text, Qt::ElideRight, where.width()));
        top += line;
    };
    for (std::size_t i = 0; i < data_.series.size(); ++i)
        entry(data_.series[i].title, pen_of(i));
    if (data_.marked_x) entry(data_.mark_title, {palette_.color(QPalette::WindowText), 1.0, Qt::DashDotLine});
}

void PlotPainter::draw_reading(double x, const QString& text) const {
    const double line = QFontMetricsF(painter_.font()).height();
    painter_.setPen({palette_.color(QPalette::WindowText), 1.0, Qt::DotLine});
    painter_.drawLine(QPointF(left_of(x), plot_.top()), QPointF(left_of(x), plot_.bottom()));
    painter_.setPen(palette_.color(QPalette::WindowText));
    const QRectF where(widget_.left() + 4.0, widget_.top() + line, widget_.width() - 8.0, line);
    painter_.drawText(where, Qt::AlignRight | Qt::AlignVCenter,
                      QFontMetricsF(painter_.font()).elidedText(text, Qt::ElideRight, where.width()));
}

} // namespace hitmap
