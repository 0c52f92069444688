#pragma once

#include <QtWidgets/QSlider>

namespace hitmap {

/// A slider over frames with the keys and the pointer of a timeline: a press anywhere goes there and drags
/// from there; Left and Right step, with Shift ten frames; Page Up and Page Down about a tenth; Home and End
/// go to the ends.
class FrameSlider : public QSlider {
    Q_OBJECT
public:
    explicit FrameSlider(QWidget* parent = nullptr);

    /// Positions 0..last.
    void set_last(int last);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
};

} // namespace hitmap
