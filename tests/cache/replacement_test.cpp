#include "core/base/error.h"
#include "core/cache/array/cache_dispatch.h"
#include "core/cache/reuse/reuse_stack.h"
#include "tests/cache/naive_cache.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <string>

namespace hitmap {
namespace {

/// Streams of lines: random, with frequent lines, cyclic, and back and forth.
std::vector<std::uint64_t> stream_of(int kind, std::uint64_t lines, std::size_t length) {
    std::mt19937_64 random(static_cast<unsigned>(kind) + 1);
    std::vector<std::uint64_t> stream;
    for (std::size_t i = 0; i < length; ++i) {
        const std::uint64_t line = std::array{random() % lines, random() % (1 + random() % lines), i % lines,
                                              i / lines % 2 == 0 ? i % lines : lines - 1 - i % lines}
                                       .at(static_cast<std::size_t>(kind));
        stream.push_back(line * 3);
    }
    return stream;
}

/// Runs streams of sectors through the cache and its reference implementation and compares every outcome.
template <class Policy>
void compare(std::uint64_t sets, std::uint64_t ways, const NaiveCache::Victim& victim) {
    const std::uint64_t lines = sets * ways;
    for (const std::uint64_t spread : {lines + 1, 2 * lines, std::max<std::uint64_t>(lines / 2, 1)})
        for (int kind = 0; kind < 4; ++kind) {
            SectoredCache<Policy, LinearIndex> cache(sets, ways, 7);
            NaiveCache reference(
                ways, [&](std::uint64_t line) { return line % sets; }, victim);
            std::mt19937 random(5);
            std::size_t i = 0;
            for (const std::uint64_t line : stream_of(kind, spread, 3000)) {
                const auto asked = static_cast<SectorMask>(random() % 15 + 1);
                const auto dirty = static_cast<SectorMask>(random() % 4 == 0 ? asked & random() : 0);
                if (random() % 8 == 0)
                    ASSERT_EQ(cache.look_up(line, asked), reference.look_up(line, asked)) << i;
                else
                    ASSERT_EQ(cache.access(line, asked, asked, dirty),
                              reference.access(line, asked, asked, dirty))
                        << i << ": line " << line << ", stream " << kind << ", " << sets << " x " << ways;
                ++i;
            }
        }
}

const std::array<std::pair<std::uint64_t, std::uint64_t>, 10> shapes{
    {{1, 1}, {8, 1}, {1, 2}, {4, 3}, {2, 16}, {3, 17}, {1, 64}, {2, 96}, {1, 255}, {1, 256}}};

TEST(LruPolicy, AgreesWithATimeOfUse) {
    for (const auto& [sets, ways] : shapes)
        compare<LruPolicy>(sets, ways, oldest_by(&NaiveCache::Line::used));
}

TEST(LruPolicy, IsTheSameMadeForItsWays) {
    for (const auto& [sets, ways] : shapes) {
        compare<LruOf<WayRange::many>>(sets, ways, oldest_by(&NaiveCache::Line::used));
        if (ways <= most_ways_in_byte)
            compare<LruOf<WayRange::in_byte>>(sets, ways, oldest_by(&NaiveCache::Line::used));
        if (ways <= few_ways) compare<LruOf<WayRange::few>>(sets, ways, oldest_by(&NaiveCache::Line::used));
    }
}

TEST(FifoPolicy, AgreesWithATimeOfFilling) {
    for (const auto& [sets, ways] : shapes)
        compare<FifoPolicy>(sets, ways, oldest_by(&NaiveCache::Line::filled));
}

TEST(PlruPolicy, AgreesWithTheLastUseOfHalves) {
    for (const auto& [sets, ways] : shapes)
        compare<PlruPolicy>(sets, ways, [](std::uint64_t /*set*/, const NaiveCache::Set& lines) {
            return tree_victim(lines, 0, static_cast<std::uint32_t>(lines.size()));
        });
}

TEST(PlruPolicy, FillsEveryWayBeforeItEvicts) {
    for (const std::uint64_t ways : {3U, 4U, 456U, 512U}) {
        SectoredCache<PlruPolicy, LinearIndex> cache(1, ways, 1);
        for (std::uint64_t line = 0; line < ways; ++line)
            ASSERT_EQ(cache.access(line, 1, 1).evicted, SectorOutcome::no_line);
        for (std::uint64_t line = 0; line < ways; ++line)
            ASSERT_EQ(cache.access(line, 1, 1).hits, 1U);
    }
}

/// Compares the victims with those that the policy's random numbers select in a reference, which processes
/// sets in another order.
template <class Policy>
NaiveCache::Victim drawn(std::uint64_t sets, std::uint64_t ways) {
    const auto policy = std::make_shared<Policy>(sets, ways, 7);
    return [policy](std::uint64_t set, const NaiveCache::Set& /*lines*/) { return policy->victim(set); };
}

TEST(RandomPolicy, EvictsWhatItDraws) {
    for (const auto& shape : shapes) {
        const std::uint64_t sets = shape.first;
        const std::uint64_t ways = shape.second;
        const std::uint64_t lines = sets * ways;
        SectoredCache<RandomPolicy, LinearIndex> cache(sets, ways, 7);
        NaiveCache reference(
            ways, [&](std::uint64_t line) { return line % sets; }, drawn<RandomPolicy>(sets, ways));
        for (const std::uint64_t line : stream_of(0, 2 * lines, 3000))
            ASSERT_EQ(cache.access(line, 1, 1), reference.access(line, 1, 1, 0));
    }
}

/// Returns how often each way is the victim in 60,000 draws, in thousands, rounded.
template <class Policy>
std::vector<int> shares(std::uint64_t ways, std::uint64_t seed) {
    Policy policy(3, ways, seed);
    std::vector<int> count(ways);
    for (int i = 0; i < 60000; ++i)
        ++count.at(policy.victim(static_cast<std::uint64_t>(i) % 3));
    for (int& each : count)
        each = (each + 500) / 1000;
    return count;
}

TEST(RandomPolicy, IsEvenAndSeeded) {
    EXPECT_THAT(shares<RandomPolicy>(4, 1), testing::ElementsAre(15, 15, 15, 15));
    EXPECT_THAT(shares<RandomPolicy>(3, 2), testing::ElementsAre(20, 20, 20));
    RandomPolicy a(2, 1000, 1);
    RandomPolicy b(2, 1000, 1);
    RandomPolicy c(2, 1000, 2);
    int same = 0;
    for (int i = 0; i < 100; ++i) {
        const std::uint32_t victim = a.victim(0);
        ASSERT_EQ(victim, b.victim(0));
        (void)b.victim(1); // draws of other sets have no effect
        same += victim == c.victim(0) ? 1 : 0;
    }
    EXPECT_LT(same, 5);
}

TEST(FermiPolicy, HasTheMeasuredProbabilities) {
    EXPECT_THAT(shares<FermiPolicy>(4, 1), testing::ElementsAre(10, 30, 10, 10));
}

TEST(FermiPolicy, EvictsWhatItDraws) {
    SectoredCache<FermiPolicy, LinearIndex> cache(32, 4, 7);
    NaiveCache reference(
        4, [](std::uint64_t line) { return line % 32; }, drawn<FermiPolicy>(32, 4));
    for (const std::uint64_t line : stream_of(2, 200, 5000))
        ASSERT_EQ(cache.access(line, 1, 1), reference.access(line, 1, 1, 0));
}

TEST(Replacement, LruHitsWhereTheReuseDistanceIsShorterThanTheCache) {
    std::mt19937 random(9);
    for (const std::uint64_t ways : {1U, 5U, 16U, 17U, 300U}) {
        SectoredCache<LruPolicy, LinearIndex> cache(1, ways, 1);
        ReuseStack stack(1000);
        for (int i = 0; i < 20000; ++i) {
            const auto line = static_cast<std::uint32_t>(random() % (1 + random() % 1000));
            const bool hit = cache.access(line, 1, 1).hits != 0;
            ASSERT_EQ(hit, stack.look_up(line) < ways) << i;
        }
    }
}

TEST(Replacement, RefusesWhatItCannotDo) {
    EXPECT_NO_THROW(check_replacement_policy("plru", 456));
    try {
        check_replacement_policy("fermi", 6);
        ADD_FAILURE();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "policy 'fermi' needs 4 ways; found 6 ways");
    }
    try {
        check_replacement_policy("mru", 4);
        ADD_FAILURE();
    } catch (const UsageError& error) {
        EXPECT_EQ(error.what(), fmt::format("policy 'mru' is not known; expected {}",
                                            fmt::join(replacement_policy_names(), ", ")));
    }
}

} // namespace
} // namespace hitmap
