// The estimate of unknown distances against one that looks at every single look-up.

#include "core/profile/preview/line_sample.h"
#include "core/profile/preview/unknown_distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace hitmap {
namespace {

const CacheGeometry small_cache{64 * 128, 128, 128, 4};

/// A look-up with a distance, or with one that is at least as large.
struct Observed {
    std::uint32_t distance;
    bool known;
};

/// P(hit | the distance is at least `bound`), from the definition of the product-limit estimator: all
/// distances that occur, in order, each with those that are known to be at risk. Below 4096, where the bins
/// of distances are exact.
double expected_hits(const std::vector<Observed>& all, const HitTable& table, std::uint32_t bound) {
    double reaches = 1.0;
    double hits = 0.0;
    std::uint32_t farthest = 0;
    for (const Observed& one : all)
        farthest = std::max(farthest, one.distance);
    for (std::uint32_t distance = bound; distance <= farthest; ++distance) {
        double dies = 0.0;
        double at_risk = 0.0;
        for (const Observed& one : all) {
            dies += one.known && one.distance == distance ? 1.0 : 0.0;
            at_risk += one.distance > distance || (one.known && one.distance == distance) ? 1.0 : 0.0;
        }
        if (dies == 0.0) continue;
        hits += reaches * dies / at_risk * table(distance);
        reaches *= 1.0 - dies / at_risk;
    }
    return hits + reaches * table(farthest) / 2.0;
}

TEST(UnknownHits, AreThoseOfTheProductLimitEstimator) {
    const HitTable table(small_cache);
    for (unsigned seed = 1; seed <= 8; ++seed) {
        std::mt19937 random(seed);
        std::vector<Observed> all;
        CensoredDistances distances;
        for (unsigned i = 0; i < 300; ++i) {
            const auto distance = static_cast<std::uint32_t>(random() % 120);
            const bool known = random() % 3 != 0;
            all.push_back({distance, known});
            if (known)
                distances.add_known(distance);
            else
                distances.add_at_least(distance);
        }
        const UnknownHits found(distances, table);
        for (std::uint32_t bound = 0; bound < 120; ++bound)
            EXPECT_NEAR(found.hits_from(ReuseHistogram::bin_of(bound)), expected_hits(all, table, bound), 1.0)
                << "seed " << seed << ", bound " << bound;
    }
}

TEST(UnknownHits, NothingIsLostOfFullObservations) {
    // All look-ups beyond 10 lines have a distance of 20 lines; one of a stretch that ends before is like
    // them.
    CensoredDistances distances;
    for (int i = 0; i < 50; ++i) {
        distances.add_known(3);
        distances.add_known(20);
    }
    distances.add_at_least(10);
    const HitTable table(small_cache);
    const UnknownHits found(distances, table);
    EXPECT_EQ(found.hits_from(10), table(20));
    EXPECT_EQ(found.guess_from(10), 0U);
}

TEST(UnknownHits, HalfOfWhatNoDistanceTellsIsAGuess) {
    CensoredDistances distances;
    for (int i = 0; i < 5; ++i)
        distances.add_at_least(2);
    const HitTable table(small_cache);
    const UnknownHits found(distances, table);
    EXPECT_EQ(found.hits_from(2), table(2) / 2);
    EXPECT_EQ(found.guess_from(2), table(2) / 2);
    EXPECT_EQ(UnknownHits({}, table).hits_from(0), 0U);
}

TEST(LineSample, HasItsShareOfLinesInEqualGroups) {
    constexpr std::uint32_t lines = 80'000;
    for (const double rate : {1.0, 0.5, 0.125}) {
        const LineSample sample(rate);
        std::vector<double> groups(LineSample::groups);
        for (std::uint32_t line = 0; line < lines; ++line) {
            const std::uint64_t hash = LineSample::hash_of(line);
            if (sample.has(hash)) ++groups[LineSample::group_of(hash)];
        }
        // Each group has a binomial number: five standard deviations.
        const double expected = rate * lines / LineSample::groups;
        for (const double group : groups)
            EXPECT_NEAR(group, expected, 5.0 * std::sqrt(expected)) << "rate " << rate;
    }
    EXPECT_EQ(LineSample(1.0).scaled(7), 7U);
    EXPECT_EQ(LineSample(0.25).scaled(7), 28U);
}

} // namespace
} // namespace hitmap
