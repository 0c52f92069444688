#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace hitmap::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class DealBlocksTest : public testing::Test {
protected:
    void trace(const std::string& name, const std::string& options) {
        ASSERT_EQ(
            folder_.hitmap("trace builtin:teapot?triangles=600 --resolution 32x32 -o " + name + " " + options)
                .status,
            0);
    }
    nlohmann::json json_of(const std::string& arguments) const {
        const Outcome outcome = folder_.hitmap(arguments + " --json");
        EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
        return outcome.status == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
    }
    TemporaryFolder folder_;
};

TEST_F(DealBlocksTest, TheNumbersAreThoseOfATraceWithThatManySms) {
    trace("two.hmt", "--kernel pixel --sms 2 --warps-per-sm 1");
    trace("three.hmt", "--kernel pixel --sms 3 --warps-per-sm 1");
    const nlohmann::json dealt = json_of("simulate two.hmt --model hierarchy --deal-blocks 3");
    const nlohmann::json traced = json_of("simulate three.hmt --model hierarchy");
    for (const char* part : {"l1", "l2", "elements", "allocations", "traffic"})
        EXPECT_EQ(dealt[part], traced[part]) << part;
    EXPECT_EQ(dealt["sms"]["recorded"], 2);
    EXPECT_EQ(dealt["sms"]["simulated"], 3);
    EXPECT_EQ(dealt["sms"]["gpu"], 68);
    EXPECT_FALSE(dealt.contains("estimates"));
    EXPECT_EQ(json_of("simulate two.hmt --model sdcm --deal-blocks 3")["l1"],
              json_of("simulate three.hmt --model sdcm")["l1"]);
}

TEST_F(DealBlocksTest, TheSmsCanBeThoseOfTheGpu) {
    trace("t.hmt", "--sms 2 --warps-per-sm 4");
    const Outcome text = folder_.hitmap("simulate t.hmt --model hierarchy --deal-blocks gpu");
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.err, HasSubstr("t.hmt: its thread blocks, recorded on 2 SMs, are dealt to 68\n"));
    EXPECT_THAT(text.out, HasSubstr("Thread blocks, recorded on 2 SMs, were dealt to 68.\n"));
    EXPECT_THAT(text.out, HasSubstr("Estimate, by dealing the blocks again: each warp keeps the pixels that "
                                    "it took on 2 SMs.\n"));
    EXPECT_THAT(text.out, Not(HasSubstr("while the GPU has")));
    EXPECT_THAT(folder_.hitmap("simulate t.hmt --model hierarchy").out,
                HasSubstr("simulated with the 2 SMs of the recording, while the GPU has 68"));
    const Outcome without = folder_.hitmap("simulate t.hmt --deal-blocks gpu");
    EXPECT_EQ(without.status, 2);
    EXPECT_THAT(without.err, HasSubstr("--deal-blocks gpu: expected with --model hierarchy"));
    EXPECT_EQ(folder_.hitmap("simulate t.hmt --deal-blocks 0").status, 2);
    EXPECT_EQ(folder_.hitmap("simulate t.hmt --deal-blocks many").status, 2);
}

TEST_F(DealBlocksTest, AGpuCanBeThatOfAFileWhoseNameIsNotKnown) {
    trace("t.hmt", "--sms 2 --warps-per-sm 4");
    nlohmann::json preset = json_of("presets turing-rtx2080ti");
    preset["name"] = "own-gpu";
    preset["device"]["sms"]["value"] = 40;
    folder_.write("own.json", preset.dump());
    EXPECT_EQ(json_of("simulate t.hmt --model hierarchy --preset own.json")["sms"]["gpu"], 40);
    for (const char* command : {"compare t.hmt t.hmt --model hierarchy", "findings t.hmt t.hmt"})
        EXPECT_EQ(json_of(std::string(command) + " --preset own.json")["waiting"],
                  "B waits as long for memory as A.")
            << command;
}

TEST_F(DealBlocksTest, OneSideOfAComparisonCanHaveOthers) {
    trace("t.hmt", "--sms 2 --warps-per-sm 4");
    const nlohmann::json json = json_of("compare t.hmt t.hmt --model hierarchy --deal-blocks-b 3");
    EXPECT_FALSE(json["a"].contains("deal_blocks"));
    EXPECT_EQ(json["b"]["deal_blocks"], "3 SMs, recorded on 2");
    EXPECT_THAT(json["b"]["estimates"], ElementsAre(HasSubstr("each warp keeps the pixels")));
    EXPECT_THAT(json["summary"].get<std::string>(),
                HasSubstr("The numbers of B are an estimate, by dealing"));
    EXPECT_EQ(json["costs"]["requests"]["a"], json["costs"]["requests"]["b"]) << "the same work";
    EXPECT_EQ(json["same_work"], true);
    // Frames are not the same share of the work, since the order is another.
    const nlohmann::json frames =
        json_of("compare t.hmt t.hmt --model hierarchy --deal-blocks-b 3 --frames 4 --frame 1");
    EXPECT_EQ(frames["frames_matched_by"], "pixels");
}

TEST_F(DealBlocksTest, WhatIsExportedSaysSo) {
    trace("t.hmt", "--sms 2 --warps-per-sm 4");
    const Outcome outcome = folder_.hitmap("export t.hmt --metrics m.csv --deal-blocks 3");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto provenance = nlohmann::json::parse(folder_.read("m.csv.json"));
    EXPECT_EQ(provenance["recording"]["options"]["deal-blocks"], "3 SMs, recorded on 2");
}

} // namespace
} // namespace hitmap::test
