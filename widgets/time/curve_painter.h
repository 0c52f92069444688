#pragma once

#include "render/view/view_state.h"
#include "widgets/time/frame_curve.h"

#include <QtCore/QRectF>

#include <cstdint>
#include <optional>

class QPainter;
class QPalette;

namespace hitmap {

/// Paints a FrameCurve. Series are told apart by stroke and pattern, not by colour alone.
class CurvePainter {
public:
    /// @param plot  where both strips go: hit rates above, shares of accesses below
    CurvePainter(QPainter& painter, const QPalette& palette, const QRectF& plot);

    void draw_ground() const;
    void draw_curve(const FrameCurve& curve) const;
    /// Frames that are shown, and one that is pointed at.
    void mark(const FrameRange& frames, std::optional<std::uint64_t> hovered) const;
    /// Ends of the axis of rates, right-aligned at the plot.
    void draw_axis() const;
    /// What each stroke and pattern is, one line each.
    /// @param counted  what the hit rates count
    void draw_legend(const QRectF& where, const QString& counted) const;

private:
    void draw_rates(const FrameCurve& curve, int columns) const;
    void draw_shares(const FrameCurve& curve, int columns) const;

    QPainter& painter_;
    const QPalette& palette_;
    QRectF rates_;
    QRectF shares_;
};

} // namespace hitmap
