#include "core/profile/models/work_match.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hitmap {
namespace {

using Positions = std::vector<std::uint64_t>;

/// Matches recordings of one launch by their pixels.
WorkMatch match_of(const Positions& a, std::uint64_t positions_a, const Positions& b,
                   std::uint64_t positions_b) {
    const FinishedWork work_a{positions_a, {{positions_a, a, {}}}};
    const FinishedWork work_b{positions_b, {{positions_b, b, {}}}};
    return {work_a, work_b, FrameMatch::pixels};
}

TEST(WorkMatch, MeetsWhereTheSameNumberOfPixelsIsFinished) {
    const WorkMatch match = match_of({10, 20, 30}, 40, {5, 50, 90}, 100);
    const std::pair<std::uint64_t, std::uint64_t> expected[] = {
        {0, 0}, {10, 5}, {20, 50}, {30, 90}, {40, 100}, {5, 3}, {15, 28}, {25, 70}, {35, 95}, {50, 100}};
    for (const auto& [in_a, in_b] : expected)
        EXPECT_EQ(match.position_in_b(in_a), in_b) << in_a;
    EXPECT_EQ(match.frame_bounds_in_b(4), (Positions{0, 5, 50, 90, 100}));
    EXPECT_EQ(match.frame_bounds_in_b(1), (Positions{0, 100}));
    EXPECT_EQ(match.window_in_b({10, 30}), (TimeWindow{5, 90}));
}

TEST(WorkMatch, OfARecordingWithItselfIsTheSameTime) {
    const Positions finished{3, 3, 9, 500, 70'000};
    const WorkMatch match = match_of(finished, 100'000, finished, 100'000);
    for (std::uint64_t position = 0; position <= 100'000; position += 7)
        ASSERT_EQ(match.position_in_b(position), position);
}

TEST(WorkMatch, ImagesOfDifferentSizesMeetAtTheSameShare) {
    const WorkMatch match = match_of({10, 20, 30, 40}, 50, {100, 200}, 300);
    EXPECT_EQ(match.position_in_b(20), 100U);
    EXPECT_EQ(match.position_in_b(40), 200U);
}

/// Pixels that finish at the same position, at the ends, and many of them.
TEST(WorkMatch, NeverGoesBack) {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 50; ++trial) {
        const auto finished = [&](std::uint64_t positions, std::size_t count) {
            Positions all;
            for (std::size_t i = 0; i < count; ++i)
                all.push_back(random() % (positions + 1));
            std::ranges::sort(all);
            return all;
        };
        const std::uint64_t a = 1 + random() % 5000;
        const std::uint64_t b = 1 + random() % 5000;
        const std::size_t count = 1 + random() % 300;
        const WorkMatch match = match_of(finished(a, count), a, finished(b, count), b);
        EXPECT_EQ(match.position_in_b(a), b);
        std::uint64_t before = 0;
        for (std::uint64_t position = 0; position <= a; ++position) {
            const std::uint64_t now = match.position_in_b(position);
            ASSERT_GE(now, before) << position;
            ASSERT_LE(now, b);
            before = now;
        }
    }
}

TEST(FinishedPixels, AreThePositionsAfterTheirLastAccesses) {
    ThreadPool pool{2};
    const test::SyntheticStream few{.accesses = 9'000, .boxes = 20, .faces = 40, .pixels = 64, .seed = 2};
    const test::SyntheticStream many{
        .accesses = 60'000, .boxes = 300, .faces = 900, .pixels = 2000, .seed = 3};
    for (const test::SyntheticStream& stream : {few, many}) {
        const auto profile = test::indexed(stream, pool);
        Positions expected;
        const std::uint64_t n = profile->positions();
        for (std::uint64_t pixel = 0; pixel < profile->element_count(pixel_kind); ++pixel) {
            const ElementSums sums = profile->element({0, n}, pixel_kind, pixel);
            if (sums.accesses != 0) expected.push_back(sums.last_access + 1);
        }
        std::ranges::sort(expected);
        const Positions found = finished_pixels(*profile);
        ASSERT_EQ(found.size(), expected.size());
        ASSERT_FALSE(found.empty());
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_NEAR(static_cast<double>(found[i]), static_cast<double>(expected[i]),
                        1.0 + static_cast<double>(n) / (1 << 23));
    }
}

} // namespace
} // namespace hitmap
