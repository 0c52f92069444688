#include "widgets/base/format.h"
#include "widgets/session/recording/frame_values.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(FrameText, NamesOneOrSeveral) {
    EXPECT_EQ(frames_name({8, 3, 1}), "frame 3 (0 to 7)");
    EXPECT_EQ(frames_name({8, 3, 2}), "frames 3 to 4 (0 to 7)");
    EXPECT_EQ(frames_in_file_name({4096, 2047, 1}), QStringLiteral("2047-of-4096"));
    EXPECT_EQ(frames_in_file_name({4096, 2047, 2}), QStringLiteral("2047-2048-of-4096"));
}

TEST(StyleOf, FollowsTheMetric) {
    FrameValues values;
    values.metric = "l1-hit-rate"_metric;
    EXPECT_EQ(style_of(values), ValueStyle::percent);
    values.metric = "access-count"_metric;
    EXPECT_EQ(style_of(values), ValueStyle::count);
    values.metric = "l1-reuse-distance"_metric;
    EXPECT_EQ(style_of(values), ValueStyle::number);
}

TEST(StyleOf, DifferencesAreSigned) {
    FrameValues values;
    values.difference = true;
    values.metric = "l1-hit-rate"_metric;
    EXPECT_EQ(style_of(values), ValueStyle::percentage_points);
    EXPECT_EQ(bar_text_of(values, {}).title, "B − A: L1 hit rate (pp)");
    EXPECT_EQ(bar_text_of(values, {}).note, "above 0: higher in B");
    values.metric = "l1-misses"_metric;
    EXPECT_EQ(bar_text_of(values, {}).note, "above 0: A is better");
    values.metric = "access-count"_metric;
    EXPECT_EQ(style_of(values), ValueStyle::signed_count);
    EXPECT_EQ(bar_text_of(values, {}).note, "above 0: more in B");
    values.metric = "l2-hit-rate"_metric;
    EXPECT_EQ(bar_text_of(values, {}).note, "above 0: higher in B") << "a better L1 lowers it, too";
}

TEST(StyleOf, ARefusalIsOfWhatIsDrawn) {
    FrameValues values;
    values.difference = true;
    View view;
    view.show(box_kind);
    values.kinds[box_kind].refusal = "other boxes";
    EXPECT_EQ(bar_text_of(values, view).refusal, "") << "faces are coloured";
    view.show(face_kind, false);
    EXPECT_EQ(bar_text_of(values, view).refusal, "no difference: other boxes");
}

} // namespace
} // namespace hitmap
