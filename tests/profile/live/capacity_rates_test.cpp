#include "core/profile/live/capacity_rates.h"
#include "core/profile/models/cache_model.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(CapacityRates, AreThoseOfSimulations) {
    const RandomRequests random(2, 900);
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 100);
    ThreadPool pool(1);
    const auto kept = keep_distances(source, 32, 16, {}, {}, pool);
    for (const std::uint64_t ways : {0U, 1U, 3U}) {
        const auto rates = rates_over_capacity(*kept, 1, ways, 16, 4096);
        ASSERT_GT(rates.size(), 8U);
        EXPECT_EQ(rates.front().capacity, 16U);
        EXPECT_EQ(rates.back().capacity, 4096U);
        for (std::size_t i = 0; i < rates.size(); i += 5) {
            const std::uint64_t lines = rates[i].capacity / 16;
            SdcmConfig config;
            config.l1 = parse_cache_geometry("1KiB:32:4");
            config.l2 = {rates[i].capacity, 16, 16, ways == 0 ? lines : std::min(ways, lines)};
            const auto profile = make_sdcm_profile(source, config, pool);
            LevelSums sums;
            for (const KindSums& kind : profile->totals({0, profile->positions()}))
                sums += kind.l2;
            EXPECT_NEAR(rates[i].rate, sums.hit_count() / static_cast<double>(sums.lookups), 1e-6);
        }
    }
}

TEST(CapacityRates, AreEmptyWithoutLookUps) {
    KeptDistances none;
    none.line = {32, 32};
    EXPECT_TRUE(rates_over_capacity(none, 0, 4, 32, 1024).empty());
}

} // namespace
} // namespace hitmap
