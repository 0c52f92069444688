#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
        EXPECT_EQ(json["frames_matched_by"], "work");
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

} // namespace
} // namespace hitmap::test
