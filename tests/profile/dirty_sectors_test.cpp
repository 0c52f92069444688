#include "core/profile/sums/dirty_sectors.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace hitmap {
namespace {

constexpr auto no_writers = [] {
    DirtySectors::Writers writers{};
    writers.fill(DirtySectors::no_ray);
    return writers;
}();

TEST(DirtySectors, HaveTheLastWriterOfEachWord) {
    DirtySectors dirty;
    EXPECT_EQ(dirty.take(5), no_writers) << "nothing was written";
    dirty.note(5, 0b00000011, DirtySectors::Writers{10, 11, 12, 13, 14, 15, 16, 17});
    dirty.note(5, 0b10000010, DirtySectors::Writers{20, 21, 22, 23, 24, 25, 26, 27});
    const std::uint32_t none = DirtySectors::no_ray;
    EXPECT_EQ(dirty.take(4), no_writers) << "the line has another dirty sector";
    EXPECT_EQ(dirty.take(5), (DirtySectors::Writers{10, 21, none, none, none, none, none, 27}));
    EXPECT_EQ(dirty.take(5), no_writers) << "it was written back";
    dirty.note(5, 0, DirtySectors::Writers{});
    EXPECT_EQ(dirty.take(5), no_writers) << "it is not known who wrote it";
}

TEST(DirtySectors, AreCleanWhenALaunchStarts) {
    DirtySectors dirty;
    DirtySectors::Writers rays{};
    for (const std::uint64_t sectors : {1U, 10000U, 10U, 1U, 3000U}) {
        dirty.clear();
        rays.fill(static_cast<std::uint32_t>(sectors));
        EXPECT_EQ(dirty.take(0), no_writers);
        for (std::uint64_t sector = 0; sector < sectors; ++sector)
            dirty.note(sector, 0xff, rays);
        EXPECT_EQ(dirty.take(sectors - 1), rays);
        EXPECT_EQ(dirty.take(sectors), no_writers);
    }
}

/// Sectors of many stacks become dirty and clean in random order, beside a map.
TEST(DirtySectors, AreThoseOfAMap) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        std::mt19937 random(seed);
        DirtySectors dirty;
        std::map<std::uint64_t, DirtySectors::Writers> expected;
        for (std::uint32_t i = 0; i < 50000; ++i) {
            const std::uint64_t sector = random() % 3000 * (seed == 1 ? 1 : 0x123456789ULL);
            if (random() % 20000 == 0) {
                dirty.clear();
                expected.clear();
            } else if (random() % 3 == 0) {
                const auto found = expected.find(sector);
                EXPECT_EQ(dirty.take(sector), found == expected.end() ? no_writers : found->second);
                expected.erase(sector);
            } else {
                const std::uint32_t written = random() % 256;
                DirtySectors::Writers rays{};
                rays.fill(i);
                dirty.note(sector, written, rays);
                auto& writers = expected.try_emplace(sector, no_writers).first->second;
                for (std::size_t word = 0; word < writers.size(); ++word)
                    if ((written >> word & 1U) != 0) writers[word] = i;
            }
        }
        for (const auto& [sector, writers] : expected)
            EXPECT_EQ(dirty.take(sector), writers);
    }
}

} // namespace
} // namespace hitmap
