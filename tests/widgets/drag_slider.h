#pragma once

#include <QtCore/QCoreApplication>
#include <QtGui/QMouseEvent>
#include <QtTest/QTest>
#include <QtWidgets/QSlider>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionSlider>
#include <gtest/gtest.h>

namespace hitmap {

inline QRect handle_of(const QSlider& slider) {
    QStyleOptionSlider option;
    option.initFrom(&slider);
    option.orientation = slider.orientation();
    option.minimum = slider.minimum();
    option.maximum = slider.maximum();
    option.sliderPosition = slider.sliderPosition();
    option.sliderValue = slider.value();
    return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider);
}

/// Presses the button on the handle.
inline void grab(QSlider& slider) {
    QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, handle_of(slider).center());
    EXPECT_TRUE(slider.isSliderDown());
}

/// Moves the pointer to a share of the slider's width.
inline void drag_to(QSlider& slider, double share) {
    const QPoint place(static_cast<int>(share * slider.width()), slider.height() / 2);
    QMouseEvent move(QEvent::MouseMove, place, slider.mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(&slider, &move);
}

inline void let_go(QSlider& slider) {
    QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, handle_of(slider).center());
}

} // namespace hitmap
