#include "core/base/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace hitmap {
namespace {

TEST(NumberText, OnlyWhatIsAllOrNothingIsWrittenSo) {
    const struct {
        double share;
        int decimals;
        const char* expected;
    } cases[] = {
        {0.0, 1, "0.0 %"},          {1.0, 1, "100.0 %"},           {0.873, 1, "87.3 %"},
        {0.9994, 1, "99.9 %"},      {0.9996, 1, "99.96 %"},        {0.99996, 1, "99.996 %"},
        {0.999996, 1, "99.9996 %"}, {1.0 - 1e-9, 1, ">99.9999 %"}, {0.0004, 1, "0.04 %"},
        {0.00004, 1, "0.004 %"},    {1e-12, 1, "<0.0001 %"},       {-0.0, 1, "0.0 %"},
        {0.99996, 2, "99.996 %"},   {0.5, 2, "50.00 %"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(percent_text(c.share, c.decimals), c.expected) << c.share;
}

TEST(NumberText, HitsAreWholeWhereTheyAre) {
    EXPECT_EQ(hits_text(418.0, 500.0), "418");
    EXPECT_EQ(hits_text(418.26, 500.0), "418.3");
    EXPECT_EQ(hits_text(499.98, 500.0), "499.98") << "not all of them";
    EXPECT_EQ(hits_text(0.01, 500.0), "0.01") << "not none";
    EXPECT_EQ(hits_text(500.0 - 1e-7, 500.0), ">499.9999");
    EXPECT_EQ(hits_text(0.0, 0.0), "0");
    EXPECT_EQ(hits_text(5677.3, 5678.0), "5677") << "a decimal says nothing any more";
    EXPECT_EQ(hits_text(5677.6, 5678.0), "5677.6") << "not all of them";
}

TEST(NumberText, ChangesHaveASignAndAreNothingOrAllOnlyWhereTheyAre) {
    const struct {
        double change;
        const char* expected;
    } cases[] = {
        {0.0, "0.0"},
        {-0.0, "0.0"},
        {0.123, "+12.3"},
        {-0.123, "-12.3"},
        {0.0004, "+0.04"},
        {-0.0004, "-0.04"},
        {1e-12, "<+0.0001"},
        {-1e-12, ">-0.0001"},
        {-1.0, "-100.0"},
        {-0.9999, "-99.99"},
        {-1.0 + 1e-12, "<-99.9999"},
        {1.0, "+100.0"},
        {1.0001, "+100.01"},
        {123.456, "+12,345.6"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(signed_text(change_number(c.change)), c.expected) << c.change;
}

TEST(NumberText, DifferencesOfCountsAreNothingOnlyWhereTheyAre) {
    const struct {
        double count;
        const char* expected;
    } cases[] = {
        {0.0, "0"},      {1234.0, "+1,234"}, {-1234.5, "-1,234"},
        {31.4, "+31.4"}, {-0.04, "-0.04"},   {1e-9, "<+0.0001"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(signed_text(count_number(c.count)), c.expected) << c.count;
    EXPECT_EQ(grouped_count(1234567.0), "1,234,567");
    EXPECT_EQ(grouped_count(0.26), "0.3");
}

TEST(NumberText, InfinityKeepsItsSign) {
    EXPECT_EQ(fixed_text(-std::numeric_limits<double>::infinity(), 1), "-inf");
    EXPECT_EQ(fixed_text(std::numeric_limits<double>::infinity(), 1), "inf");
}

TEST(NumberText, ZeroHasNoSign) {
    EXPECT_EQ(fixed_text(-0.0, 0), "0");
    EXPECT_EQ(fixed_text(-0.04, 1), "0.0");
    EXPECT_EQ(fixed_text(-0.06, 1), "-0.1");
    EXPECT_EQ(difference_text(-0.004, 2), "0.00");
    EXPECT_EQ(difference_text(0.004, 2), "0.00");
    EXPECT_EQ(difference_text(0.006, 2), "+0.01");
    EXPECT_EQ(difference_text(-0.006, 2), "-0.01");
}

TEST(NumberText, WhatIsCountedIsNamedAsOneOrAsSeveral) {
    EXPECT_EQ(counted_text(0, "vertex", "vertices"), "0 vertices");
    EXPECT_EQ(counted_text(1, "vertex", "vertices"), "1 vertex");
    EXPECT_EQ(counted_text(1113, "line is left out", "lines are left out"), "1,113 lines are left out");
}

TEST(NumberText, DifferencesAgreeWithWhatIsWritten) {
    const struct {
        double a;
        double b;
        const char* expected; // a, b, b - a
    } cases[] = {
        {88.2437, 87.8012, "88.2 87.8 -0.4"},    {88.2, 87.7, "88.2 87.7 -0.5"},
        {88.1601, 87.7399, "88.16 87.74 -0.42"}, {50.0, 50.0, "50.0 50.0 0.0"},
        {50.001, 50.002, "50.001 50.002 0.001"}, {50.0, 50.00001, "50.0000 50.0000 0.0000"},
        {-0.04, 0.04, "-0.04 0.04 0.08"},
    };
    for (const auto& c : cases) {
        const AgreeingNumbers agreeing = agreeing_numbers(c.a, c.b, 1);
        const auto text = [&](double value) { return fixed_text(value, agreeing.decimals); };
        EXPECT_EQ(text(c.a) + " " + text(c.b) + " " + text(agreeing.difference), c.expected);
    }
    EXPECT_EQ(agreeing_counts(4669.0, 12.0).decimals, 0);
    EXPECT_EQ(agreeing_counts(466.5, 12.0).decimals, 1);
    EXPECT_EQ(agreeing_counts(4669.4, 1.3).decimals, 0);
    EXPECT_EQ(agreeing_percents(0.99996, 0.5).decimals, 3) << "not 100 %";
}

TEST(NumberText, DigitsAreGroupedBeforeThePoint) {
    EXPECT_EQ(grouped_text("1234567.8901", ","), "1,234,567.8901");
    EXPECT_EQ(grouped_text("-123", ","), "-123");
    EXPECT_EQ(grouped_text("-1234", " "), "-1 234");
    EXPECT_EQ(grouped_text(">1234.5", ","), ">1,234.5");
}

TEST(NumberText, DifferencesHaveTheSignOfTheirPlace) {
    EXPECT_EQ(signed_text(1234.56, 1, NumberStyle::terminal), "+1,234.6");
    EXPECT_EQ(signed_text(-13'775'296.0, 0, NumberStyle::terminal), "-13,775,296");
    EXPECT_EQ(signed_text(-13'775'296.0, 0, NumberStyle::window), "\u221213,775,296");
    EXPECT_EQ(signed_text(-0.04, 1, NumberStyle::window), "0.0");
}

TEST(NumberText, SizesHaveTheUnitOfTheLargerOne) {
    EXPECT_EQ(byte_unit(0.0).name, "B");
    EXPECT_EQ(byte_unit(1023.0).name, "B");
    EXPECT_EQ(byte_unit(1024.0).name, "KiB");
    EXPECT_EQ(byte_unit(81'429'536.0).name, "MiB");
    EXPECT_EQ(byte_unit(1e18).name, "TiB");
    EXPECT_EQ(decimals_in(byte_unit(5.0)), 0);
    const AgreeingSizes sizes = agreeing_sizes(300.0 * 1'048'576.0, 512.0 * 1024.0);
    EXPECT_EQ(sizes.unit.name, "MiB");
    EXPECT_EQ(sizes.numbers.decimals, 1);
    EXPECT_DOUBLE_EQ(sizes.numbers.difference, -299.5);
}

} // namespace
} // namespace hitmap
