#include "core/cache/array/cache_dispatch.h"
#include "core/cache/contents/optimal_cache.h"
#include "tests/cache/naive_optimum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using LineStream = std::vector<std::uint64_t>;

LineStream random_lines(std::mt19937& random, std::size_t length, std::uint64_t lines) {
    LineStream stream;
    for (std::size_t i = 0; i < length; ++i)
        // Half of the look-ups are of few lines, so that some are used often and others seldom.
        stream.push_back(random() % (random() % 2 == 0 ? lines : lines / 4 + 1));
    return stream;
}

std::uint64_t optimal_hits(const LineStream& stream, std::uint64_t ways, std::size_t first_limit = 4096) {
    OptimalCache cache(1, ways, first_limit);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(stream, [&](std::uint64_t line) { return cache.look_up(0, line); }));
}

TEST(OptimalCache, WorkedByHand) {
    EXPECT_EQ(optimal_hits({1, 2, 3, 1, 2, 3, 1, 2, 3}, 2), 3U) << "LRU has none";
    EXPECT_EQ(optimal_hits({1, 1, 2, 2, 1}, 1), 2U) << "2 must be put in, so that 1 leaves";
    EXPECT_EQ(optimal_hits({1, 2, 1, 3, 1, 2}, 2), 2U) << "with bypassing of 3 it would be 3";
    EXPECT_EQ(optimal_hits({1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5}, 3), 5U) << "7 misses, where FIFO has 9";
}

TEST(OptimalCache, HasTheMostHitsOfAllChoices) {
    std::mt19937 random(1);
    for (unsigned i = 0; i < 600; ++i) {
        const std::uint64_t ways = 1 + random() % 4;
        const LineStream stream = random_lines(random, 11, 3 + random() % 5);
        ASSERT_EQ(optimal_hits(stream, ways), most_hits_of_all_choices(stream, ways))
            << "stream " << i << ", " << ways << " ways";
    }
}

TEST(OptimalCache, AgreesWithEvictingTheFurthestLine) {
    std::mt19937 random(2);
    for (unsigned i = 0; i < 60; ++i) {
        const std::uint64_t ways = 1 + random() % 90;
        const LineStream stream = random_lines(random, 700, 2 + random() % 300);
        const std::uint64_t expected = naive_optimal_hits(stream, ways);
        EXPECT_EQ(optimal_hits(stream, ways), expected) << ways << " ways";
        EXPECT_EQ(optimal_hits(stream, ways, 4), expected) << "lines are forgotten as soon as possible";
    }
}

TEST(OptimalCache, ForgetsLinesThatCannotHit) {
    OptimalCache cache(2, 4, 64);
    for (std::uint64_t line = 0; line < 100'000; ++line) {
        cache.look_up(0, line);
        cache.look_up(0, line % 3 + 1'000'000);
        cache.look_up(1, line % 7 + 2'000'000);
    }
    EXPECT_LT(cache.memory_bytes(), 100'000U);
    cache.clear();
    EXPECT_FALSE(cache.look_up(0, 1'000'000)) << "cleared";
    EXPECT_TRUE(cache.look_up(0, 1'000'000));
}

/// Runs the lines through a cache with a policy and through an optimal one.
template <class Cache>
void expect_at_least_the_hits_of(const CacheGeometry& geometry, const LineStream& stream) {
    const std::uint64_t sets = check_sets(geometry);
    auto cache = make_sectored_cache<Cache>(geometry, sets, 1);
    OptimalCache optimal(sets, geometry.ways, 16);
    std::uint64_t hits = 0;
    std::uint64_t most = 0;
    std::vector<LineStream> by_set(sets);
    for (const std::uint64_t line : stream) {
        const std::uint64_t set = cache.set_of(line);
        hits += cache.contains(set, line) ? 1U : 0U;
        cache.access(set, line, 1, 1, 0);
        most += optimal.look_up(set, line) ? 1U : 0U;
        by_set[set].push_back(line);
    }
    EXPECT_LE(hits, most) << to_string(geometry);
    std::uint64_t expected = 0;
    for (const LineStream& of_set : by_set)
        expected += naive_optimal_hits(of_set, geometry.ways);
    EXPECT_EQ(most, expected) << to_string(geometry);
}

TEST(OptimalCache, HasAtLeastTheHitsOfEveryPolicyWithEveryIndex) {
    std::mt19937 random(3);
    for (const std::string_view policy : replacement_policy_names())
        for (const std::string_view index : set_index_names())
            for (const char* const size : {"2KiB:128:4", "8KiB:128:4", "16KiB:128:4", "2KiB:128:full"}) {
                CacheGeometry geometry = parse_cache_geometry(size);
                geometry.policy = policy;
                geometry.index = index;
                try {
                    static_cast<void>(check_sets(geometry));
                } catch (const UsageError&) {
                    continue; // the policy or the index needs other ways or sets
                }
                const LineStream stream = random_lines(random, 900, 20 + random() % 200);
                visit_sectored_cache(geometry, [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
                    expect_at_least_the_hits_of<Cache>(geometry, stream);
                });
            }
}

} // namespace
} // namespace hitmap
