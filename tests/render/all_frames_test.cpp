#include "render/picture/all_frames.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

class AllFrames : public testing::Test {
protected:
    /// Percentiles of the values of some frames, taken together and sorted.
    [[nodiscard]] DataExtent pooled(std::uint64_t q, const std::vector<std::uint64_t>& frames,
                                    Metric metric) const {
        std::vector<float> all;
        for (const std::uint64_t f : frames) {
            std::vector<float> values;
            profile_->values(frame_window(profile_->positions(), q, f), face_kind, metric, values);
            for (const float value : values)
                if (std::isfinite(value)) all.push_back(value);
        }
        std::ranges::sort(all);
        const std::size_t place = (all.size() - 1) / 100;
        return {all.front(), all.back(), all[place], all[all.size() - 1 - place]};
    }

    ThreadPool pool_{2};
    std::shared_ptr<const Profile> profile_ =
        test::indexed({.accesses = 60'000, .boxes = 300, .faces = 900, .pixels = 500, .seed = 5}, pool_);
};

TEST_F(AllFrames, PercentilesAreThoseOfTheValuesOfAllFramesTogether) {
    for (const Metric metric : {"l1-hit-rate"_metric, "access-count"_metric}) {
        const auto extent = extent_of_all_frames(*profile_, 5, metric, RangeMode::percentiles, View());
        const DataExtent expected = pooled(5, {0, 1, 2, 3, 4}, metric);
        ASSERT_TRUE(extent);
        EXPECT_EQ(extent->min, expected.min);
        EXPECT_EQ(extent->max, expected.max);
        EXPECT_EQ(extent->low, expected.low);
        EXPECT_EQ(extent->high, expected.high);
        EXPECT_TRUE(extent->of_all_frames);
    }
}

TEST_F(AllFrames, OfManyFramesSomeAreTakenAtEqualDistances) {
    std::vector<std::uint64_t> taken;
    for (std::uint64_t i = 0; i < most_pooled_frames; ++i)
        taken.push_back(i * 100 / most_pooled_frames);
    const auto extent =
        extent_of_all_frames(*profile_, 100, "access-count"_metric, RangeMode::percentiles, View());
    ASSERT_TRUE(extent);
    EXPECT_EQ(extent->high, pooled(100, taken, "access-count"_metric).high);
}

TEST_F(AllFrames, OtherModesAndSingleFramesNeedNone) {
    const Metric metric = "l1-hit-rate"_metric;
    EXPECT_FALSE(extent_of_all_frames(*profile_, 1, metric, RangeMode::percentiles, View()));
    for (const RangeMode mode :
         {RangeMode::full, RangeMode::data, RangeMode::manual, RangeMode::frame_percentiles})
        EXPECT_FALSE(extent_of_all_frames(*profile_, 5, metric, mode, View()));
    const auto extent = extent_of_all_frames(*profile_, 5, metric, RangeMode::all_frames, View());
    const auto expected = profile_->extent_over_frames(5, metric);
    ASSERT_TRUE(extent && expected);
    EXPECT_EQ((ValueExtent{extent->min, extent->max}), *expected);
}

TEST(ColourRangeOfAllFrames, IsThatOfPercentilesWhateverIsShown) {
    DataExtent all{0.0F, 1.0F, 0.25F, 0.75F};
    all.of_all_frames = true;
    const DataExtent shown{0.5F, 0.6F, 0.5F, 0.6F};
    const ColourRange range =
        make_colour_range(RangeMode::percentiles, ValueStyle::percent, shown, 0, 1, all);
    EXPECT_EQ(range.min, 0.25F);
    EXPECT_EQ(range.max, 0.75F);
    EXPECT_EQ(range_text(RangeMode::percentiles, range), "1st to 99th percentile of all frames");
    const ColourRange own =
        make_colour_range(RangeMode::frame_percentiles, ValueStyle::percent, shown, 0, 1, all);
    EXPECT_EQ(own.min, 0.5F);
    EXPECT_EQ(range_text(RangeMode::frame_percentiles, own), "1st to 99th percentile");
}

} // namespace
} // namespace hitmap
