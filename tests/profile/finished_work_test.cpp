#include "core/profile/models/finished_work.h"
#include "core/profile/models/work_match.h"
#include "tests/cache/text_recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using Positions = std::vector<std::uint64_t>;
using LaunchWork = FinishedWork::Launch;

std::string text_of(const FinishedWork& work) {
    std::string text = fmt::format("{} positions", work.positions);
    for (const LaunchWork& launch : work.launches)
        text += fmt::format("; end {}, pixels {}, warps {}", launch.end, fmt::join(launch.pixels, " "),
                            fmt::join(launch.warps, " "));
    return text;
}

FinishedWork finished_in(const std::string& requests, bool by_launch) {
    RecordingInfo info = strip_info(8);
    info.element_accesses[face_kind] = 1; // so that positions count element accesses
    MemorySource source(std::move(info), strip_scene(8));
    constexpr std::size_t block_requests = 2;
    add_requests(source, requests, block_requests);
    return finished_in_requests(source, by_launch);
}

constexpr const char* two_launches = R"(
0:0 0 faces 0 1
0:1 0 faces 2
0:0 0 +image 0 1
0:1 0 nodes 7
1:0 0 faces 0
1:0 0 +image 1
1:1 0 +image 0
)";

TEST(FinishedWork, OfLaunchesIsWhatEachAccessesLast) {
    const FinishedWork work = finished_in(two_launches, true);
    EXPECT_EQ(work.positions, 8U) << "nodes are no elements: " << text_of(work);
    ASSERT_EQ(work.launches.size(), 2U);
    EXPECT_EQ(work.launches[0], (LaunchWork{5, {4, 5}, {5, 5}}));
    EXPECT_EQ(work.launches[1], (LaunchWork{8, {7, 8}, {7, 8}}));
}

TEST(FinishedWork, OfAllLaunchesTogetherIsWhatIsAccessedLastOfAll) {
    const FinishedWork work = finished_in(two_launches, false);
    ASSERT_EQ(work.launches.size(), 1U);
    EXPECT_EQ(work.launches[0], (LaunchWork{8, {7, 8}, {5, 5, 7, 8}}))
        << "warps of launches are different warps";
}

TEST(FinishedWork, LaunchesWithoutRequestsTakeNoTime) {
    const FinishedWork work = finished_in("1:0 0 faces 0\n1:1 0 faces 1\n", true);
    ASSERT_EQ(work.launches.size(), 2U);
    EXPECT_EQ(work.launches[0], (LaunchWork{0, {}, {}}));
    EXPECT_EQ(work.launches[1], (LaunchWork{2, {}, {1, 2}}));
}

TEST(FinishedWork, LaunchesThatRanAtTheSameTimeHaveNoTimesOfTheirOwn) {
    const FinishedWork work = finished_in("0:0 0 faces 0\n1:0 0 faces 1\n0:0 0 +image 2\n", true);
    ASSERT_EQ(work.launches.size(), 1U);
    EXPECT_EQ(work.launches[0], (LaunchWork{3, {3}, {2, 3}}));
}

TEST(FinishedWork, IsMatchedInTheMostExactWayThatBothKnow) {
    const FinishedWork launches = finished_in(two_launches, true);
    const FinishedWork pixels = finished_in(two_launches, false);
    const FinishedWork warps = finished_in("0:0 0 faces 0\n0:1 0 faces 1\n", false);
    const FinishedWork one_warp = finished_in("0:0 0 faces 0\n0:0 0 faces 1\n", false);
    EXPECT_EQ(best_match(launches, launches), FrameMatch::launch);
    EXPECT_EQ(best_match(launches, pixels), FrameMatch::pixels);
    EXPECT_EQ(best_match(pixels, warps), FrameMatch::warps);
    EXPECT_EQ(best_match(warps, one_warp), FrameMatch::position) << "the end of one warp is that of all";
    EXPECT_EQ(best_match(launches, {}), FrameMatch::position);
}

TEST(FinishedWork, IsWantedByWhatTheRecordingsSay) {
    RecordingInfo one;
    one.requests = 10;
    one.launches.resize(1);
    one.element_accesses[pixel_kind] = 5;
    RecordingInfo two = one;
    two.launches.resize(2);
    RecordingInfo no_pixels = one;
    no_pixels.element_accesses[pixel_kind] = 0;
    RecordingInfo sums = one;
    sums.requests = 0;
    const auto wanted = [](const RecordingInfo& a, const RecordingInfo& b) {
        const std::vector<const RecordingInfo*> infos{&a, &b};
        return wanted_match(infos);
    };
    EXPECT_EQ(wanted(two, two), FrameMatch::launch);
    EXPECT_EQ(wanted(one, two), FrameMatch::pixels) << "not as many launches";
    EXPECT_EQ(wanted(one, one), FrameMatch::pixels);
    EXPECT_EQ(wanted(one, no_pixels), FrameMatch::warps);
    EXPECT_EQ(wanted(one, sums), FrameMatch::position);
}

TEST(WorkMatch, OfLaunchesEndsThemTogether) {
    const FinishedWork a{40, {{10, {4, 8}, {}}, {40, {}, {20, 40}}}};
    const FinishedWork b{40, {{30, {20, 30}, {}}, {40, {}, {35, 40}}}};
    const WorkMatch match(a, b, FrameMatch::launch);
    EXPECT_EQ(match.by(), FrameMatch::launch);
    const std::pair<std::uint64_t, std::uint64_t> expected[] = {{0, 0},   {4, 20},  {8, 30}, {10, 30},
                                                                {20, 35}, {30, 38}, {40, 40}};
    for (const auto& [in_a, in_b] : expected)
        EXPECT_EQ(match.position_in_b(in_a), in_b) << in_a;
    EXPECT_EQ(match.frame_bounds_in_b(4), (Positions{0, 30, 35, 38, 40}));
}

TEST(WorkMatch, OfWarpsMeetsWhereTheSameShareOfThemIsFinished) {
    const FinishedWork a = finished_in("0:0 0 faces 0\n0:1 0 faces 1\n", false);
    const FinishedWork b = finished_in("0:0 0 faces 0 1 2\n0:1 0 faces 1\n", false);
    const WorkMatch match(a, b, best_match(a, b));
    EXPECT_EQ(match.by(), FrameMatch::warps);
    EXPECT_EQ(match.frame_bounds_in_b(2), (Positions{0, 3, 4}));
}

} // namespace
} // namespace hitmap
