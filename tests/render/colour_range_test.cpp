#include "render/view/colour_range.h"
#include "tests/render/special_values.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <random>

namespace hitmap {
namespace {

using testing::ElementsAre;

using test::infinity;
using test::nan;

std::optional<DataExtent> extent(std::vector<float> values) {
    const std::array<std::span<const float>, 1> all = {values};
    return data_extent(all);
}

TEST(DataExtent, SkipsWhatIsNotFinite) {
    EXPECT_FALSE(extent({}));
    EXPECT_FALSE(extent({nan, infinity, -infinity}));
    const auto found = extent({nan, 3.0F, -infinity, 2.0F, infinity});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->min, 2.0F);
    EXPECT_EQ(found->max, 3.0F);
}

TEST(ColourRange, Table) {
    const struct {
        const char* name;
        RangeMode mode;
        ValueStyle style;
        std::vector<float> data;
        float manual_min, manual_max;
        ColourRange expected;
    } cases[] = {
        {"full percent", RangeMode::full, ValueStyle::percent, {0.2F, 0.4F}, 0, 1, {0, 1, false, false}},
        {"full percent without data",
         RangeMode::full,
         ValueStyle::percent,
         {nan},
         0,
         1,
         {0, 1, false, false}},
        {"full count", RangeMode::full, ValueStyle::count, {2, 40}, 0, 1, {0, 40, false, false}},
        {"full count, all zero",
         RangeMode::full,
         ValueStyle::count,
         {0, 0},
         0,
         1,
         {-0.5F, 0.5F, false, false}},
        {"data", RangeMode::data, ValueStyle::percent, {0.25F, 0.5F, nan}, 0, 1, {0.25F, 0.5F, false, false}},
        {"data, constant", RangeMode::data, ValueStyle::count, {8, 8}, 0, 1, {4, 12, false, false}},
        {"data, none", RangeMode::data, ValueStyle::count, {nan}, 0, 1, {0, 1, false, false}},
        {"one rate", RangeMode::data, ValueStyle::percent, {0.75F}, 0, 1, {0.375F, 1, false, false}},
        {"rates of 0", RangeMode::data, ValueStyle::percent, {0, 0}, 0, 1, {0, 0.5F, false, false}},
        {"one number", RangeMode::data, ValueStyle::number, {0.75F}, 0, 1, {0.375F, 1.125F, false, false}},
        {"manual", RangeMode::manual, ValueStyle::number, {1, 9}, 2, 8, {2, 8, true, true}},
        {"manual, one side", RangeMode::manual, ValueStyle::number, {3, 9}, 2, 8, {2, 8, false, true}},
        {"manual, reversed", RangeMode::manual, ValueStyle::number, {3}, 8, 2, {2, 8, false, false}},
        {"manual, empty", RangeMode::manual, ValueStyle::number, {3}, 2, 2, {1, 3, false, false}},
        {"manual, not finite",
         RangeMode::manual,
         ValueStyle::number,
         {0.5F},
         nan,
         infinity,
         {0, 1, false, false}},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(make_colour_range(c.mode, c.style, extent(c.data), c.manual_min, c.manual_max), c.expected)
            << c.name;
    }
}

TEST(ColourRange, OfAllFramesComesFromOutside) {
    const auto data = extent({0.25F, 0.5F});
    const auto known = [](ColourRange range) {
        range.of_all_frames = true;
        return range;
    };
    EXPECT_EQ(
        make_colour_range(RangeMode::all_frames, ValueStyle::percent, data, 0, 1, DataExtent{0.125F, 1}),
        known({0.125F, 1.0F}));
    EXPECT_EQ(
        make_colour_range(RangeMode::all_frames, ValueStyle::percent, data, 0, 1, DataExtent{0.3F, 0.4F}),
        known({0.3F, 0.4F, true, true}));
    EXPECT_EQ(make_colour_range(RangeMode::all_frames, ValueStyle::percent, data),
              (ColourRange{0.25F, 0.5F}));
}

TEST(ColourRange, OfDifferencesHasZeroInTheMiddle) {
    const struct {
        const char* name;
        RangeMode mode;
        ValueStyle style;
        std::vector<float> data;
        float half;
        bool clamped;
    } cases[] = {
        {"full of rates", RangeMode::full, ValueStyle::percentage_points, {-0.2F, 0.1F}, 1.0F, false},
        {"full of counts", RangeMode::full, ValueStyle::signed_count, {-20, 3}, 20, false},
        {"data", RangeMode::data, ValueStyle::percentage_points, {-0.2F, 0.1F}, 0.2F, false},
        {"data, both of one sign", RangeMode::data, ValueStyle::signed_number, {3, 8}, 8, false},
        {"data, no difference", RangeMode::data, ValueStyle::signed_count, {0}, 1, false},
        {"no data", RangeMode::data, ValueStyle::signed_count, {-infinity, infinity, nan}, 1, false},
        {"manual", RangeMode::manual, ValueStyle::signed_number, {9, -9}, 4, true},
    };
    for (const auto& c : cases) {
        ColourRange expected{-c.half, c.half, c.clamped, c.clamped};
        expected.difference = true;
        EXPECT_EQ(make_colour_range(c.mode, c.style, extent(c.data), -4, 2), expected) << c.name;
    }
}

TEST(ColourRange, CanAlwaysBeDividedBy) {
    std::mt19937 random(7);
    std::uniform_int_distribution<std::uint32_t> bits;
    for (int i = 0; i < 10000; ++i) {
        const auto any = [&] { return std::bit_cast<float>(bits(random)); };
        const float a = any();
        const float b = i % 3 == 0 ? a : any();
        for (const RangeMode mode : {RangeMode::full, RangeMode::data, RangeMode::manual}) {
            const ColourRange range = make_colour_range(mode, ValueStyle::number, extent({a, b}), a, b);
            ASSERT_LT(range.min, range.max) << a << " " << b;
            ASSERT_TRUE(std::isfinite(1.0F / (range.max - range.min))) << a << " " << b;
            ASSERT_TRUE(std::isfinite(range.max - range.min)) << a << " " << b;
        }
    }
}

// The 1st and the 99th percentile.

std::vector<float> hundreds(float outlier) {
    std::vector<float> values{nan, outlier, infinity};
    for (int i = 0; i < 200; ++i)
        values.push_back(static_cast<float>(i % 100)); // 0 to 99, twice
    return values;
}

TEST(Percentiles, OneExtremeValueDoesNotMoveThem) {
    const auto extent = robust_extent(hundreds(1e6F));
    ASSERT_TRUE(extent);
    EXPECT_EQ(extent->min, 0.0F);
    EXPECT_EQ(extent->max, 1e6F);
    EXPECT_EQ(extent->low, 1.0F); // of 201 values, the third from either end
    EXPECT_EQ(extent->high, 99.0F);
    const ColourRange range = make_colour_range(RangeMode::percentiles, ValueStyle::count, extent);
    EXPECT_EQ(range.min, 1.0F);
    EXPECT_EQ(range.max, 99.0F);
    EXPECT_TRUE(range.values_below);
    EXPECT_TRUE(range.values_above);
    EXPECT_EQ(range_text(RangeMode::percentiles, range), "1st to 99th percentile");
    EXPECT_EQ(range_text(RangeMode::all_frames, range), "values of all frames");
    ColourRange difference = range;
    difference.difference = true;
    EXPECT_EQ(range_text(RangeMode::all_frames, difference), "smallest to largest value")
        << "of the frames that are shown";
    const ColourRange known =
        make_colour_range(RangeMode::all_frames, ValueStyle::signed_count, extent, 0.0F, 1.0F, extent);
    EXPECT_EQ(range_text(RangeMode::all_frames, known), "values of all frames");
}

TEST(Percentiles, OfFewValuesTheyAreTheEnds) {
    const auto extent = robust_extent(std::vector<float>{3, 1, nan, 2});
    ASSERT_TRUE(extent);
    EXPECT_EQ(extent->low, 1.0F);
    EXPECT_EQ(extent->high, 3.0F);
    EXPECT_FALSE(robust_extent(std::vector<float>{nan, infinity}));
}

TEST(Percentiles, WhereAllButAFewAreEqualTheRangeIsThatOfTheData) {
    std::vector<float> values(500, 2.0F);
    values.push_back(7.0F);
    const ColourRange range =
        make_colour_range(RangeMode::percentiles, ValueStyle::count, robust_extent(values));
    EXPECT_EQ(range.min, 2.0F);
    EXPECT_EQ(range.max, 7.0F);
    EXPECT_EQ(range_text(RangeMode::percentiles, range), "smallest to largest value");
}

TEST(Percentiles, OfDifferencesAreByMagnitude) {
    // 0 to -99 twice, and outliers of 200: with two of them, the third largest magnitude is 99.
    const struct {
        int outliers;
        float end;
    } rows[] = {{5, 200.0F}, {2, 99.0F}};
    for (const auto& row : rows) {
        std::vector<float> values{nan, infinity, -infinity};
        for (int i = 0; i < 200; ++i)
            values.push_back(-static_cast<float>(i % 100));
        values.insert(values.end(), static_cast<std::size_t>(row.outliers), 200.0F);
        const ColourRange range =
            make_colour_range(RangeMode::percentiles, ValueStyle::signed_count, difference_extent(values));
        EXPECT_EQ(range.min, -row.end) << row.outliers;
        EXPECT_EQ(range.max, row.end);
        EXPECT_EQ(range.values_above, row.outliers == 2);
        EXPECT_EQ(range_text(RangeMode::percentiles, range), "99th percentile of magnitudes");
    }
    // The percentile uses the magnitudes of both signs together, not of each sign.
    std::vector<float> sides(1000, 1.0F);
    sides.insert(sides.end(), 8, 50.0F);
    sides.insert(sides.end(), 8, -50.0F);
    const auto extent = difference_extent(sides);
    ASSERT_TRUE(extent);
    EXPECT_EQ(extent->high, 50.0F);
    EXPECT_EQ(extent->low, -50.0F);
    EXPECT_EQ(extent->min, -50.0F);
    EXPECT_FALSE(difference_extent(std::vector<float>{nan, infinity}));
}

TEST(Percentiles, OfLinkedViewsSayThatTheyAreTheWidest) {
    const auto one = robust_extent(std::vector<float>{0, 10});
    const auto other = robust_extent(std::vector<float>{5, 20});
    const ColourRange alone =
        make_colour_range(RangeMode::percentiles, ValueStyle::count, joined(std::nullopt, one));
    EXPECT_EQ(range_text(RangeMode::percentiles, alone), "1st to 99th percentile");
    const ColourRange linked =
        make_colour_range(RangeMode::percentiles, ValueStyle::count, joined(one, other));
    EXPECT_EQ(linked.min, 0.0F);
    EXPECT_EQ(linked.max, 20.0F);
    EXPECT_EQ(range_text(RangeMode::percentiles, linked), "widest 1st to 99th percentiles of linked views");
    const ColourRange differences = make_colour_range(
        RangeMode::percentiles, ValueStyle::signed_count,
        joined(difference_extent(std::vector<float>{-3, 1}), difference_extent(std::vector<float>{2})));
    EXPECT_EQ(differences.min, -3.0F);
    EXPECT_EQ(range_text(RangeMode::percentiles, differences),
              "widest 99th percentile of magnitudes in linked views");
}

TEST(Percentiles, AreOfTheFacesWhereFacesAreDrawn) {
    const DataExtent faces{0, 10, 1, 9};
    const DataExtent boxes{5, 1000, 6, 900};
    PerKind<std::optional<DataExtent>> extents;
    extents[face_kind] = faces;
    extents[box_kind] = boxes;
    View view;
    const auto drawn = [&](bool show_faces, bool show_boxes) {
        view.show(face_kind, show_faces);
        view.show(box_kind, show_boxes);
        const auto extent = drawn_extent(view, extents);
        return std::vector<float>{extent->min, extent->max, extent->low, extent->high};
    };
    EXPECT_THAT(drawn(true, false), ElementsAre(0, 10, 1, 9));
    EXPECT_THAT(drawn(true, true), ElementsAre(0, 1000, 1, 9));
    EXPECT_THAT(drawn(false, true), ElementsAre(5, 1000, 6, 900));
    EXPECT_THAT(drawn(false, false), ElementsAre(0, 1000, 1, 9));
    view = {};
    extents[face_kind].reset();
    EXPECT_FALSE(drawn_extent(view, extents)) << "boxes are not drawn";
}

TEST(RoundTicks, Table) {
    EXPECT_THAT(round_ticks({0, 1}, ValueStyle::percent, 6), ElementsAre(0.0, 0.2, 0.4, 0.6, 0.8, 1.0));
    EXPECT_THAT(round_ticks({0, 1}, ValueStyle::percent, 3), ElementsAre(0.0, 0.5, 1.0));
    EXPECT_THAT(round_ticks({0, 1}, ValueStyle::percent, 1), ElementsAre(0.0));
    EXPECT_THAT(round_ticks({0, 7}, ValueStyle::count, 11), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_THAT(round_ticks({0, 1}, ValueStyle::count, 11), ElementsAre(0, 1));
    EXPECT_THAT(round_ticks({3, 97}, ValueStyle::count, 5), ElementsAre(20, 40, 60, 80));
    EXPECT_THAT(round_ticks({0, 123456}, ValueStyle::count, 4), ElementsAre(0, 50000, 100000));
    EXPECT_THAT(round_ticks({-0.5F, 0.5F}, ValueStyle::number, 3), ElementsAre(-0.5, 0.0, 0.5));
    EXPECT_THAT(round_ticks({0, 1}, ValueStyle::number, 0), ElementsAre());
}

TEST(RoundTicks, NeverTooManyAndAlwaysInside) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> exponent(-6.0F, 9.0F);
    std::uniform_real_distribution<float> part(0.0F, 1.0F);
    for (int i = 0; i < 2000; ++i) {
        const float min = std::pow(10.0F, exponent(random)) * (part(random) - 0.5F);
        const ColourRange range{min, min + std::pow(10.0F, exponent(random)) + std::abs(min) * 1e-4F};
        const std::vector<double> ticks = round_ticks(range, ValueStyle::number, 8);
        const double slack = 1e-5 * (range.max - range.min);
        ASSERT_LE(ticks.size(), 8U);
        ASSERT_GE(ticks.size(), 2U) << range.min << " " << range.max;
        for (const double tick : ticks) {
            EXPECT_GE(tick, range.min - slack);
            EXPECT_LE(tick, range.max + slack);
        }
    }
}

TEST(ValueLabel, Table) {
    const struct {
        double value;
        ValueStyle style;
        double step;
        const char* expected;
    } cases[] = {
        {0.873, ValueStyle::percent, 0.0, "87.3 %"},
        {1.0, ValueStyle::percent, 0.0, "100.0 %"},
        {0.9996, ValueStyle::percent, 0.0, "99.96 %"},
        {1e-9, ValueStyle::percent, 0.0, "<0.0001 %"},
        {418.0, ValueStyle::count, 0.0, "418"},
        {418.26, ValueStyle::count, 0.0, "418.3"},
        {-0.0, ValueStyle::number, 0.0, "0"},
        {-0.01, ValueStyle::number, 0.5, "0.0"},
        {0.2, ValueStyle::percent, 0.1, "20 %"},
        {0.0025, ValueStyle::percent, 0.0005, "0.25 %"},
        {-0.0, ValueStyle::percent, 0.0, "0.0 %"},
        {0, ValueStyle::count, 0.0, "0"},
        {999, ValueStyle::count, 0.0, "999"},
        {1000, ValueStyle::count, 0.0, "1\u2009000"},
        {1234567, ValueStyle::count, 0.0, "1\u2009234\u2009567"},
        {-1234, ValueStyle::count, 0.0, "-1\u2009234"},
        {0.125, ValueStyle::number, 0.0, "0.125"},
        {0.5, ValueStyle::number, 0.1, "0.5"},
        {2.0 / 3.0, ValueStyle::number, 0.0, "0.6667"},
        {12345.678, ValueStyle::number, 0.0, "12\u2009346"},
        {3.2e-6, ValueStyle::number, 0.0, "3.2e-06"},
        {2.5e15, ValueStyle::number, 0.0, "2.5e+15"},
        {0.0, ValueStyle::number, 0.0, "0"},
        {0.031, ValueStyle::percentage_points, 0.0, "+3.1 pp"},
        {-0.5, ValueStyle::percentage_points, 0.1, "\u221250 pp"},
        {-0.00001, ValueStyle::percentage_points, 0.0, "0.0 pp"},
        {12345, ValueStyle::signed_count, 0.0, "+12\u2009345"},
        {-999, ValueStyle::signed_count, 0.0, "\u2212999"},
        {-1000, ValueStyle::signed_count, 0.0, "\u22121\u2009000"},
        {-0.0, ValueStyle::signed_count, 0.0, "0"},
        {0.25, ValueStyle::signed_number, 0.0, "+0.25"},
        {-3.2e-6, ValueStyle::signed_number, 0.0, "\u22123.2e-06"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(value_label(c.value, c.style, c.step), c.expected) << c.value;
}

} // namespace
} // namespace hitmap
