#pragma once

#include <QtWidgets/QSlider>
#include <QtWidgets/QStyle>

#include <optional>

namespace hitmap {

/// A slider over frames that works like a timeline: a press anywhere goes there and starts a drag. Left and
/// Right step, with Shift by ten frames; Page Up and Page Down step by about a tenth; Home and End go to the
/// ends.
class FrameSlider : public QSlider {
    Q_OBJECT
public:
    explicit FrameSlider(QWidget* parent = nullptr);

    /// Sets the range to 0..last.
    void set_last(int last);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRect part(QStyle::SubControl control) const;
    /// Goes to the frame at this place.
    void drag_to(int x);

    std::optional<int> grip_; ///< where the handle was pressed, from its middle; no value: no drag
};

} // namespace hitmap
