#pragma once

#include "render/plot/plot_painter.h"
#include "render/view/view_state.h"
#include "widgets/plot/screen_canvas.h"
#include "widgets/time/frame_curve.h"

#include <QtCore/QRectF>

#include <cstdint>
#include <optional>
#include <string_view>

class QPainter;
class QWidget;

namespace hitmap {

/// Paints a FrameCurve and what a CurveView marks on it.
class CurvePainter {
public:
    /// @param widget  for colours and font
    /// @param plot  where both plots go: hit rates above, shares of accesses below
    /// @param curve  null: axes and legend alone
    CurvePainter(QPainter& painter, const QWidget& widget, const QRectF& plot, const FrameCurve* curve);

    void draw_axes() const;
    void draw_curve() const;
    /// Frames that are shown, and one that is pointed at.
    void mark(const FrameRange& frames, std::optional<std::uint64_t> hovered) const;
    /// What each series looks like, one line each.
    /// @param counted  what the hit rates count
    void draw_legend(CanvasPoint corner, std::string_view counted);

private:
    QPainter& painter_;
    const QWidget& widget_;
    QRectF plot_;
    ScreenCanvas canvas_;
    PlotStyle style_;
    CurvePlots plots_;
    PlotPainter rates_;
    PlotPainter shares_;
};

} // namespace hitmap
