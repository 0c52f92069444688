#include "core/cache/sdcm/hit_probability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hitmap {
namespace {

constexpr double unit = 1.0 / (1 << 24);
constexpr std::uint64_t far = std::uint64_t{1} << 40;

CacheGeometry geometry(std::uint64_t ways, std::uint64_t lines) {
    CacheGeometry g;
    g.capacity = lines * 16;
    g.line = 16;
    g.sector = 16;
    g.ways = ways;
    return g;
}

TEST(SdcmProbability, IsCertainBelowTheNumberOfWays) {
    for (std::uint64_t d = 0; d < 64; ++d)
        EXPECT_EQ(sdcm_probability(d, 64, 256), 1.0);
    EXPECT_DOUBLE_EQ(sdcm_probability(2, 2, 4), 0.75); // a miss needs both lines in the set
}

TEST(SdcmProbability, IsAStepForAFullyAssociativeCache) {
    for (const std::uint64_t lines : {1U, 2U, 256U, 1024U, 196608U}) {
        EXPECT_EQ(sdcm_probability(lines - 1, lines, lines), 1.0);
        EXPECT_EQ(sdcm_probability(lines, lines, lines), 0.0);
        EXPECT_EQ(sdcm_probability(far, lines, lines), 0.0);
        EXPECT_EQ(sdcm_probability(infinite_distance, lines, lines), 0.0);
        const HitTable table(geometry(lines, lines));
        EXPECT_EQ(table(lines - 1), 1U << 24);
        EXPECT_EQ(table(lines), 0U);
        EXPECT_EQ(table.end(), lines);
    }
}

TEST(SdcmProbability, IsAPowerForADirectMappedCache) {
    for (std::uint64_t d = 0; d < 20000; ++d)
        ASSERT_NEAR(sdcm_probability(d, 1, 1024), std::pow(1 - 1.0 / 1024, static_cast<double>(d)), 1e-12);
}

/// Values of equation 2 with 60 digits, computed with exact factorials and Stirling's series in decimal
/// arithmetic.
TEST(SdcmProbability, AgreesWithExactValues) {
    const struct {
        std::uint64_t distance;
        std::uint64_t ways;
        std::uint64_t lines;
        double expected;
    } cases[] = {
        {1, 1, 1024, 0.9990234375},
        {700, 1, 1024, 0.504631028452989},
        {20000, 1, 1024, 3.26243183979645e-09},
        {1099511627776, 1, 1024, 0},
        {64, 64, 256, 1},
        {100, 64, 256, 1},
        {200, 64, 256, 0.984579328953985},
        {255, 64, 256, 0.490397088719331},
        {256, 64, 256, 0.476021790965938},
        {300, 64, 256, 0.0605746059130604},
        {400, 64, 256, 5.03508691337896e-06},
        {524, 64, 256, 1.07609519071859e-13},
        {600, 64, 256, 2.65916427873616e-19},
        {1000, 64, 256, 8.63425096740812e-55},
        {1021, 64, 256, 7.88796563152586e-57},
        {1780000, 64, 256, 0},
        {1099511627776, 64, 256, 0},
        {16, 16, 196608, 1},
        {1000, 16, 196608, 1},
        {50000, 16, 196608, 0.99999397346293},
        {100000, 16, 196608, 0.990448712027914},
        {150000, 16, 196608, 0.829053929380233},
        {196608, 16, 196608, 0.466740854027783},
        {300000, 16, 196608, 0.0288096147747174},
        {500000, 16, 196608, 3.50749645836825e-06},
        {700000, 16, 196608, 4.03987398640635e-11},
        {797214, 16, 196608, 1.00003095536662e-13},
        {1073741824, 16, 196608, 0},
        {1099511627776, 16, 196608, 0},
        {3, 3, 4, 0.578125},
        {4, 3, 4, 0.26171875},
        {5, 3, 4, 0.103515625},
        {10, 3, 4, 0.000415802001953125},
        {40, 3, 4, 5.90689675424117e-21},
        {1023, 1023, 1024, 0.631940827803381},
        {1024, 1023, 1024, 0.264241088392109},
        {1025, 1023, 1024, 0.0803912186864737},
        {1030, 1023, 1024, 1.04648346249512e-05},
        {1050, 1023, 1024, 1.75622269578898e-30},
        {49152, 49152, 196608, 1},
        {190000, 49152, 196608, 1},
        {196000, 49152, 196608, 0.785367077068829},
        {196607, 49152, 196608, 0.499653695659898},
        {198000, 49152, 196608, 0.0351712297617529},
        {202000, 49152, 196608, 1.83311182597436e-12},
        {1048576, 16, 33554432, 1},
        {16777216, 16, 33554432, 0.991769004076879},
        {33554432, 16, 33554432, 0.466744867732411},
        {100663296, 16, 33554432, 2.58952292240993e-08},
        {1099511627776, 16, 33554432, 0},
        {16777216, 4096, 33554432, 1},
        {33000000, 4096, 33554432, 0.855023585239085},
        {33554432, 4096, 33554432, 0.497921792325857},
        {34000000, 4096, 33554432, 0.197280355444949},
        {35500000, 4096, 33554432, 0.000132717006333927},
        {1, 1, 1099511627776, 0.999999999999091},
        {549755813888, 1, 1099511627776, 0.606530659712496},
        {1099511627776, 1, 1099511627776, 0.367879441171275},
        {274877906944, 8, 8796093022208, 0.999999999696872},
        {1099511627776, 8, 8796093022208, 0.999989750803326},
        {34359738368, 65536, 68719476736, 1},
        {68300000000, 65536, 68719476736, 0.94115713077397},
        {68719476736, 65536, 68719476736, 0.499480543118607},
        {69200000000, 65536, 68719476736, 0.0369497290354291},
        {1099511627776, 65536, 68719476736, 0},
        {1098000000000, 16777216, 1099511627776, 0.999999991185755},
        {1099400000000, 16777216, 1099511627776, 0.661215137244285},
        {1099511627776, 16777216, 1099511627776, 0.499967533251003},
    };
    for (const auto& c : cases)
        EXPECT_NEAR(sdcm_probability(c.distance, c.ways, c.lines), c.expected, 1e-11)
            << "D = " << c.distance << ", A = " << c.ways << ", B = " << c.lines;
}

/// Adds lines to sets one by one: this needs no binomials and no powers, only sums of positive numbers.
class SetByAndBy {
public:
    SetByAndBy(std::uint64_t ways, std::uint64_t lines)
        : p_(static_cast<long double>(ways) / static_cast<long double>(lines)), lines_in_set_(ways, 0) {
        lines_in_set_[0] = 1;
    }
    void add_line() {
        for (std::size_t a = lines_in_set_.size(); a-- > 0;)
            lines_in_set_[a] = (1 - p_) * lines_in_set_[a] + (a > 0 ? p_ * lines_in_set_[a - 1] : 0);
    }
    [[nodiscard]] double fewer_than_ways() const {
        long double sum = 0;
        for (const long double probability : lines_in_set_)
            sum += probability;
        return static_cast<double>(sum);
    }

private:
    long double p_;
    std::vector<long double> lines_in_set_; ///< [a] probability of a lines in the set, a < ways
};

void expect_agreement(std::uint64_t ways, std::uint64_t lines, std::uint64_t distances) {
    SetByAndBy set(ways, lines);
    const HitTable table(geometry(ways, lines));
    double worst = 0;
    for (std::uint64_t d = 0; d < distances; ++d, set.add_line()) {
        const double expected = set.fewer_than_ways();
        ASSERT_LE(std::fabs(table(d) * unit - expected), unit / 2 * 1.0001) << "D = " << d;
        if (d % 64 != 0 && d > 2 * ways + 100) continue;
        worst = std::max(worst, std::fabs(sdcm_probability(d, ways, lines) - expected));
    }
    EXPECT_LT(worst, 1e-9);
    EXPECT_LT(table.end(), distances);
}

TEST(SdcmProbability, AgreesWithLinesThatFallIntoSetsOneByOne) {
    expect_agreement(64, 256, 2000);      // 32 KiB:128:64
    expect_agreement(16, 196608, 900000); // 6 MiB:32:16
    expect_agreement(1, 1, 10);
    expect_agreement(1, 2, 100);
    expect_agreement(1, 4096, 100000);
    expect_agreement(7, 24, 500);
    expect_agreement(1023, 1024, 3000);
    expect_agreement(255, 256, 3000);
}

/// If one entry per distance would be too long a table, P is interpolated between knots.
TEST(HitTable, StaysExactInTheTailOfLargeCaches) {
    for (const auto& [ways, lines] :
         std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 1U << 20},
                                                              {16, 1U << 25},
                                                              {12345, 1U << 26},
                                                              {1U << 25, 1U << 26},
                                                              {4, std::uint64_t{1} << 36}}) {
        const HitTable table(geometry(ways, lines));
        EXPECT_LT(table.memory_bytes(), 8U << 20);
        EXPECT_EQ(table(table.end()), 0U);
        EXPECT_EQ(table(far + table.end()), 0U);
        EXPECT_EQ(table(infinite_distance), 0U);
        EXPECT_EQ(table(table.end() - 1), 1U);
        EXPECT_EQ(table(ways - 1), 1U << 24);
        for (int i = 0; i <= 300; ++i) {
            const std::uint64_t d = table.end() / 300 * i;
            // 1e-9 in addition to half a unit.
            ASSERT_NEAR(table(d) * unit, sdcm_probability(d, ways, lines), unit / 2 + 1e-9)
                << "D = " << d << ", A = " << ways << ", B = " << lines;
        }
    }
}

} // namespace
} // namespace hitmap
