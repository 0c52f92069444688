#include "widgets/time/curve_painter.h"

#include "widgets/plot/screen_style.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double share_part = 0.3; ///< share of the height
constexpr double strip_gap = 4.0;

std::size_t columns_of(const QPainter& painter, const QRectF& plot) {
    return static_cast<std::size_t>(
        std::ceil(std::max(plot.width(), 1.0) * painter.device()->devicePixelRatioF()));
}

/// Returns the height of the shares: none for a recording without elements.
double share_height(const CurvePlots& plots, const QRectF& plot) {
    return plots.shares.series.empty() ? 0.0 : share_part * plot.height();
}

PlotArea strip_of(const QRectF& plot, double from, double to) {
    return {{plot.left(), plot.top() + from}, {plot.width(), to - from}};
}

} // namespace

CurvePainter::CurvePainter(QPainter& painter, const QWidget& widget, const QRectF& plot,
                           const FrameCurve* curve, RateAxis rate_axis)
    : widget_(widget),
      plot_(plot),
      canvas_(painter),
      style_(screen_style(widget)),
      plots_(curve_plots(curve, columns_of(painter, plot), rate_axis)),
      rates_(canvas_, plots_.rates, style_,
             strip_of(plot, 0.0, plot.height() - share_height(plots_, plot) - strip_gap)),
      shares_(canvas_, plots_.shares, style_,
              strip_of(plot, plot.height() - share_height(plots_, plot), plot.height())) {}

void CurvePainter::draw_axes() {
    rates_.draw_axes();
    if (!plots_.shares.series.empty()) shares_.draw_axes();
    const double margin = 4.0 * style_.scale();
    canvas_.text({plot_.right() - margin, rates_.top_of(plots_.rates.y.range->min) - margin},
                 rate_axis_text(plots_.rates.y), {style_.ink, 0.85 * style_.label_size, false, Anchor::end});
}

void CurvePainter::draw_curve() const {
    rates_.draw_content();
    if (!plots_.shares.series.empty()) shares_.draw_content();
}

void CurvePainter::draw_legend(CanvasPoint corner, std::string_view counted) {
    const double line = QFontMetricsF(widget_.font()).height();
    CanvasPoint at{corner.x, corner.y + 0.5 * line};
    const auto draw_entries = [&](const PlotPainter& plot, std::size_t entries) {
        for (std::size_t i = 0; i < entries; ++i) {
            plot.draw_entry(at, i);
            at.y += line;
        }
    };
    draw_entries(rates_, plots_.rates.series.size());
    canvas_.text({at.x, at.y + 4.0 * style_.scale()}, counted, {style_.ink, 0.85 * style_.label_size});
    at.y += line;
    draw_entries(shares_, plots_.shares.series.size());
}

void CurvePainter::draw_note(const std::string& text) {
    if (text.empty()) return;
    const double margin = 4.0 * style_.scale();
    const TextStyle small{style_.ink, 0.85 * style_.label_size};
    const CanvasPoint at{plot_.left() + margin,
                         plot_.bottom() - share_height(plots_, plot_) - strip_gap - margin};
    canvas_.text(at, elided_text(canvas_, text, small, plot_.width() - 2.0 * margin), small);
}

} // namespace hitmap
