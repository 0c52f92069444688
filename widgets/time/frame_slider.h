#pragma once

#include <QtWidgets/QSlider>

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
};

} // namespace hitmap
