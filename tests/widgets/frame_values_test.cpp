#include "widgets/frame_values.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(FrameChoice, IsBroughtIntoItsRanges) {
    EXPECT_EQ(clamped({0, 0}), (FrameChoice{1, 0}));
    EXPECT_EQ(clamped({4, 9}), (FrameChoice{4, 3}));
    EXPECT_EQ(clamped({1'000'000, 999'999}), (FrameChoice{65'536, 65'535}));
}

struct CountCase {
    FrameChoice from;
    std::uint64_t q;
    std::uint64_t f;
};

TEST(FrameChoice, ANewCountKeepsTheMoment) {
    const CountCase cases[] = {
        {{1, 0}, 8, 4}, {{8, 0}, 1, 0}, {{8, 7}, 16, 15}, {{16, 15}, 8, 7}, {{4, 1}, 8, 3}, {{3, 2}, 0, 0},
    };
    for (const CountCase& c : cases) {
        EXPECT_EQ(with_frame_count(c.from, c.q).f, c.f) << c.from.f << " of " << c.from.q << " to " << c.q;
    }
}

TEST(ValueStyle, FollowsTheMetric) {
    EXPECT_EQ(value_style(Metric::l1_hit_rate), ValueStyle::percent);
    EXPECT_EQ(value_style(Metric::l2_misses), ValueStyle::count);
    EXPECT_EQ(value_style(Metric::access_count), ValueStyle::count);
    EXPECT_EQ(value_style(Metric::l1_reuse_distance), ValueStyle::number);
}

} // namespace
} // namespace hitmap
