#include "widgets/frame_slider.h"

#include <QtGui/QKeyEvent>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int big_step = 10;

} // namespace

FrameSlider::FrameSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setSingleStep(1);
}

void FrameSlider::set_last(int last) {
    setRange(0, last);
    setPageStep(std::max(1, (last + 5) / 10));
}

void FrameSlider::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const int step = shift ? big_step : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        setValue(value() - step);
        return;
    case Qt::Key_Right:
        setValue(value() + step);
        return;
    default:
        QSlider::keyPressEvent(event);
    }
}

} // namespace hitmap
