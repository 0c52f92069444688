#include "core/cache/gpu/preset_library.h"
#include "core/probe/chase/bank_conflicts.h"
#include "core/probe/miss_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace hitmap {
namespace {

constexpr LatencySplit split{100.0, 300.0, 100};

/// Mei et al. 2014, figure 11: the curve is piecewise linear, first for the large set, then for the six
/// others. A set of w entries with one additional page misses w + 1 of them in each lap; Mei et al. 2014
/// count its entries, 17 and 8.
TEST(MissCurve, OfTheUnequalTlbIsThatOfFigure11) {
    SimulatedSource source(find_gpu_preset("fermi-gtx560ti", {}).tlb("l2_tlb"), {});
    const auto points = miss_curve(source, split, {.line = 2U << 20, .first = 65, .last = 73}, {});
    std::vector<double> missed;
    for (const MissPoint& point : points)
        missed.push_back(point.missed);
    EXPECT_THAT(missed, testing::ElementsAre(0, 18, 27, 36, 45, 54, 63, 72, 73));
}

/// In a conventional cache, one set after the other misses completely.
TEST(MissCurve, OfLruRisesLinearlyToOne) {
    SimulatedSource source(parse_cache_geometry("16KiB:128:4:lru:fermi-l1"), {});
    for (const MissPoint& point : miss_curve(source, split, {.first = 128, .last = 192, .step = 4}, {}))
        EXPECT_EQ(point.missed, std::min<double>(static_cast<double>(point.lines),
                                                 5.0 * (static_cast<double>(point.lines) - 128.0)));
}

/// In figure 9 at most half of the lines miss, up to 24 KiB. With Fermi's probabilities and a sequence that
/// has them, the shares are 0.40 and 0.33 at 20 KiB, and 0.60 and 0.67 at 24 KiB (docs/cache-models.md).
TEST(MissCurve, OfFermisVictimsIsBelowLru) {
    SimulatedSource odds(parse_cache_geometry("16KiB:128:4:fermi:fermi-l1"), {});
    SimulatedSource sequence = fermi_victim_sequence({});
    const MissCurveRange range{.first = 128, .last = 192, .step = 32, .laps = 400};
    const auto by_odds = miss_curve(odds, split, range, {});
    const auto by_sequence = miss_curve(sequence, split, range, {});
    ASSERT_EQ(by_odds.size(), 3U);
    EXPECT_EQ(by_odds[0].rate(), 0.0);
    EXPECT_NEAR(by_odds[1].rate(), 0.40, 0.01);
    EXPECT_NEAR(by_odds[2].rate(), 0.60, 0.01);
    EXPECT_NEAR(by_sequence[1].rate(), 1.0 / 3.0, 0.01);
    EXPECT_NEAR(by_sequence[2].rate(), 2.0 / 3.0, 0.01);
}

/// Figures 4 and 5: the conflict degree is the greatest common divisor of the stride and 32; a broadcast has
/// no conflict.
TEST(BankConflicts, OfFermiAreTheCommonDivisor) {
    EXPECT_EQ(conflict_ways({}, 0), 1U);
    for (std::uint64_t stride = 1; stride <= 128; ++stride)
        EXPECT_EQ(conflict_ways({}, stride), std::gcd(stride, 32U)) << stride;
    const BankTiming timing = bank_timing(find_gpu_preset("fermi-gtx560ti", {}));
    EXPECT_NEAR(timing.cycles(1), 50.0, 0.5);
    EXPECT_NEAR(timing.cycles(2), 88.0, 1.0);
    EXPECT_NEAR(timing.cycles(32), 1210.0, 1.0);
}

/// Section 4.1 and figures 6 and 7: the statements of the text about strides 2, 4 and 6, and that mapping by
/// 8 bytes is better at even strides that are no powers of two.
TEST(BankConflicts, OfKeplerDependOnTheMapping) {
    const BankLayout by4{32, 8, 4};
    const BankLayout by8{32, 8, 8};
    EXPECT_EQ(conflict_ways(by4, 2), 1U);
    EXPECT_EQ(conflict_ways(by8, 2), 1U);
    EXPECT_EQ(conflict_ways(by4, 4), 2U);
    EXPECT_EQ(conflict_ways(by8, 4), 2U);
    EXPECT_EQ(conflict_ways(by4, 6), 2U);
    EXPECT_EQ(conflict_ways(by8, 6), 1U);
    for (std::uint64_t stride = 2; stride <= 64; stride += 2) {
        EXPECT_LE(conflict_ways(by4, stride), conflict_ways({}, stride)) << stride;
        EXPECT_LE(conflict_ways(by8, stride), conflict_ways(by4, stride)) << stride;
    }
}

} // namespace
} // namespace hitmap
