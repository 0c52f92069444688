#include "widgets/plot/plot_painter.h"

#include "render/plot/step_line.h"
#include "widgets/plot/plot_axis.h"

#include <QtGui/QBrush>
#include <QtGui/QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace hitmap {

namespace {

constexpr double plot_stroke = 26.0; ///< in the legend
constexpr double plot_gap = 6.0;
constexpr double bar_share = 0.8; ///< of a place

QColor faint(QColor colour) {
    colour.setAlpha(60);
    return colour;
}

/// Of a bar; `beyond` the mark hatched.
QBrush bar_brush(const QPen& pen, bool beyond) {
    return beyond ? QBrush(pen.color(), Qt::BDiagPattern) : QBrush(faint(pen.color()));
}

struct LegendShape {
    int columns = 1;
    int lines = 1;
    double width = 0.0; ///< of a column
};

/// In columns where there is room for whole titles, with the values that may come behind them.
LegendShape legend_shape(const QFontMetricsF& font, double width, const PlotData& data) {
    double widest = 0.0;
    for (const PlotSeries& series : data.series)
        widest = std::max(widest, font.horizontalAdvance(series.title));
    if (data.series.size() > 1) widest += plot_gap + font.horizontalAdvance(QStringLiteral("00.00 %"));
    if (data.marked_x)
        for (const QString& title : {data.mark_title, data.beyond_title})
            widest = std::max(widest, font.horizontalAdvance(title));
    widest += plot_stroke + 3.0 * plot_gap;
    const bool has_beyond = data.marked_x && !data.beyond_title.isEmpty();
    const auto entries =
        static_cast<int>(data.series.size()) + (data.marked_x ? 1 : 0) + (has_beyond ? 1 : 0);
    const double room = std::max(width - 2.0 * plot_gap, 1.0);
    const int columns = std::clamp(static_cast<int>(room / widest), 1, std::max(entries, 1));
    return {columns, (entries + columns - 1) / columns, room / columns};
}

} // namespace

double PlotPainter::least_height(const QFontMetricsF& font, double width, const PlotData& data) {
    constexpr double plot_lines = 6.0;
    const double lines = 2.0 + 2.0 + plot_lines + legend_shape(font, width, data).lines;
    return lines * font.height() + 3.0 * plot_gap;
}

PlotPainter::PlotPainter(QPainter& painter, const QPalette& palette, const QRectF& widget,
                         const PlotData& data)
    : painter_(painter), palette_(palette), data_(data), widget_(widget) {
    bool first = true;
    for (const PlotSeries& series : data.series)
        for (const QPointF& point : series.points) {
            const double x = to_scale(data.x, point.x());
            x_ = first ? Extent{x, x} : Extent{std::min(x_.min, x), std::max(x_.max, x)};
            y_.max = first ? point.y() : std::max(y_.max, point.y());
            first = false;
        }
    if (data.marked_x) {
        const double marked = to_scale(data.x, *data.marked_x);
        x_ = {std::min(x_.min, marked), std::max(x_.max, marked)};
    }
    if (!data.x.labels.isEmpty()) x_ = {0.0, static_cast<double>(data.x.labels.size()) - 1.0};
    if (data.look == PlotLook::bars) x_ = {x_.min - 0.6, x_.max + 0.6};
    if (data.x.logarithmic) x_ = {std::floor(x_.min), std::floor(x_.max) + 1.0};
    if (x_.max <= x_.min) x_.max = x_.min + 1.0;
    y_.max = data.y.numbers == AxisNumbers::shares ? 1.0 : std::max(1.0, y_.max * 1.1);
    const QFontMetricsF font(painter.font());
    double labels = 0.0;
    for (const double tick : axis_ticks(y_.min, y_.max, data.y, 5))
        labels = std::max(labels, font.horizontalAdvance(axis_text(data.y, tick)));
    const double line = font.height();
    const double legend = line * legend_shape(font, widget.width(), data).lines;
    // Title with read-out, and axis title above; ticks, axis title and legend below.
    plot_ = widget.adjusted(labels + plot_gap + 4.0, 2.0 * line + plot_gap, -line,
                            -2.0 * line - legend - 2.0 * plot_gap);
    if (plot_.height() < 1.0) plot_.setHeight(1.0);
    if (plot_.width() < 1.0) plot_.setWidth(1.0);
}

double PlotPainter::left_of(double x) const {
    return plot_.left() + (to_scale(data_.x, x) - x_.min) / (x_.max - x_.min) * plot_.width();
}

double PlotPainter::top_of(double y) const {
    return plot_.bottom() - (y - y_.min) / (y_.max - y_.min) * plot_.height();
}

double PlotPainter::x_at(double place) const {
    return from_scale(data_.x, x_.min + (place - plot_.left()) / plot_.width() * (x_.max - x_.min));
}

void PlotPainter::draw(const PlotReading* reading) const {
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(palette_.color(QPalette::Base));
    painter_.drawRect(plot_);
    draw_titles();
    draw_columns();
    draw_rows();
    draw_mark();
    draw_series();
    draw_legend(reading);
    if (reading != nullptr) draw_reading(*reading);
}

void PlotPainter::draw_titles() const {
    const double line = QFontMetricsF(painter_.font()).height();
    const QFont usual = painter_.font();
    QFont bold = usual;
    bold.setBold(true);
    painter_.setPen(palette_.color(QPalette::WindowText));
    painter_.setFont(bold);
    const QRectF top(widget_.left() + 4.0, widget_.top(), widget_.width() - 8.0, line);
    painter_.drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(bold).elidedText(data_.title, Qt::ElideRight, top.width()));
    painter_.setFont(usual);
    painter_.drawText(top.translated(0, line), Qt::AlignLeft | Qt::AlignVCenter, data_.y.title);
    painter_.drawText(QRectF(plot_.left(), plot_.bottom() + line + 4.0, plot_.width(), line),
                      Qt::AlignRight | Qt::AlignVCenter, data_.x.title);
}

void PlotPainter::draw_columns() const {
    const QFontMetricsF font(painter_.font());
    const QColor text = palette_.color(QPalette::WindowText);
    double widest = std::max(1.0, font.horizontalAdvance(axis_text(data_.x, from_scale(data_.x, x_.max))));
    if (data_.x.logarithmic) // bytes, KiB and MiB are not of one width
        for (const double power : axis_ticks(x_.min, x_.max, data_.x, 64))
            widest = std::max(widest, font.horizontalAdvance(axis_text(data_.x, std::exp2(power))));
    for (const QString& label : data_.x.labels)
        widest = std::max(widest, font.horizontalAdvance(label));
    const int most = data_.x.logarithmic || !data_.x.labels.isEmpty() ? 64 : 8;
    const int columns = std::clamp(static_cast<int>(plot_.width() / (widest + 2.0 * plot_gap)), 1, most);
    std::vector<double> places = axis_ticks(x_.min, x_.max, data_.x, columns);
    if (!data_.x.labels.isEmpty()) { // the last one is of its own kind, and always there
        const double last = data_.x.labels.size() - 1;
        const double least = (widest + 2.0 * plot_gap) / plot_.width() * (x_.max - x_.min);
        std::erase_if(places, [&](double place) { return place > last - least; });
        places.push_back(last);
    }
    for (const double tick : places) {
        const QString label = axis_text(data_.x, from_scale(data_.x, tick));
        if (label.isEmpty()) continue;
        const double x = left_of(from_scale(data_.x, tick));
        painter_.setPen(faint(text));
        painter_.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom() + 4.0));
        painter_.setPen(text);
        const double left = std::min(x - widest / 2.0, widget_.right() - widest - 2.0);
        painter_.drawText(QRectF(left, plot_.bottom() + 4.0, widest, font.height()),
                          Qt::AlignHCenter | Qt::AlignTop, label);
    }
}

void PlotPainter::draw_rows() const {
    const double line = QFontMetricsF(painter_.font()).height();
    const QColor text = palette_.color(QPalette::WindowText);
    const int rows = std::clamp(static_cast<int>(plot_.height() / (2.0 * line)), 1, 5);
    for (const double tick : axis_ticks(y_.min, y_.max, data_.y, rows)) {
        const double y = top_of(tick);
        painter_.setPen(faint(text));
        painter_.drawLine(QPointF(plot_.left() - 4.0, y), QPointF(plot_.right(), y));
        painter_.setPen(text);
        painter_.drawText(
            QRectF(widget_.left(), y - line / 2.0, plot_.left() - widget_.left() - plot_gap, line),
            Qt::AlignRight | Qt::AlignVCenter, axis_text(data_.y, tick));
    }
}

QPen PlotPainter::pen_of(std::size_t series) const {
    // No two of the first six have both in common, and no two the dashes.
    constexpr std::array roles{QPalette::Text, QPalette::Link, QPalette::Highlight};
    static const std::array<QVector<qreal>, 6> dashes{
        {{}, {5.0, 2.5}, {1.0, 2.0}, {9.0, 2.0, 1.0, 2.0}, {12.0, 3.0}, {3.0, 1.5, 1.0, 1.5, 1.0, 1.5}}};
    QPen pen(palette_.color(roles[series % roles.size()]), 1.8);
    const QVector<qreal>& dash = dashes[series % dashes.size()];
    if (!dash.isEmpty()) {
        pen.setDashPattern(dash);
        pen.setCapStyle(Qt::FlatCap);
    }
    return pen;
}

void PlotPainter::draw_series() const {
    painter_.save();
    painter_.setClipRect(plot_.adjusted(-2, -2, 2, 2));
    painter_.setBrush(Qt::NoBrush);
    // The first one, which the others are parts of, on top.
    for (std::size_t i = data_.series.size(); i-- > 0;) {
        const PlotSeries& series = data_.series[i];
        switch (data_.look) {
        case PlotLook::steps:
            draw_steps(series, pen_of(i));
            break;
        case PlotLook::bars:
            draw_bars(series, pen_of(i));
            break;
        default:
            draw_line(series, pen_of(i));
        }
    }
    painter_.restore();
}

void PlotPainter::draw_line(const PlotSeries& series, const QPen& pen) const {
    QPolygonF line;
    for (const QPointF& point : series.points)
        line.append({left_of(point.x()), top_of(point.y())});
    const bool dots = data_.look == PlotLook::dots;
    if (!dots && line.size() != 1) {
        painter_.setPen(pen);
        painter_.drawPolyline(line);
        return;
    }
    QPen dot(pen.color(), dots ? 2.5 : 6.0);
    dot.setCapStyle(Qt::RoundCap);
    painter_.setPen(dot);
    painter_.drawPoints(line);
}

void PlotPainter::draw_steps(const PlotSeries& series, const QPen& pen) const {
    if (series.points.empty()) return;
    std::vector<CanvasPoint> points;
    points.reserve(series.points.size());
    for (const QPointF& point : series.points)
        points.push_back({left_of(point.x()), top_of(point.y())});
    QPolygonF line;
    for (const CanvasPoint& corner : step_line({plot_.left(), top_of(0.0)}, points, plot_.right()))
        line.append({corner.x, corner.y});
    painter_.setPen(pen);
    painter_.drawPolyline(line);
}

void PlotPainter::draw_bars(const PlotSeries& series, const QPen& pen) const {
    painter_.setPen({pen.color(), 1.0});
    for (const QPointF& point : series.points) {
        const QPointF top(left_of(point.x() - bar_share / 2.0), top_of(point.y()));
        const QRectF bar(top, QPointF(left_of(point.x() + bar_share / 2.0), plot_.bottom()));
        painter_.setBrush(bar_brush(pen, data_.marked_x && point.x() > *data_.marked_x));
        painter_.drawRect(bar);
    }
}

void PlotPainter::draw_mark() const {
    if (!data_.marked_x) return;
    const double x = left_of(*data_.marked_x);
    painter_.setPen(mark_pen());
    painter_.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
}

void PlotPainter::draw_legend(const PlotReading* reading) const {
    const QFontMetricsF font(painter_.font());
    const double line = font.height();
    const LegendShape shape = legend_shape(font, widget_.width(), data_);
    const double top = plot_.bottom() + 2.0 * line + 4.0 + plot_gap;
    int place = 0;
    // `bar`: how it is filled, where it is not a line.
    const auto entry = [&](const QString& text, const QString& value, const QPen& pen,
                           std::optional<QBrush> bar = {}) {
        const QRectF all(widget_.left() + plot_gap + shape.width * (place / shape.lines),
                         top + line * (place % shape.lines), shape.width - 2.0 * plot_gap, line);
        ++place;
        draw_sample({all.left(), all.top(), plot_stroke, line}, pen, bar);
        painter_.setPen(palette_.color(QPalette::WindowText));
        painter_.drawText(all, Qt::AlignRight | Qt::AlignVCenter, value);
        const double taken = value.isEmpty() ? 0.0 : font.horizontalAdvance(value) + plot_gap;
        const QRectF where = all.adjusted(plot_stroke + plot_gap, 0, -taken, 0);
        painter_.drawText(where, Qt::AlignLeft | Qt::AlignVCenter,
                          font.elidedText(text, Qt::ElideRight, where.width()));
    };
    const auto bar_if = [&](const QPen& pen, bool beyond) {
        return data_.look == PlotLook::bars ? std::optional(bar_brush(pen, beyond)) : std::nullopt;
    };
    for (std::size_t i = 0; i < data_.series.size(); ++i) {
        const bool told = reading != nullptr && data_.series.size() > 1;
        entry(data_.series[i].title, told ? reading->values[static_cast<int>(i)] : QString(), pen_of(i),
              bar_if(pen_of(i), false));
    }
    if (!data_.marked_x) return;
    entry(data_.mark_title, {}, mark_pen());
    if (!data_.beyond_title.isEmpty()) entry(data_.beyond_title, {}, pen_of(0), bar_if(pen_of(0), true));
}

void PlotPainter::draw_sample(const QRectF& where, const QPen& pen, const std::optional<QBrush>& bar) const {
    if (!bar) {
        painter_.setPen(pen);
        painter_.drawLine(QPointF(where.left(), where.center().y()),
                          QPointF(where.right(), where.center().y()));
        return;
    }
    painter_.setPen({pen.color(), 1.0});
    painter_.setBrush(*bar);
    const double edge = where.height() / 5.0;
    painter_.drawRect(where.adjusted(0.0, edge, 0.0, -edge));
    painter_.setBrush(Qt::NoBrush);
}

void PlotPainter::draw_reading(const PlotReading& reading) const {
    const QFontMetricsF font(painter_.font());
    painter_.setPen({palette_.color(QPalette::WindowText), 1.0, Qt::DotLine});
    painter_.drawLine(QPointF(left_of(reading.x), plot_.top()), QPointF(left_of(reading.x), plot_.bottom()));
    QString text = reading.place;
    if (reading.values.size() == 1) text += QStringLiteral(" · %1").arg(reading.values.front());
    const QRectF where(widget_.left() + 4.0, widget_.top() + font.height(), widget_.width() - 8.0,
                       font.height());
    painter_.setPen(palette_.color(QPalette::WindowText));
    painter_.drawText(where, Qt::AlignRight | Qt::AlignVCenter,
                      font.elidedText(text, Qt::ElideRight, where.width()));
}

} // namespace hitmap
