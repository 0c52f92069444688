#include "core/cache/stages/byte_masks.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(ByteMasks, AddUpUntilAllAreThere) {
    ByteMasks stored(8);
    EXPECT_FALSE(stored.store(7, 3, 0x0000ffff, false));
    EXPECT_FALSE(stored.store(7, 4, 0xffff0000, false)) << "another sector";
    EXPECT_FALSE(stored.store(7, 3, 0x00ff0000, true));
    EXPECT_TRUE(stored.store(7, 3, 0xff0000ff, true));
    EXPECT_FALSE(stored.store(7, 4, 0x0000ffff, false)) << "what there was has been evicted";
    EXPECT_TRUE(stored.store(7, 4, 0xffff0000, true));
}

TEST(ByteMasks, ForgetsWhatTheCacheHasNoMore) {
    ByteMasks stored(2);
    for (std::uint64_t line = 0; line < 100; ++line) {
        EXPECT_FALSE(stored.store(line, static_cast<unsigned>(line % 8), 0xff, false));
        stored.tidy([&](std::uint64_t each, unsigned sector) {
            EXPECT_EQ(sector, each % 8);
            return each + 2 > line; // the line has two sectors
        });
        EXPECT_LE(stored.size(), 4U);
        if (line == 0) continue;
        EXPECT_TRUE(stored.store(line - 1, static_cast<unsigned>((line - 1) % 8), 0xffffff00, true))
            << "of line " << line - 1 << " it knew the first bytes";
    }
}

} // namespace
} // namespace hitmap
