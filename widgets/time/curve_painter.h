#pragma once

#include "render/plot/plot_painter.h"
#include "widgets/plot/screen_canvas.h"
#include "widgets/time/frame_curve.h"

#include <QtCore/QRectF>

#include <string>
#include <string_view>

class QPainter;
class QWidget;

namespace hitmap {

/// Paints a FrameCurve and the marks of a CurveView.
class CurvePainter {
public:
    /// @param widget  supplies colours and font
    /// @param plot  rectangle of both plots: hit rates above, shares of accesses below
    /// @param curve  if null, only axes and legend are painted
    /// @param rate_axis  where the axis of hit rates begins
    CurvePainter(QPainter& painter, const QWidget& widget, const QRectF& plot, const FrameCurve* curve,
                 RateAxis rate_axis);

    /// Draws the axes and, if that of the hit rates does not begin at 0, where it begins.
    void draw_axes();
    void draw_curve() const;
    /// Draws a sample of each series, one per line.
    /// @param counted  what the hit rates count
    void draw_legend(CanvasPoint corner, std::string_view counted);
    /// Draws a text in the lower left corner of the hit rates, cut to their width.
    void draw_note(const std::string& text);

private:
    const QWidget& widget_;
    QRectF plot_;
    ScreenCanvas canvas_;
    PlotStyle style_;
    CurvePlots plots_;
    PlotPainter rates_;
    PlotPainter shares_;
};

} // namespace hitmap
