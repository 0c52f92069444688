#include "core/cache/array/cache_geometry.h"
#include "tests/widgets/common.h"
#include "tests/widgets/drag_slider.h"
#include "widgets/model/cache_slider.h"
#include "widgets/model/slider_numbers.h"

#include <QtTest/QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;

using Numbers = std::vector<std::uint64_t>;

/// A slider of up to 4096 lines that stops at powers of two, without a form.
class CacheSliderTest : public testing::Test {
protected:
    CacheSliderTest() {
        slider_.resize(600, slider_.sizeHint().height());
        const Numbers numbers = spaced_numbers(4096, 16);
        slider_.set_numbers(numbers, line_stops(numbers, 0, 4096));
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

TEST_F(CacheSliderTest, AHandleThatIsDraggedIsAtAStopWhereverThePointerIs) {
    const int middle = pixel_of(1024);
    const int half = (pixel_of(2048) - middle) / 2;
    const int reach = half - 6;
    ASSERT_GT(reach, 12) << "far from the stop";
    slider_.set_number(100);
    Numbers moved;
    QObject::connect(&slider_, &CacheSlider::moved, [&] { moved.push_back(slider_.number()); });
    grab(slider_);
    for (const int pixel : {middle - reach, middle, middle + reach}) {
        drag_to_pixel(pixel);
        EXPECT_EQ(slider_.number(), 1024U) << pixel - middle;
        EXPECT_EQ(handle_of(slider_).center().x(), middle) << pixel - middle;
    }
    EXPECT_THAT(moved, ElementsAre(1024)) << "told once";
    drag_to_pixel(middle + half + 6);
    EXPECT_EQ(slider_.number(), 2048U);
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

TEST(SliderNumbers, AreCachesOfWholeSets) {
    const CacheGeometry cache = parse_cache_geometry("32KiB:128:64");
    const Numbers lines = line_numbers(cache, 64, 4096, {});
    for (const std::uint64_t number : lines)
        EXPECT_TRUE(number < 64 || number % 64 == 0) << number;
    EXPECT_THAT(line_stops(lines, 64, 256),
                ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096));
    EXPECT_THAT(way_numbers(parse_cache_geometry("1536:128:1"), {}), ElementsAre(1, 2, 3, 4, 6, 12));
}

TEST(SliderNumbers, StopAtTheModelsOwnCacheWhateverItsSets) {
    const Numbers lines = line_numbers(parse_cache_geometry("103KiB:128:206"), 206, 2000, {});
    EXPECT_THAT(line_stops(lines, 206, 3 * 206),
                ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 206, 2 * 206, 3 * 206, 4 * 206, 8 * 206));
}

TEST(SliderNumbers, StopWhereTheIndexFunctionAllowsIt) {
    const auto four_sets = [](const CacheGeometry& cache) { return cache.lines() == 4 * cache.ways; };
    const CacheGeometry pascal = parse_cache_geometry("24KiB:128:48:lru:pascal-l1");
    const Numbers lines = line_numbers(pascal, 48, 1000, four_sets);
    EXPECT_THAT(lines, ElementsAre(192));
    EXPECT_THAT(line_stops(lines, 48, 0), ElementsAre(192));
    const auto three_sets = [](const CacheGeometry& cache) { return cache.lines() == 3 * cache.ways; };
    const Numbers odd = line_numbers(pascal, 48, 1000, three_sets);
    EXPECT_EQ(line_stops(odd, 48, 0), odd) << "no power of two is possible";
}

} // namespace
} // namespace hitmap
