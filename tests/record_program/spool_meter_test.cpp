#include "app/record_program/spool_meter.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace hitmap {
namespace {

constexpr std::uint64_t one_gib = std::uint64_t{1} << 30;

TEST(SpoolSize, IsLargeFromAQuarterOfTheRoomOn) {
    EXPECT_FALSE(is_large({0, 0}));
    EXPECT_FALSE(is_large({one_gib, 3 * one_gib}));
    EXPECT_TRUE(is_large({one_gib + 3, 3 * one_gib}));
    EXPECT_TRUE(is_large({1, 0}));
}

TEST(SpoolSize, IsLargeFromEightGibOnWhateverTheRoom) {
    EXPECT_FALSE(is_large({8 * one_gib, 1000 * one_gib}));
    EXPECT_TRUE(is_large({8 * one_gib + 1, 1000 * one_gib}));
    EXPECT_FALSE(is_large({8 * one_gib, {}})) << "the room is not known";
    EXPECT_TRUE(is_large({8 * one_gib + 1, {}}));
}

} // namespace
} // namespace hitmap
