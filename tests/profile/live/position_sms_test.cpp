#include "core/profile/live/position_sms.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace hitmap {
namespace {

/// Blocks of random requests, of which some have no accesses, and the SM of each access.
struct RandomBlocks {
    std::vector<AccessBlock> blocks;
    std::vector<std::uint32_t> sms; ///< [positions]

    explicit RandomBlocks(unsigned seed) {
        std::mt19937 engine(seed);
        const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
        for (int b = 0; b < 4; ++b) {
            AccessBlock& block = blocks.emplace_back();
            RequestBlock& requests = block.writable_requests();
            const std::uint32_t count = random() % 40;
            for (std::uint32_t i = 0; i < count; ++i) {
                requests.entries.emplace_back().sm = random() % 3 == 0 ? 65535 : random() % 7;
                for (unsigned lane = random() % 4 == 0 ? 32 : random() % 33; lane < 32; ++lane) {
                    block.accesses.push_back({lane, face_kind, static_cast<std::uint8_t>(lane), 0, i});
                    sms.push_back(requests.entries.back().sm);
                }
            }
            block.see_all();
        }
    }
};

TEST(PositionSms, AreThoseOfTheRequests) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const RandomBlocks random(seed);
        PositionSms sms;
        for (const AccessBlock& block : random.blocks)
            sms.add(block);
        sms.finish();
        ASSERT_EQ(sms.positions(), random.sms.size());
        for (std::size_t i = 0; i < random.sms.size(); ++i)
            ASSERT_EQ(sms.sm_at(i), random.sms[i]) << "position " << i << ", seed " << seed;
    }
}

TEST(PositionSms, OfNoAccessesAreNone) {
    AccessBlock block;
    block.writable_requests().entries.emplace_back().sm = 3;
    block.see_all();
    PositionSms sms;
    sms.add(block);
    EXPECT_EQ(sms.positions(), 0U);
    EXPECT_EQ(sms.sms(), 0U);
}

} // namespace
} // namespace hitmap
