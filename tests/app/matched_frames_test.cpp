#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/app/program.h"
#include "tests/cache/text_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// One mesh with two trees, of which the second needs more accesses for each pixel.
class MatchedFrames : public testing::Test {
protected:
    void SetUp() override {
        for (const char* tree : {"sah", "median"})
            ASSERT_EQ(
                folder_
                    .hitmap(std::string("trace builtin:statue?triangles=3000 --resolution 48x48 --sms 2 "
                                        "--warps-per-sm 4 --bvh ") +
                            tree + " -o " + tree + ".hmt")
                    .status,
                0);
    }
    nlohmann::json compared(const std::string& options) const {
        const Outcome outcome = folder_.hitmap("compare sah.hmt median.hmt --json " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    }
    std::string text(const std::string& options) const {
        return folder_.hitmap("compare sah.hmt median.hmt " + options).out;
    }
    TemporaryFolder folder_;
};

TEST_F(MatchedFrames, HoldTheSamePixelsByDefault) {
    std::uint64_t pixels_a = 0;
    std::uint64_t pixels_b = 0;
    std::uint64_t end_a = 0;
    std::uint64_t end_b = 0;
    for (int frame = 0; frame < 4; ++frame) {
        const nlohmann::json json = compared("--frames 4 --frame " + std::to_string(frame));
        EXPECT_EQ(json["frames_matched_by"], "pixels");
        EXPECT_EQ(json["same_work"], true);
        EXPECT_EQ(json["a"]["first"], end_a) << "frames follow each other";
        EXPECT_EQ(json["b"]["first"], end_b);
        end_a = json["a"]["first"].get<std::uint64_t>() + json["a"]["count"].get<std::uint64_t>();
        end_b = json["b"]["first"].get<std::uint64_t>() + json["b"]["count"].get<std::uint64_t>();
        const nlohmann::json& pixel = json["elements"]["pixel"]["accesses"];
        pixels_a += pixel["a"].get<std::uint64_t>();
        pixels_b += pixel["b"].get<std::uint64_t>();
        // Pixels that finish at one position may be on either side of the end of a frame.
        EXPECT_NEAR(static_cast<double>(pixels_a), static_cast<double>(pixels_b), 1.0) << frame;
    }
    EXPECT_EQ(pixels_a, 48U * 48U);
    const std::string matched = text("--frames 4 --frame 1");
    EXPECT_THAT(matched, HasSubstr("The frames are matched by work"));
    EXPECT_THAT(matched, Not(HasSubstr("different work")));
}

TEST_F(MatchedFrames, ByPositionAreOfDifferentWorkAndSaySoFirst) {
    const nlohmann::json json = compared("--frames 4 --frame 1 --match position");
    EXPECT_EQ(json["frames_matched_by"], "position");
    EXPECT_EQ(json["same_work"], false);
    EXPECT_EQ(text("--frames 4 --frame 1 --match position").rfind("A and B are of different work", 0), 0U);
    EXPECT_TRUE(compared("")["frames_matched_by"].is_null()) << "the whole recordings";
    EXPECT_EQ(compared("")["same_work"], true);
}

/// A recording of two launches of four warps. A warp of the first launch reads `boxes` boxes, one of the
/// second two boxes; then both read a face, and may write a pixel.
void write_launches(const std::filesystem::path& path, std::uint32_t launches, int boxes,
                    bool writes_pixels) {
    constexpr std::uint32_t faces = 8;
    RecordingInfo info = strip_info(faces);
    info.device = {"device", 4, 8};
    info.launches.clear();
    info.scene.width = 4;
    info.scene.height = 2;
    const auto scene = strip_scene(faces);
    scene->width = 4;
    scene->height = 2;
    scene->boxes.assign(faces, Aabb{glm::vec3(0.0F), glm::vec3(1.0F)});
    std::string text;
    for (std::uint32_t launch = 0; launch < launches; ++launch)
        for (int warp = 0; warp < 4; ++warp) {
            const std::string begin = std::to_string(launch) + ":" + std::to_string(warp) + " 0 ";
            for (int box = 0; box < (launch == 0 ? boxes : 2); ++box)
                text += begin + "boxes " + std::to_string(box) + "\n";
            text += begin + "faces " + std::to_string(warp) + "\n";
            if (writes_pixels) text += begin + "+image " + std::to_string(warp) + "\n";
        }
    MemorySource requests(info, scene);
    add_requests(requests, text);
    const auto sink = write_hmt(create_file(path.string()), {});
    sink->begin(info, scene.get());
    std::uint32_t begun = 0;
    RequestBlock block;
    while (requests.next(block, {}))
        for (const RequestBlock::Entry& entry : block.entries) {
            while (begun <= entry.launch) {
                sink->begin_launch({});
                ++begun;
            }
            Request request;
            request.launch = entry.launch;
            request.warp = entry.warp;
            request.instruction = entry.instruction;
            request.mask = entry.mask;
            request.address[0] = block.addresses_of(entry).front();
            sink->add(request);
        }
    sink->finish();
}

TEST(MatchedLaunches, EndTogether) {
    const TemporaryFolder folder;
    write_launches(folder.path() / "a.hmt", 2, 2, true); // 16 accesses in each launch
    write_launches(folder.path() / "b.hmt", 2, 6, true); // 32 and 16
    const Outcome outcome = folder.hitmap("compare a.hmt b.hmt --json --frames 2 --frame 0");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const nlohmann::json json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["frames_matched_by"], "launch");
    EXPECT_EQ(json["same_work"], true);
    EXPECT_EQ(json["a"]["count"], 16);
    EXPECT_EQ(json["b"]["count"], 32) << "a half of B would be 24";
    EXPECT_THAT(
        folder.hitmap("compare a.hmt b.hmt --frames 2 --frame 0").out,
        HasSubstr("both begin and end in the same launch, where the same share of its pixels or warps is "
                  "finished"));
    // Within the second launch: a warp of four.
    const nlohmann::json quarter =
        nlohmann::json::parse(folder.hitmap("compare a.hmt b.hmt --json --frames 8 --frame 4").out);
    EXPECT_EQ(quarter["a"]["first"], 16);
    EXPECT_EQ(quarter["b"]["first"], 32);
    EXPECT_EQ(quarter["b"]["count"], 4);
}

TEST(MatchedWarps, AreUsedWherePixelsAreNotKnown) {
    const TemporaryFolder folder;
    write_launches(folder.path() / "a.hmt", 1, 2, false); // 3 accesses of each of four warps
    write_launches(folder.path() / "b.hmt", 1, 6, false); // 7
    const Outcome outcome = folder.hitmap("compare a.hmt b.hmt --json --frames 4 --frame 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const nlohmann::json json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["frames_matched_by"], "warps");
    EXPECT_EQ(json["a"]["first"], 3);
    EXPECT_EQ(json["b"]["first"], 7);
    EXPECT_EQ(json["b"]["count"], 7);
}

} // namespace
} // namespace hitmap::test
