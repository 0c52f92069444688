#include "core/cache/sdcm/sdcm_engine.h"
#include "tests/cache/recorded_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {
namespace {

/// Compares every access of the stream with the published tool of von Buelow et al. 2022, with corrected
/// address segments. The tolerance is needed since that tool sums in single precision.
TEST(RecordedStream, EveryElementAgreesWithThePublishedTool) {
    RecordedStream stream = read_recorded_stream(HITMAP_TEST_DATA "/cache/data/torus-400k.gz");
    ASSERT_EQ(stream.expected.size(), 400'000U);
    ThreadPool pool(2);
    SdcmEngine engine(stream.info, stream.scene, {}, pool);
    for (AccessBlock& block : stream.blocks)
        engine.prepare(block);
    engine.simulate(stream.blocks, {});
    std::size_t access = 0;
    double worst = 0;
    std::array<double, 2> hits{};
    std::array<std::uint64_t, 2> lookups{};
    for (AccessBlock& block : stream.blocks) {
        block.expand_outcomes();
        for (const AccessOutcome& outcome : block.outcomes) {
            const ExpectedOutcome& expected = stream.expected.at(access);
            const double l1 = outcome.l1_hits / static_cast<double>(hit_unit);
            const double l2 = outcome.l2_hits / static_cast<double>(hit_unit);
            ASSERT_EQ(outcome.l1_lookups, expected.l1_lookups) << access;
            ASSERT_EQ(outcome.l2_lookups, expected.l2_lookups) << access;
            worst = std::max({worst, std::fabs(l1 - static_cast<double>(expected.l1_hits)),
                              std::fabs(l2 - static_cast<double>(expected.l2_hits))});
            hits[0] += l1;
            hits[1] += l2;
            lookups[0] += outcome.l1_lookups;
            lookups[1] += outcome.l2_lookups;
            ++access;
        }
    }
    EXPECT_EQ(access, stream.expected.size());
    EXPECT_LT(worst, 3.1e-7);
    EXPECT_EQ(lookups[0], 444'256U);
    EXPECT_EQ(lookups[1], 618'684U);
    EXPECT_NEAR(hits[0], 436'190.0, 0.05);
    EXPECT_NEAR(hits[1], 616'070.0, 0.05);
}

} // namespace
} // namespace hitmap
