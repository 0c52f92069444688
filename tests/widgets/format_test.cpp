#include "core/cache/array/cache_geometry.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/allocation_sums.h"
#include "tests/widgets/common.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_level_edit.h"

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
    EXPECT_EQ(plain_text(bytes_text(1023)), "1,023 B");
    EXPECT_EQ(plain_text(capitalised("boxes")), "Boxes");
}

TEST(Format, NumbersStayWithTheirUnits) {
    const auto marked = [](const char* text) {
        return plain_text(unbroken(QString::fromUtf8(text)).replace(QChar(QChar::Nbsp), QLatin1Char('_')));
    };
    EXPECT_EQ(marked("68.2 % of its 1,234 look-ups in L1 miss (12.5 %), >99.9999 % of them"),
              "68.2_% of its 1,234_look-ups in L1 miss (12.5_%), >99.9999_% of them");
    EXPECT_EQ(
        marked("saves 1,234 bytes between L1 and L2, +22 % or −3 pp; SM 0 makes 86,202 requests of 4 SMs."),
        "saves 1,234_bytes between L1 and L2, +22_% or −3_pp; SM 0 makes 86,202_requests of 4_SMs.");
    EXPECT_EQ(marked("1 look-up. At most at kernel.cu:51. L1 misses; vertices=12 bytes, 6.4 MiB"),
              "1_look-up. At most at kernel.cu:51. L1 misses; vertices=12 bytes, 6.4_MiB");
    EXPECT_EQ(marked("the 3. request, 4 requested, in instance 3 of 12."),
              "the 3. request, 4 requested, in instance 3 of 12.");
}

TEST(Format, AWindowIsWrittenByItsFirstAndItsLastAccess) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    EXPECT_EQ(plain_text(accesses_text({0, 1'024})), "0–1,023");
    EXPECT_EQ(plain_text(accesses_text({7, 8})), "7–7");
    EXPECT_EQ(plain_text(accesses_text({5, 5})), "–");
}

TEST(Format, ACacheIsWrittenSoThatItReadsTheSameBesideTheModelsOwn) {
    struct Row {
        const char* standard;
        const char* geometry;
        const char* text;
    };
    const Row rows[] = {
        {"32KiB:128:64", "64KiB:256:4", "64KiB:256:4"},
        {"64KiB:128/32:4", "64KiB:128/32:4", "64KiB:128/32:4"},
        {"64KiB:128/32:4:plru:xor", "64KiB:128/32:4:plru:xor", "64KiB:128/32:4:plru:xor"},
        {"64KiB:128/32:4", "64KiB:128:4", "64KiB:128/128:4:lru:linear"},
        {"64KiB:128/32:4:plru", "64KiB:128/32:full", "64KiB:128/32:full:lru:linear"},
        {"64KiB:128/32:4:lru:xor", "64KiB:128/32:4", "64KiB:128/32:4:lru:linear"},
        {"64KiB:128/32:4:lru:xor", "32KiB:128/32:4:plru:xor", "32KiB:128/32:4:plru:xor"},
    };
    for (const Row& row : rows) {
        const CacheGeometry geometry = parse_cache_geometry(row.geometry);
        const CacheGeometry standard = parse_cache_geometry(row.standard);
        EXPECT_EQ(plain_text(cache_text(geometry, standard)), row.text) << row.standard;
        EXPECT_EQ(parse_cache_geometry(row.text, standard), geometry) << row.text << " with " << row.standard;
    }
}

} // namespace
} // namespace hitmap
