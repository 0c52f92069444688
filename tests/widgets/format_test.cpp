#include "tests/widgets/common.h"
#include "widgets/format.h"

#include <QtCore/QLocale>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(Format, RatesAreSumsDividedOnce) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const LevelSums none;
    EXPECT_EQ(plain_text(rate_text(none)), "–");
    EXPECT_EQ(plain_text(hits_of_lookups_text(none)), "–");
    LevelSums sums{std::uint64_t{3} * hit_unit, 4, 0, 0};
    EXPECT_EQ(plain_text(rate_text(sums)), "75.0 %");
    sums += {hit_unit / 2, 1'000'000, 1, 2};
    EXPECT_EQ(plain_text(hits_of_lookups_text(sums)), "3.5 of 1,000,004");
    sums = {std::uint64_t{999'999} * hit_unit, 1'000'000, 0, 0};
    EXPECT_EQ(plain_text(rate_text(sums)), "99.9999 %") << "not all of them";
    EXPECT_EQ(plain_text(misses_text(sums)), "1");
    EXPECT_EQ(plain_text(share_text(1, 1'000'000'000)), "<0.0001 %");
}

TEST(Format, SharesAndSizes) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    EXPECT_EQ(plain_text(share_text(1, 3)), "33.3 %");
    EXPECT_EQ(plain_text(share_text(0, 0)), "–");
    EXPECT_EQ(plain_text(count_text(1'234'567)), "1,234,567");
    EXPECT_EQ(plain_text(bytes_text(6U << 20)), "6.0 MiB");
    EXPECT_EQ(plain_text(capitalised("boxes")), "Boxes");
}

} // namespace
} // namespace hitmap
