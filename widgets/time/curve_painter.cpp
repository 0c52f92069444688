#include "widgets/time/curve_painter.h"

#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QVector>
#include <QtGui/QFont>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtGui/QPalette>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

namespace {

constexpr double share_part = 0.3; ///< of the height
constexpr double gap = 4.0;
constexpr double stroke_length = 22.0; ///< in the legend

QPen l1_pen(const QPalette& palette) {
    return {palette.color(QPalette::Text), 1.5};
}

QPen l2_pen(const QPalette& palette) {
    QPen pen(palette.color(QPalette::Link), 1.5);
    pen.setDashPattern({4.0, 2.5});
    return pen;
}

/// By kind: solid, hatched, dotted.
QBrush share_brush(const QPalette& palette, ElementKindId kind) {
    constexpr std::array patterns{Qt::Dense4Pattern, Qt::BDiagPattern, Qt::Dense7Pattern, Qt::CrossPattern};
    return {palette.color(QPalette::Text), patterns[kind % patterns.size()]};
}

QColor with_alpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

double middle_of(const QRectF& strip, std::size_t column, int columns) {
    return strip.left() + (static_cast<double>(column) + 0.5) * strip.width() / columns;
}

double height_of(const QRectF& strip, float share) {
    return strip.bottom() - static_cast<double>(share) * strip.height();
}

} // namespace

CurvePainter::CurvePainter(QPainter& painter, const QPalette& palette, const QRectF& plot)
    : painter_(painter),
      palette_(palette),
      rates_(plot.adjusted(0, 0, 0, -plot.height() * share_part - gap)),
      shares_(plot.adjusted(0, plot.height() * (1.0 - share_part), 0, 0)) {}

void CurvePainter::draw_ground() const {
    const QColor faint = with_alpha(palette_.color(QPalette::Text), 60);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(palette_.color(QPalette::Base));
    painter_.drawRect(rates_);
    painter_.drawRect(shares_);
    painter_.setPen(faint);
    for (const float share : {0.0F, 0.5F, 1.0F}) {
        const double y = height_of(rates_, share);
        painter_.drawLine(QPointF(rates_.left(), y), QPointF(rates_.right(), y));
    }
}

void CurvePainter::draw_curve(const FrameCurve& curve) const {
    const double ratio = painter_.device()->devicePixelRatioF();
    const int columns = static_cast<int>(std::ceil(rates_.width() * ratio));
    if (columns < 1) return;
    draw_shares(curve, columns);
    draw_rates(curve, columns);
}

void CurvePainter::draw_rates(const FrameCurve& curve, int columns) const {
    const auto draw = [&](const std::vector<float>& series, const QPen& pen) {
        QVector<QLineF> spans;
        QPainterPath path;
        bool drawing = false;
        const auto shown = curve_columns(series, static_cast<std::size_t>(columns));
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const double x = middle_of(rates_, i, columns);
            const bool known = !std::isnan(shown[i].mean);
            const QPointF mean(x, known ? height_of(rates_, shown[i].mean) : 0.0);
            if (known && drawing) path.lineTo(mean);
            if (known && !drawing) path.moveTo(mean);
            drawing = known;
            if (known && shown[i].max > shown[i].min)
                spans.append({x, height_of(rates_, shown[i].min), x, height_of(rates_, shown[i].max)});
        }
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen({with_alpha(pen.color(), 80), rates_.width() / columns});
        painter_.drawLines(spans);
        painter_.setPen(pen);
        painter_.drawPath(path);
    };
    draw(curve.l1, l1_pen(palette_));
    draw(curve.l2, l2_pen(palette_));
}

void CurvePainter::draw_shares(const FrameCurve& curve, int columns) const {
    std::vector<double> below(static_cast<std::size_t>(columns), shares_.bottom());
    for (ElementKindId kind = 0; kind < curve.shares.size(); ++kind) {
        const auto shown = curve_columns(curve.shares[kind], below.size());
        QPolygonF area;
        for (std::size_t i = 0; i < below.size(); ++i)
            area.append({middle_of(shares_, i, columns), below[i]});
        for (std::size_t i = below.size(); i-- > 0;) {
            below[i] -= static_cast<double>(shown[i].mean) * shares_.height();
            area.append({middle_of(shares_, i, columns), below[i]});
        }
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(share_brush(palette_, kind));
        painter_.drawPolygon(area);
        painter_.setPen({palette_.color(QPalette::Text), 0.5});
        painter_.drawPolyline(area.mid(columns));
    }
}

void CurvePainter::mark(const FrameRange& frames, std::optional<std::uint64_t> hovered) const {
    const QRectF plot = rates_.united(shares_);
    const auto x_of = [&](std::uint64_t f) {
        return plot.left() + static_cast<double>(f) / static_cast<double>(frames.total) * plot.width();
    };
    QRectF band(QPointF(x_of(frames.first), plot.top()),
                QPointF(x_of(frames.first + frames.count), plot.bottom()));
    constexpr double least = 2.0; // one of many frames would be too narrow to see
    if (band.width() < least) band.adjust((band.width() - least) / 2.0, 0, (least - band.width()) / 2.0, 0);
    const QColor colour = palette_.color(QPalette::Highlight);
    constexpr double closest = 6.0; // borders of more frames would be a grey area
    if (static_cast<double>(frames.total) * closest < plot.width()) {
        painter_.setPen({with_alpha(palette_.color(QPalette::Text), 90), 1.0});
        for (std::uint64_t f = 1; f < frames.total; ++f)
            painter_.drawLine(QPointF(x_of(f), plot.top()), QPointF(x_of(f), plot.bottom()));
    }
    if (frames.count < frames.total) {
        painter_.setPen({colour, 1.0});
        painter_.setBrush(with_alpha(colour, 70));
        painter_.drawRect(band);
        // A second sign besides the colour, which curves may hide.
        const double x = std::clamp(band.center().x(), plot.left(), plot.right());
        painter_.setBrush(colour);
        painter_.drawPolygon(QPolygonF({{x - 4, plot.top() - 5}, {x + 4, plot.top() - 5}, {x, plot.top()}}));
    }
    if (hovered) {
        const double x = (x_of(*hovered) + x_of(*hovered + 1)) / 2.0;
        painter_.setPen({palette_.color(QPalette::Text), 1.0, Qt::DotLine});
        painter_.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
}

void CurvePainter::draw_axis() const {
    painter_.setPen(palette_.color(QPalette::WindowText));
    const double line = painter_.fontMetrics().height();
    const auto label = [&](double y, const QString& text) {
        painter_.drawText(QRectF(0, y - line / 2.0, rates_.left() - 4.0, line),
                          Qt::AlignRight | Qt::AlignVCenter, text);
    };
    label(rates_.top() + line / 4.0, QStringLiteral("100 %"));
    label(rates_.bottom() - line / 4.0, QStringLiteral("0 %"));
}

void CurvePainter::draw_legend(const QRectF& where, const QString& counted) const {
    const double line = painter_.fontMetrics().height();
    double top = where.top();
    const auto entry = [&](const QString& text, const QPen& pen, const QBrush& brush) {
        const double y = top + line / 2.0;
        painter_.setPen(pen);
        painter_.setBrush(brush);
        if (brush.style() == Qt::NoBrush) {
            painter_.drawLine(QPointF(where.left(), y), QPointF(where.left() + stroke_length, y));
        } else {
            painter_.drawRect(QRectF(where.left(), y - line / 3.0, stroke_length, 2.0 * line / 3.0));
        }
        const double left = where.left() + stroke_length + 6.0;
        painter_.setPen(palette_.color(QPalette::WindowText));
        painter_.drawText(QRectF(left, top, where.right() - left, line), Qt::AlignLeft | Qt::AlignVCenter,
                          text);
        top += line;
    };
    entry(QCoreApplication::translate("CurveView", "L1 hit rate"), l1_pen(palette_), {});
    entry(QCoreApplication::translate("CurveView", "L2 hit rate"), l2_pen(palette_), {});
    const QFont usual = painter_.font();
    QFont small = usual;
    small.setPointSizeF(0.85 * usual.pointSizeF());
    painter_.setFont(small);
    painter_.drawText(QRectF(where.left(), top, where.right() - where.left(), line),
                      Qt::AlignLeft | Qt::AlignVCenter, counted);
    painter_.setFont(usual);
    top += line;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        entry(capitalised(element_kinds()[kind].plural), {palette_.color(QPalette::WindowText), 0.5},
              share_brush(palette_, kind));
    }
}

} // namespace hitmap
