#include "widgets/format.h"

#include <QtCore/QLocale>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

std::string text(const QString& shown) {
    return shown.toStdString();
}

TEST(Format, RatesAreSumsDividedOnce) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const LevelSums none;
    EXPECT_EQ(text(rate_text(none)), "–");
    EXPECT_EQ(text(hits_of_lookups_text(none)), "–");
    LevelSums sums{std::uint64_t{3} * hit_unit, 4, 0, 0};
    EXPECT_EQ(text(rate_text(sums)), "75.0 %");
    sums += {hit_unit / 2, 1'000'000, 1, 2};
    EXPECT_EQ(text(hits_of_lookups_text(sums)), "4 of 1,000,004") << "3.5 hits, rounded";
}

TEST(Format, SharesAndSizes) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    EXPECT_EQ(text(share_text(1, 3)), "33.3 %");
    EXPECT_EQ(text(share_text(0, 0)), "–");
    EXPECT_EQ(text(count_text(1'234'567)), "1,234,567");
    EXPECT_EQ(text(bytes_text(6U << 20)), "6.0 MiB");
    EXPECT_EQ(text(capitalised("boxes")), "Boxes");
}

} // namespace
} // namespace hitmap
