#include "core/base/error.h"
#include "core/cache/array/tlb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace hitmap {
namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// The pages of a cyclic traversal that miss in the steady state, for each number of pages.
int missing_pages(TlbLevel& level, std::uint64_t pages) {
    level.clear();
    int misses = 0;
    for (int lap = 0; lap < 4; ++lap) {
        misses = 0;
        for (std::uint64_t page = 0; page < pages; ++page)
            misses += level.access(page * 2 * mib + 77) ? 0 : 1;
    }
    return misses;
}

TEST(Tlb, UnequalSetsOverflowOneByOne) {
    // Mei et al. 2014, figure 11: 130 MiB fit, 2 MiB more overfill the set of 17, and each further 2 MiB
    // overfill one more set of 8.
    const auto level = make_tlb_level(TlbGeometry{}.l2);
    EXPECT_EQ(missing_pages(*level, 65), 0);
    EXPECT_EQ(missing_pages(*level, 66), 18);
    for (std::uint64_t more = 1; more <= 6; ++more)
        EXPECT_EQ(missing_pages(*level, 66 + more), 18 + 9 * static_cast<int>(more));
    EXPECT_EQ(missing_pages(*level, 72), 72) << "every page";
}

TEST(Tlb, SetsOfEqualSizeAreIndexedLinearly) {
    const auto level = make_tlb_level({{2, 2, 2}, 4096, "lru"});
    for (const std::uint64_t page : {0, 3, 6})
        EXPECT_FALSE(level->access(page * 4096));
    EXPECT_FALSE(level->access(0)) << "three pages in a set of two";
    EXPECT_TRUE(level->access(6 * 4096));
}

TEST(Tlb, AgreesWithListsOfPages) {
    std::mt19937 random(4);
    for (int round = 0; round < 20; ++round) {
        TlbLevelGeometry geometry;
        for (auto sets = 1 + random() % 7; sets > 0; --sets)
            geometry.set_entries.push_back(1 + static_cast<std::uint32_t>(random() % 9));
        const auto level = make_tlb_level(geometry);
        std::vector<std::size_t> set_of_place;
        for (std::uint32_t turn = 0; turn < 9; ++turn)
            for (std::size_t set = 0; set < geometry.set_entries.size(); ++set)
                if (turn < geometry.set_entries[set]) set_of_place.push_back(set);
        std::vector<std::vector<std::uint64_t>> pages(geometry.set_entries.size()); // most recently used last
        for (int i = 0; i < 3000; ++i) {
            const std::uint64_t page = random() % (2 * geometry.entries());
            const std::size_t set = set_of_place[page % set_of_place.size()];
            const auto erased = std::erase(pages[set], page);
            pages[set].push_back(page);
            if (pages[set].size() > geometry.set_entries[set]) pages[set].erase(pages[set].begin());
            ASSERT_EQ(level->access(page * geometry.page + random() % geometry.page), erased == 1);
        }
    }
}

TEST(Tlb, AsksTheSecondLevelForWhatTheFirstMisses) {
    Tlb tlb({{{1}, 4096, "lru"}, {{2}, 4096, "lru"}});
    EXPECT_EQ(tlb.access(0), TlbOutcome::miss);
    EXPECT_EQ(tlb.access(4095), TlbOutcome::l1_hit);
    EXPECT_EQ(tlb.access(4096), TlbOutcome::miss);
    EXPECT_EQ(tlb.access(0), TlbOutcome::l2_hit);
    tlb.clear();
    EXPECT_EQ(tlb.access(0), TlbOutcome::miss);
}

TEST(Tlb, RefusesImpossibleLevels) {
    EXPECT_THROW(check_tlb_level({{}, 4096, "lru"}), UsageError);
    EXPECT_THROW(check_tlb_level({{4, 0}, 4096, "lru"}), UsageError);
    EXPECT_THROW(check_tlb_level({{1U << 21}, 4096, "lru"}), UsageError);
    EXPECT_THROW(check_tlb_level({{4}, 5000, "lru"}), UsageError);
    EXPECT_THROW(check_tlb_level({{5}, 4096, "fermi"}), UsageError);
}

} // namespace
} // namespace hitmap
