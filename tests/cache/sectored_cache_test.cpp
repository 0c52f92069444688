#include "core/base/error.h"
#include "core/cache/array/cache_dispatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

using Lru = SectoredCache<LruPolicy, LinearIndex>;

TEST(SectoredCache, HitsSectorsThatWereFilled) {
    Lru cache(2, 2, 1);
    EXPECT_EQ(cache.access(4, 0b0011, 0b0011).hits, 0U);
    EXPECT_EQ(cache.access(4, 0b0110, 0b0110).hits, 0b0010U)
        << "of a line that is there, a sector that is not";
    EXPECT_EQ(cache.access(4, 0b1111, 0b1111).hits, 0b0111U);
    EXPECT_EQ(cache.access(4, 0b1111, 0b1111).hits, 0b1111U);
    EXPECT_EQ(cache.look_up(5, 0b1111), 0U);
    EXPECT_EQ(cache.peek(5), 0U) << "a look-up fills nothing";
}

TEST(SectoredCache, GivesBackDirtySectorsOfTheLineThatGoes) {
    Lru cache(1, 2, 1);
    EXPECT_EQ(cache.access(1, 0b0001, 0b0001, 0b0001), (SectorOutcome{}));
    EXPECT_EQ(cache.access(1, 0b0110, 0b0110, 0b0100), (SectorOutcome{}));
    EXPECT_EQ(cache.access(2, 1, 1), (SectorOutcome{}));
    EXPECT_EQ(cache.access(3, 1, 1), (SectorOutcome{0, 0b0101, 1}));
    EXPECT_EQ(cache.access(1, 1, 1), (SectorOutcome{0, 0, 2})) << "clean";
    EXPECT_EQ(cache.peek(1), 1U) << "what it had before is gone";
    EXPECT_EQ(cache.access(4, 1, 1), (SectorOutcome{0, 0, 3}));
}

TEST(SectoredCache, KeepsWhatIsStoredInPartDirtyAndNotValid) {
    Lru cache(1, 1, 1);
    StoreOutcome outcome = cache.store(0, 1, 0b0011, 0b0001);
    EXPECT_EQ(outcome.hits, 0U);
    EXPECT_EQ(cache.peek(1), 0b0001U) << "nothing is fetched";
    EXPECT_EQ(cache.partly(0, 1), 0b0010U);
    outcome = cache.store(0, 1, 0b0111, 0);
    EXPECT_EQ(outcome.hits, 0b0011U);
    EXPECT_EQ(outcome.partly, 0b0010U);
    cache.validate(0, 1, 0b0010);
    EXPECT_EQ(cache.partly(0, 1), 0b0100U);
    EXPECT_EQ(cache.access(1, 0b0111, 0b0111).hits, 0b0011U) << "a load needs all of it";
    EXPECT_EQ(cache.partly(0, 1), 0U) << "and has it fetched";
    outcome = cache.store(0, 2, 0b0001, 0);
    EXPECT_EQ(outcome.evicted, 1U);
    EXPECT_EQ(outcome.written_back, 0b0111U);
    EXPECT_EQ(cache.access(3, 1, 1).written_back, 0b0001U) << "in part, too";
    EXPECT_EQ(cache.partly(0, 2), 0U);
}

TEST(SectoredCache, ALookUpCountsAsUseAndPeekingDoesNot) {
    Lru cache(1, 2, 1);
    cache.access(1, 1, 1);
    cache.access(2, 1, 1);
    EXPECT_EQ(cache.peek(1), 1U);
    EXPECT_EQ(cache.access(3, 1, 1).evicted, 1U);
    EXPECT_EQ(cache.look_up(2, 1), 1U);
    EXPECT_EQ(cache.access(4, 1, 1).evicted, 3U);
}

TEST(SectoredCache, ForgetsEverything) {
    for (const std::uint64_t ways : {2U, 40U}) {
        Lru cache(2, ways, 1);
        for (std::uint64_t line = 0; line < 4 * ways; ++line)
            cache.access(line, 1, 1, 1);
        cache.clear();
        for (std::uint64_t line = 0; line < 2 * ways; ++line)
            ASSERT_EQ(cache.access(line, 1, 1), (SectorOutcome{})) << line;
    }
}

TEST(SectoredCache, IsChosenByName) {
    const auto cache = make_single_access_cache(parse_cache_geometry("16KiB:128:4:fermi:fermi-l1"));
    EXPECT_FALSE(cache->access(1000));
    EXPECT_TRUE(cache->access(1023)) << "same line";
    EXPECT_FALSE(cache->access(1024));
    cache->clear();
    EXPECT_FALSE(cache->access(1000));
    const auto sectored = make_single_access_cache(parse_cache_geometry("1KiB:128/32:2"));
    EXPECT_FALSE(sectored->access(128));
    EXPECT_TRUE(sectored->access(159));
    EXPECT_FALSE(sectored->access(160)) << "the line's next sector";
}

TEST(SectoredCache, RefusesImpossibleGeometries) {
    const auto message = [](const char* text) -> std::string {
        try {
            static_cast<void>(check_sets(parse_cache_geometry(text)));
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message("64KiB:128/32:full:plru"), "");
    EXPECT_EQ(message("1KiB:128:3"), "cache '1KiB:128:3': 8 lines do not make whole sets of 3 ways");
    EXPECT_EQ(message("1KiB:128:2:fermi"),
              "cache '1KiB:128:2:fermi': policy 'fermi' needs 4 ways; found 2 ways");
    EXPECT_THAT(message("384:128:1:lru:xor"), testing::HasSubstr("power of two"));
    EXPECT_THAT(message("4KiB:4096/16:1"), testing::HasSubstr("256 sectors a line; at most 32"));
    EXPECT_THAT(message("1TiB:16:1"), testing::HasSubstr("at most 2^31"));
}

} // namespace
} // namespace hitmap
