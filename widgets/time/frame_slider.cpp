#include "widgets/time/frame_slider.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QStyleOptionSlider>

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

QRect FrameSlider::part(QStyle::SubControl control) const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    return style()->subControlRect(QStyle::CC_Slider, &option, control, this);
}

void FrameSlider::drag_to(int x) {
    const QRect groove = part(QStyle::SC_SliderGroove);
    const int handle = part(QStyle::SC_SliderHandle).width();
    setValue(QStyle::sliderValueFromPosition(minimum(), maximum(), x - groove.left() - handle / 2,
                                             groove.width() - handle, layoutDirection() == Qt::RightToLeft));
}

void FrameSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QSlider::mousePressEvent(event);
    event->accept();
    // A press on the handle starts a drag without a jump. Otherwise the handle jumps to the nearest frame,
    // which may be far from the pointer, so that QSlider would not take it for a press on the handle.
    const QRect handle = part(QStyle::SC_SliderHandle);
    grip_ = handle.contains(event->pos()) ? event->pos().x() - handle.center().x() : 0;
    setSliderDown(true);
    if (!handle.contains(event->pos())) drag_to(event->pos().x());
}

void FrameSlider::mouseMoveEvent(QMouseEvent* event) {
    if (grip_) drag_to(event->pos().x() - *grip_);
    event->accept();
}

void FrameSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QSlider::mouseReleaseEvent(event);
    event->accept();
    grip_.reset();
    setSliderDown(false);
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
