#pragma once

#include "widgets/base/job.h"
#include "widgets/session/pane.h"
#include "widgets/time/frame_curve.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace hitmap {

/// Hit rates over time as lines, and below them what the accesses are of, in intervals that are finer than
/// few frames are; borders of frames, and the frames shown, are marked. A click or a drag goes to a frame,
/// with Shift it takes a range of them.
class CurveView : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit CurveView(Pane& pane, QWidget* parent = nullptr);

    /// Null until it was computed; while another is, the old one.
    [[nodiscard]] const std::shared_ptr<const FrameCurve>& curve() const { return curve_; }
    /// Where time goes from begin to end, so that it lines up with a slider; the axis is left of it, the
    /// legend to the right.
    void set_time_axis(int left, int width);
    /// The middle of frame f, for pointing at it.
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
    [[nodiscard]] QRectF plot() const; ///< both strips
    [[nodiscard]] std::uint64_t frame_at(double x) const;
    void point_at(const QPointF& position);
    void show_tip(const QPoint& where, double x);
    [[nodiscard]] std::uint64_t wanted_intervals() const;

    Pane& pane_;
    std::shared_ptr<const FrameCurve> curve_;
    std::pair<std::weak_ptr<const Profile>, std::uint64_t> requested_; ///< and intervals: of the newest job
    int axis_left_ = 48;
    int axis_width_ = 0; ///< 0: not told yet
    std::optional<std::uint64_t> hovered_;
    std::optional<std::uint64_t> anchor_; ///< where a range was begun
    bool dragging_ = false;
    JobRunner job_{Supersede::stop};
};

} // namespace hitmap
