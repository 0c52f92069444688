#include "core/trace/formats/accelsim/block_schedule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::accelsim {
namespace {

/// Runs blocks, given by the numbers of requests of their warps, and returns "SM:block.warp(slot)" of each
/// turn.
std::string turns(BlockSchedule schedule, const std::vector<std::vector<std::uint64_t>>& blocks) {
    std::string text;
    const auto turn = [&] {
        const auto next = schedule.next();
        if (!next) return false;
        text += fmt::format("{}:{}.{}({}){} ", next->sm, next->block, next->warp, next->slot,
                            next->block_ends ? "!" : "");
        return true;
    };
    for (std::uint32_t block = 0; block < blocks.size(); ++block) {
        auto place = schedule.free_place();
        for (; !place; place = schedule.free_place())
            turn();
        schedule.start(*place, block, blocks[block]);
    }
    while (turn()) {
    }
    return text;
}

TEST(BlockSchedule, SmsTakeTurnsAndSoDoTheirWarps) {
    EXPECT_EQ(turns({2, 1, 2}, {{2, 1}, {1, 2}}), "0:0.0(0) 1:1.0(0) 0:0.1(1) 1:1.1(1) 0:0.0(0)! 1:1.1(1)! ");
}

/// Memory grows with the blocks and not with the places for them.
TEST(BlockSchedule, ManyPlacesAreFree) {
    EXPECT_EQ(turns({1U << 16, 1U << 16, 1}, {{1}, {1}}), "0:0.0(0)! 1:1.0(0)! ");
}

TEST(BlockSchedule, BlocksFillTheSmsInTurnFirst) {
    EXPECT_EQ(turns({2, 2, 1}, {{1}, {1}, {1}, {1}}), "0:0.0(0)! 1:1.0(0)! 0:2.0(1)! 1:3.0(1)! ");
}

TEST(BlockSchedule, TheNextBlockGoesWhereOneHasEnded) {
    EXPECT_EQ(turns({2, 1, 1}, {{3}, {1}, {2}, {1}}),
              "0:0.0(0) 1:1.0(0)! 0:0.0(0) 1:2.0(0) 0:0.0(0)! 1:2.0(0)! 0:3.0(0)! ");
}

TEST(BlockSchedule, ABlockWithoutRequestsTakesNoPlace) {
    EXPECT_EQ(turns({1, 1, 2}, {{0, 0}, {0, 1}, {0, 0}}), "0:1.1(1)! ");
}

TEST(BlockSchedule, ARecordedSmIsKept) {
    BlockSchedule schedule(4, 1, 1);
    schedule.start(*schedule.free_place_on(3), 7, std::vector<std::uint64_t>{1});
    EXPECT_EQ(schedule.free_place_on(3), std::nullopt);
    const auto turn = schedule.next();
    ASSERT_TRUE(turn);
    EXPECT_EQ(turn->sm, 3U);
    EXPECT_EQ(turn->block, 7U);
    EXPECT_EQ(schedule.free_place_on(3), (BlockPlace{3, 0}));
}

} // namespace
} // namespace hitmap::accelsim
