#include "core/cache/hit_probability.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hitmap {
namespace {

TEST(SdcmProbability, IsCertainBelowTheNumberOfWays) {
    for (std::uint64_t d = 0; d < 64; ++d)
        EXPECT_EQ(sdcm_probability(d, 64, 256), 1.0);
    EXPECT_DOUBLE_EQ(sdcm_probability(2, 2, 4), 0.75); // unless both fell into the set
}

TEST(SdcmProbability, IsAStepForAFullyAssociativeCache) {
    for (const std::uint64_t lines : {1U, 2U, 256U, 1024U, 196608U}) {
        EXPECT_EQ(sdcm_probability(lines - 1, lines, lines), 1.0);
        EXPECT_EQ(sdcm_probability(lines, lines, lines), 0.0);
        EXPECT_EQ(sdcm_probability(std::uint64_t{1} << 40, lines, lines), 0.0);
        EXPECT_EQ(sdcm_probability(infinite_distance, lines, lines), 0.0);
    }
}

TEST(SdcmProbability, IsAPowerForADirectMappedCache) {
    for (std::uint64_t d = 0; d < 20000; ++d)
        ASSERT_NEAR(sdcm_probability(d, 1, 1024), std::pow(1 - 1.0 / 1024, static_cast<double>(d)), 1e-12);
}

} // namespace
} // namespace hitmap
