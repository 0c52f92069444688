#include "render/plot/histogram.h"
#include "tests/render/special_values.h"

#include <gmock/gmock.h>

#include <array>
#include <limits>

namespace hitmap {
namespace {

using testing::ElementsAre;

using test::infinity;
using test::nan;

Histogram of(const std::vector<float>& values, const ColourRange& range, std::size_t bins) {
    const std::array<std::span<const float>, 1> arrays = {values};
    return make_histogram(arrays, range, bins);
}

TEST(Histogram, BinsOfEqualWidthWithBothEnds) {
    const Histogram found = of({0.0F, 0.1F, 0.25F, 0.5F, 0.999F, 1.0F}, {0.0F, 1.0F}, 4);
    EXPECT_THAT(found.bins, ElementsAre(2, 1, 1, 2));
    EXPECT_EQ(found.largest_bin(), 2U);
}

TEST(Histogram, CountsWhatIsOutside) {
    const Histogram found = of({-1.0F, nan, 2.0F, 3.0F, -infinity, infinity, 0.5F}, {0.0F, 1.0F}, 1);
    EXPECT_THAT(found.bins, ElementsAre(1));
    EXPECT_EQ(found.below, 2U);
    EXPECT_EQ(found.above, 3U);
    EXPECT_EQ(found.without, 1U);
    EXPECT_EQ(found.only_a + found.only_b, 0U);
}

TEST(Histogram, OneSideOfADifferenceIsACategory) {
    ColourRange range{-1.0F, 1.0F};
    range.difference = true;
    const Histogram found = of({-infinity, infinity, infinity, nan, 0.0F, -2.0F}, range, 2);
    EXPECT_THAT(found.bins, ElementsAre(0, 1));
    EXPECT_EQ(found.only_a, 1U);
    EXPECT_EQ(found.only_b, 2U);
    EXPECT_EQ(found.without, 1U);
    EXPECT_EQ(found.below, 1U);
}

TEST(Histogram, AddsArraysUp) {
    const std::vector<float> faces = {0.1F, 0.9F};
    const std::vector<float> boxes = {0.2F, nan};
    const std::array<std::span<const float>, 2> arrays = {faces, boxes};
    const Histogram found = make_histogram(arrays, {}, 2);
    EXPECT_THAT(found.bins, ElementsAre(2, 1));
    EXPECT_EQ(found.without, 1U);
    EXPECT_EQ(Histogram{}.largest_bin(), 0U);
}

TEST(Histogram, RangesOfAnyMagnitude) {
    constexpr float huge = std::numeric_limits<float>::max() / 4;
    EXPECT_THAT(of({-huge, 0.0F, huge}, {-huge, huge}, 3).bins, ElementsAre(1, 1, 1));
    EXPECT_THAT(of({1e-30F, 3e-30F}, {1e-30F, 3e-30F}, 2).bins, ElementsAre(1, 1));
}

} // namespace
} // namespace hitmap
