#include "widgets/frame_values.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(FrameText, NamesOneOrSeveral) {
    EXPECT_EQ(frame_text({8, 3, 1}), QStringLiteral("3"));
    EXPECT_EQ(frame_text({8, 3, 2}), QStringLiteral("3–4"));
}

TEST(StyleOf, FollowsTheMetric) {
    FrameValues values;
    values.metric = Metric::l1_hit_rate;
    EXPECT_EQ(style_of(values), ValueStyle::percent);
    values.metric = Metric::access_count;
    EXPECT_EQ(style_of(values), ValueStyle::count);
    values.metric = Metric::l1_reuse_distance;
    EXPECT_EQ(style_of(values), ValueStyle::number);
}

TEST(StyleOf, DifferencesAreSigned) {
    FrameValues values;
    values.difference = true;
    values.metric = Metric::l1_hit_rate;
    EXPECT_EQ(style_of(values), ValueStyle::percentage_points);
    EXPECT_EQ(bar_text_of(values).title, "B − A: L1 hit rate (pp)");
    values.metric = Metric::access_count;
    EXPECT_EQ(style_of(values), ValueStyle::signed_count);
}

} // namespace
} // namespace hitmap
