#include "tests/widgets/common.h"
#include "tests/widgets/drag_slider.h"
#include "widgets/model/cache_slider.h"
#include "widgets/model/slider_numbers.h"

#include <QtTest/QTest>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace hitmap {
namespace {

/// A slider of up to 4096 lines, without a form.
class CacheSliderTest : public testing::Test {
protected:
    CacheSliderTest() {
        slider_.resize(600, slider_.sizeHint().height());
        slider_.set_numbers(spaced_numbers(4096, 16));
        slider_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&slider_, patience_ms));
    }
    int pixel_of(std::uint64_t number) {
        slider_.set_number(number);
        return handle_of(slider_).center().x();
    }
    /// Moves the pointer, which has grabbed the handle, to a pixel.
    void drag_to_pixel(int pixel) { drag_to(slider_, (pixel + 0.5) / slider_.width()); }

    CacheSlider slider_{QStringLiteral("lines")};
};

TEST_F(CacheSliderTest, AHandleThatIsDraggedStopsAtPowersOfTwo) {
    const int middle = pixel_of(1024);
    const int between = pixel_of(1024 + 512);
    ASSERT_GT(between - middle, 12) << "there is room for other numbers";
    slider_.set_number(100);
    std::vector<std::uint64_t> moved;
    QObject::connect(&slider_, &CacheSlider::moved, [&] { moved.push_back(slider_.number()); });
    grab(slider_);
    for (const int pixel : {middle - 3, middle, middle + 3}) {
        drag_to_pixel(pixel);
        EXPECT_EQ(slider_.number(), 1024U) << pixel - middle;
        EXPECT_EQ(handle_of(slider_).center().x(), middle) << pixel - middle;
    }
    EXPECT_EQ(moved, std::vector<std::uint64_t>{1024}) << "told once";
    drag_to_pixel(between);
    EXPECT_GT(slider_.number(), 1024U + 256);
    EXPECT_LT(slider_.number(), 2048U - 256);
    drag_to_pixel(0);
    EXPECT_EQ(slider_.number(), 1U);
    drag_to_pixel(slider_.width());
    EXPECT_EQ(slider_.number(), 4096U);
    let_go(slider_);
}

TEST_F(CacheSliderTest, KeysReachEveryNumber) {
    slider_.setFocus();
    for (const std::uint64_t start : {1024U, 128U}) {
        slider_.set_number(start);
        const int place = slider_.value();
        QTest::keyClick(&slider_, Qt::Key_Right);
        EXPECT_EQ(slider_.value(), place + 1);
        EXPECT_EQ(slider_.number(), start + start / 16);
        QTest::keyClick(&slider_, Qt::Key_Left);
        EXPECT_EQ(slider_.number(), start);
        QTest::keyClick(&slider_, Qt::Key_Left);
        EXPECT_LT(slider_.number(), start);
    }
}

} // namespace
} // namespace hitmap
