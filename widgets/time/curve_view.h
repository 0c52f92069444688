#pragma once

#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"
#include "widgets/time/frame_curve.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace hitmap {

/// Curves of hit rates over time with the kinds of accesses below, in intervals that are finer than a small
/// number of frames. Borders of frames and the displayed frames are marked. A click or a drag goes to a
/// frame; with Shift it selects a range.
class CurveView : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit CurveView(Pane& pane, QWidget* parent = nullptr);

    /// The curve; null until it was computed. While a new one is computed, the old one is returned.
    [[nodiscard]] const std::shared_ptr<const FrameCurve>& curve() const { return curve_; }
    /// Sets the horizontal extent of time, so that it is aligned with a slider. The axis is to the left of
    /// it, the legend to the right.
    void set_time_axis(int left, int width);
    /// The x coordinate of the centre of frame f.
    [[nodiscard]] QPoint place_of(std::uint64_t f) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void request_curve();
    [[nodiscard]] bool up_to_date() const;
    [[nodiscard]] QRectF plot() const; ///< area of both strips
    [[nodiscard]] std::uint64_t frame_at(double x) const;
    void point_at(const QPointF& position);
    void show_tip(const QPoint& where, double x);
    [[nodiscard]] std::uint64_t wanted_intervals() const;
    /// Says which part the curve counts alone; empty if it counts everything.
    [[nodiscard]] QString alone_text() const;
    /// Sets the description for screen readers: which part is counted, and where the axis of rates begins.
    void describe();

    Pane& pane_;
    std::shared_ptr<const FrameCurve> curve_;
    Restriction only_; ///< the parts that the curve counts
    /// Profile and number of intervals of the newest job.
    std::pair<std::weak_ptr<const Profile>, std::uint64_t> requested_;
    int axis_left_ = 48;
    int axis_width_ = 0; ///< 0: not set yet
    std::optional<std::uint64_t> hovered_;
    std::optional<std::uint64_t> anchor_; ///< the frame at which a range selection started
    bool dragging_ = false;
    JobRunner job_{Supersede::stop};
};

} // namespace hitmap
