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

void FrameSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        QStyleOptionSlider option;
        initStyleOption(&option);
        const auto part = [&](QStyle::SubControl control) {
            return style()->subControlRect(QStyle::CC_Slider, &option, control, this);
        };
        const QRect handle = part(QStyle::SC_SliderHandle);
        const QRect groove = part(QStyle::SC_SliderGroove);
        // A press on the handle starts a drag without a jump.
        if (!handle.contains(event->pos()))
            setValue(QStyle::sliderValueFromPosition(minimum(), maximum(),
                                                     event->pos().x() - groove.left() - handle.width() / 2,
                                                     groove.width() - handle.width(), option.upsideDown));
    }
    QSlider::mousePressEvent(event);
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
