#include "core/profile/query/time_window.h"

#include <gtest/gtest.h>

#include <random>

namespace hitmap {
namespace {

TEST(FramesName, SaysThatFramesCountFromZero) {
    EXPECT_EQ(frames_name(32, 31), "frame 31 (0 to 31)");
    EXPECT_EQ(frames_name(32, 2, 3), "frames 2 to 4 (0 to 31)");
}

TEST(FrameWindow, FollowsItsDefinition) {
    EXPECT_EQ(frame_window(10, 3, 0), (TimeWindow{0, 3}));
    EXPECT_EQ(frame_window(10, 3, 1), (TimeWindow{3, 6}));
    EXPECT_EQ(frame_window(10, 3, 2), (TimeWindow{6, 10}));
    EXPECT_EQ(frame_window(10, 1, 0), (TimeWindow{0, 10}));
    EXPECT_EQ(frame_window(2, 4, 0), (TimeWindow{0, 0})); // with more frames than positions, some are empty
    EXPECT_EQ(frame_window(2, 4, 1), (TimeWindow{0, 1}));
    EXPECT_EQ(frame_window(0, 5, 4), (TimeWindow{0, 0}));
}

TEST(FrameWindow, IsExactWhereProductsExceed64Bits) {
    constexpr std::uint64_t n = (1ULL << 40) - 1;
    constexpr std::uint64_t q = (1ULL << 40) - 3;
    // (q - 1) N / q = N - N / q with N / q = 1 + 2 / q: N - 2 after the floor.
    EXPECT_EQ(frame_window(n, q, q - 1), (TimeWindow{n - 2, n}));
    constexpr std::uint64_t most = ~0ULL;
    EXPECT_EQ(frame_window(most, most, most - 1), (TimeWindow{most - 1, most}));
    EXPECT_EQ(frame_window(most, 2, 1), (TimeWindow{most / 2, most}));
}

TEST(FrameWindow, FramesFollowOneAnotherAndCoverEverything) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200; ++i) {
        const std::uint64_t n = random() >> (random() % 64);
        const std::uint64_t q = 1 + random() % 1000;
        std::uint64_t next = 0;
        for (std::uint64_t f = 0; f < q; ++f) {
            const TimeWindow frame = frame_window(n, q, f);
            ASSERT_EQ(frame.first, next);
            ASSERT_LE(frame.first, frame.last);
            next = frame.last;
        }
        EXPECT_EQ(next, n);
    }
}

TEST(FrameOf, IsTheFrameThatHoldsThePosition) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t n = 1 + (random() >> (random() % 63 + 1));
        const std::uint64_t q = 1 + (random() >> (random() % 63 + 1));
        const std::uint64_t position = random() % n;
        const TimeWindow frame = frame_window(n, q, frame_of(n, q, position));
        ASSERT_LE(frame.first, position) << n << ' ' << q;
        ASSERT_LT(position, frame.last) << n << ' ' << q;
    }
}

TEST(Clamped, KeepsWindowsInside) {
    EXPECT_EQ(clamped({2, 5}, 10), (TimeWindow{2, 5}));
    EXPECT_EQ(clamped({2, 50}, 10), (TimeWindow{2, 10}));
    EXPECT_EQ(clamped({20, 50}, 10), (TimeWindow{10, 10}));
    EXPECT_EQ(clamped({5, 2}, 10), (TimeWindow{5, 5}));
}

} // namespace
} // namespace hitmap
