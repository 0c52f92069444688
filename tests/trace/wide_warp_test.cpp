#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/recorder/recorder.h"
#include "tests/trace/import/imported.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string said =
    "option 'import-warning' = 'warps of 64 lanes, each of which is recorded as two of 32";

/// Two warps of 64 lanes, the second of which has no active lane above 31.
TEST(WideWarps, OfATableBecomeTwoWarps) {
    std::string rows = "sm,warp,lane,address,bytes,operation\n";
    for (int lane = 0; lane < 64; ++lane)
        rows += fmt::format("0,5,{},{:#x},4,load\n", lane, 0x1000 + 4 * lane);
    rows += "0,6,3,0x2000,4,load\n0,5,40,0x3000,4,store\n0,5,41,0x3004,4,store\n";
    const std::string text = imported({{"a.csv", rows}});
    EXPECT_THAT(text, HasSubstr(said + ": 1'\n"));
    EXPECT_THAT(text, HasSubstr("device 'not known', 1 SMs of 3 warps\n"));
    EXPECT_THAT(text, HasSubstr("4 requests, 67 lane accesses"));
    EXPECT_THAT(text, HasSubstr("warp 0 in 0, instruction 0, mask ffffffff: 0x1000 0x1004 "));
    EXPECT_THAT(text, HasSubstr("warp 1 in 1, instruction 0, mask ffffffff: 0x1080 0x1084 "));
    EXPECT_THAT(text, HasSubstr("warp 2 in 2, instruction 0, mask 00000008: 0x2000\n"
                                "request: launch 0, SM 0, warp 1 in 1, instruction 1, mask 00000300: 0x3000 "
                                "0x3004\n"));
    EXPECT_THAT(imported({{"a.csv", "sm,warp,lane,address,bytes,operation\n0,0,31,0,4,load\n"}}),
                Not(HasSubstr("64 lanes")));
    EXPECT_THAT(imported({{"a.csv", "sm,warp,lane,address,bytes,operation\n0,0,64,0,4,load\n"}}),
                HasSubstr("line 2: expected a lane from 0 to 63, found '64'"));
}

class FreeWideRecorder {
public:
    void operator()(hmt_recorder* recorder) const { hmt_free(recorder); }
};
using WideRecorder = std::unique_ptr<hmt_recorder, FreeWideRecorder>;

WideRecorder begun(const std::string& path, std::uint32_t warp_size) {
    WideRecorder recorder(hmt_open(path.c_str()));
    hmt_instruction load{};
    load.bytes_per_lane = 4;
    hmt_launch launch{};
    launch.kernel = "k";
    launch.grid[0] = launch.grid[1] = launch.grid[2] = 1;
    launch.block[0] = 128;
    launch.block[1] = launch.block[2] = 1;
    hmt_set_warp_size(recorder.get(), warp_size);
    hmt_add_instruction(recorder.get(), &load);
    hmt_block block{};
    block.instructions = 3;
    hmt_add_block(recorder.get(), &block);
    for (const hmt_ray_event event : {HMT_RAY_TRACED, HMT_RAY_COMMITTED, HMT_RAY_MISSED}) {
        hmt_ray_place place{};
        place.event = event;
        hmt_add_ray_place(recorder.get(), &place);
    }
    hmt_begin_launch(recorder.get(), &launch);
    return recorder;
}

hmt_wide_request wide_request(std::uint32_t warp, std::uint64_t mask) {
    hmt_wide_request request{};
    request.warp = request.slot = warp;
    request.mask = mask;
    for (std::uint64_t lane = 0; lane < 64; ++lane)
        request.address[lane] = 0x1000 + 4 * lane;
    return request;
}

TEST(WideWarps, OfARecorderBecomeTwoWarps) {
    const std::string path = (std::filesystem::path(testing::TempDir()) / "hitmap_wide_warps.hmt").string();
    {
        const WideRecorder recorder = begun(path, 64);
        const hmt_wide_request both = wide_request(1, std::uint64_t{1} << 40 | 2U);
        const hmt_wide_request upper = wide_request(0, std::uint64_t{3} << 62);
        hmt_tag tags[3]{};
        for (std::uint32_t i = 0; i < 3; ++i)
            tags[i].work_item = 7 + i;
        hmt_add_wide_tags(recorder.get(), 0, 1, std::uint64_t{1} << 40 | 6U, tags);
        hmt_execution event{};
        event.warp = event.slot = 1;
        hmt_add_wide_execution(recorder.get(), &event, both.mask);
        hmt_ray_lanes lanes{};
        lanes.warp = lanes.slot = 1;
        hmt_ray rays[3] = {};
        hmt_ray_hit hits[3] = {};
        for (std::uint32_t i = 0; i < 3; ++i)
            rays[i].flags = hits[i].primitive = 7 + i;
        const std::uint64_t three = std::uint64_t{1} << 40 | 6U;
        hmt_add_wide_ray(recorder.get(), &lanes, three, rays);
        lanes.place = 1;
        hmt_add_wide_ray_hit(recorder.get(), &lanes, three, hits);
        lanes.place = 2;
        hmt_add_wide_ray_hit(recorder.get(), &lanes, three, nullptr);
        hmt_add_wide_request(recorder.get(), &both);
        hmt_add_wide_request(recorder.get(), &upper);
        ASSERT_EQ(hmt_close(recorder.get()), 0) << hmt_error(recorder.get());
    }
    const HmtFile file(open_file(path));
    ThreadPool pool(1);
    file.validate(pool);
    const std::string text = recording_text(file);
    EXPECT_THAT(text, HasSubstr(said + "'\n"));
    EXPECT_THAT(text, HasSubstr("request: launch 0, SM 0, warp 2 in 2, instruction 0, mask 00000002: 0x1004\n"
                                "request: launch 0, SM 0, warp 3 in 3, instruction 0, mask 00000100: 0x10a0\n"
                                "request: launch 0, SM 0, warp 1 in 1, instruction 0, mask c0000000: 0x10f8 "
                                "0x10fc\n"));
    EXPECT_THAT(text,
                HasSubstr("rays committed before 0: launch 0, SM 0, warp 2 in 2, place 1, mask 00000006\n"
                          "  triangle 7 of geometry 0 of instance 0 at 00000000\n"
                          "  triangle 8 of geometry 0 of instance 0 at 00000000\n"
                          "rays committed before 0: launch 0, SM 0, warp 3 in 3, place 1, mask 00000100\n"
                          "  triangle 9 of geometry 0 of instance 0 at 00000000\n"
                          "rays missed before 0: launch 0, SM 0, warp 2 in 2, place 2, mask 00000006\n"
                          "rays missed before 0: launch 0, SM 0, warp 3 in 3, place 2, mask 00000100\n"));
    RayEvents rays;
    file.read_rays(0, rays);
    ASSERT_EQ(rays.rays.size(), 3U);
    EXPECT_EQ(rays.rays[2].flags, 9U);
    EXPECT_EQ(rays.events[1].warp, 3U);
    const auto tags = file.read_lane_tags();
    ASSERT_EQ(tags.size(), 3U);
    EXPECT_EQ(tags[2].warp, 3U);
    EXPECT_EQ(tags[2].lane, 8U);
    EXPECT_EQ(tags[2].tag.work_item, 9U);
    std::filesystem::remove(path);
}

TEST(WideWarps, ThatARecordingCannotHaveAreRefused) {
    struct WrongCall {
        std::uint32_t warp_size;
        hmt_wide_request request;
        std::string message;
    };
    const WrongCall cases[]{
        {32, wide_request(0, 1), "warp of 64 lanes: expected a warp size of 64"},
        {64, wide_request(0, 0), "warp of 64 lanes: expected an active lane, found none"},
        {64, wide_request(1U << 31U, 1),
         "warp of 64 lanes: expected a warp and a slot below 2^31, found 2147483648 and 2147483648"}};
    const std::string path = (std::filesystem::path(testing::TempDir()) / "hitmap_wide_wrong.hmt").string();
    for (const WrongCall& each : cases) {
        const WideRecorder recorder = begun(path, each.warp_size);
        EXPECT_EQ(hmt_add_wide_request(recorder.get(), &each.request), -1);
        EXPECT_EQ(hmt_error(recorder.get()), each.message);
    }
}

} // namespace
} // namespace hitmap
