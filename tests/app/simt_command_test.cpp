#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

/// Two warps on two SMs: a load of 32, one of 8 and one of 32 lanes.
std::string three_requests() {
    std::string text = "sm,warp,lane,address,bytes,operation,line\n";
    for (int lane = 0; lane < 32; ++lane)
        text += fmt::format("0,0,{},{:#x},4,load,a.cu:7\n", lane, 65536 + lane * 4);
    for (int lane = 0; lane < 8; ++lane)
        text += fmt::format("0,0,{},{:#x},4,load,a.cu:9\n", lane, 65536 + lane * 4);
    for (int lane = 0; lane < 32; ++lane)
        text += fmt::format("1,0,{},{:#x},4,load,a.cu:9\n", lane, 65536 + lane * 4);
    return text;
}

TEST(SimtCommand, PrintsTheEfficiencyTheHistogramAndATable) {
    const TemporaryFolder folder;
    folder.write("three.csv", three_requests());
    EXPECT_EQ(folder.hitmap("simt three.csv --by line").out,
              R"(SIMT efficiency 75.0 % = 72 active lanes of 96 = 32 x 3 requests

active lanes        requests    share
           8               1   33.3 %
          32               2   66.7 %

Source line                       efficiency      requests    active lanes  inactive lanes    share
a.cu:7                               100.0 %             1              32               0    0.0 %
a.cu:9                                62.5 %             2              40              24  100.0 %
)");
    EXPECT_THAT(folder.hitmap("simt three.csv --frames 2").out, HasSubstr(R"(
Frame                             efficiency      requests    active lanes  inactive lanes    share
0                                    100.0 %             1              32               0    0.0 %
1                                     62.5 %             2              40              24  100.0 %
)"));
    EXPECT_THAT(
        folder.hitmap("simt three.csv --by ray-kind").out,
        HasSubstr("\nNot known by ray-kind: the recording has no lane tags, which say what a lane works "
                  "on.\n"));
    EXPECT_THAT(folder.hitmap("simt three.csv --requests 1:2").out, HasSubstr("SIMT efficiency 25.0 % = 8 "));
}

TEST(SimtCommand, WarpsOfEightLanes) {
    const TemporaryFolder folder;
    folder.write("fan.obj", "v -1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Outcome traced =
        folder.hitmap("trace fan.obj -o t.hmt --resolution 16x8 --sms 2 --warp-size 8 --blocks");
    ASSERT_EQ(traced.status, 0) << traced.err;
    EXPECT_THAT(folder.hitmap("info t.hmt").out,
                HasSubstr("2 SMs, 32 warps resident on each, 8 lanes in a warp\n"));
    const auto info = nlohmann::json::parse(folder.hitmap("info t.hmt --json").out);
    EXPECT_EQ(info["device"]["warp_size"], 8);
    const auto simt = nlohmann::json::parse(folder.hitmap("simt t.hmt --json").out);
    EXPECT_EQ(simt["warp_size"], 8);
    EXPECT_EQ(simt["histogram"].size(), 9U);
    EXPECT_EQ(simt["efficiency"].get<double>(),
              simt["active_lanes"].get<double>() / (8 * simt["requests"].get<double>()));
    const auto& blocks = simt["blocks"];
    const auto& inactive = blocks["inactive"];
    EXPECT_EQ(inactive["early_return"].get<std::uint64_t>() + inactive["call"].get<std::uint64_t>() +
                  inactive["control_flow"].get<std::uint64_t>(),
              8 * blocks["instructions"].get<std::uint64_t>() -
                  blocks["active_lane_instructions"].get<std::uint64_t>());
    EXPECT_THAT(folder.hitmap("export t.hmt --traceg out").err,
                HasSubstr("expected warps of 32 lanes for a trace, found 8"));
    EXPECT_THAT(folder.hitmap("trace fan.obj -o t.hmt --warp-size 12").err,
                HasSubstr("--warp-size: expected 8|16|32, found '12'"));
}

TEST(SimtCommand, JsonHasTheKeysOfItsContract) {
    const TemporaryFolder folder;
    folder.write("three.csv", three_requests());
    const Outcome outcome = folder.hitmap("simt three.csv --by sm --json");
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["requests"], 3);
    EXPECT_EQ(json["active_lanes"], 72);
    EXPECT_EQ(json["warp_size"], 32);
    EXPECT_EQ(json["efficiency"], 0.75);
    ASSERT_EQ(json["histogram"].size(), 33U);
    EXPECT_EQ(json["histogram"][8], 1);
    EXPECT_EQ(json["histogram"][32], 2);
    ASSERT_EQ(json["sms"].size(), 2U);
    EXPECT_EQ(json["sms"][0]["name"], "0");
    EXPECT_EQ(json["sms"][0]["requests"], 2);
    EXPECT_EQ(json["sms"][0]["active_lanes"], 40);
    EXPECT_EQ(json["sms"][0]["efficiency"], 0.625);
    EXPECT_EQ(json["sms"][0]["histogram"][8], 1);
    const auto kinds = nlohmann::json::parse(folder.hitmap("simt three.csv --by ray-kind --json").out);
    EXPECT_TRUE(kinds["ray_kinds"].is_null());
}

TEST(SimtCommand, AProgramOfACpuHasWarpsOfOneLane) {
    const TemporaryFolder folder;
    folder.write("a.lackey", "I  0023C790,2\n L 1ffeffe7e0,8\nI  0023C792,2\n S 1ffeffe7e8,8\n");
    EXPECT_EQ(folder.hitmap("import a.lackey -o a.hmt").status, 0);
    const auto json = nlohmann::json::parse(folder.hitmap("simt a.hmt --json").out);
    EXPECT_EQ(json["warp_size"], 1);
    EXPECT_EQ(json["efficiency"], 1.0);
    EXPECT_EQ(json["histogram"], nlohmann::json({0, 2}));
}

class SimtOfTrace : public TracedFan {};

TEST_F(SimtOfTrace, EachTableAddsUp) {
    const auto all = json("simt fan.hmt");
    for (const auto& [by, plural] :
         {std::pair{"launch", "launches"}, std::pair{"kernel", "kernels"}, std::pair{"line", "lines"},
          std::pair{"instruction", "instructions"}, std::pair{"allocation", "allocations"},
          std::pair{"ray-kind", "ray_kinds"}, std::pair{"bounce", "bounces"}, std::pair{"sm", "sms"},
          std::pair{"frame", "frames"}}) {
        const auto rows = json(fmt::format("simt fan.hmt --frames 3 --by {}", by))[plural];
        std::uint64_t lanes = 0;
        for (const auto& row : rows)
            lanes += row["active_lanes"].get<std::uint64_t>();
        EXPECT_EQ(lanes, all["active_lanes"]) << by;
    }
    const auto pixels = json("simt fan.hmt --by pixel")["pixels"];
    EXPECT_EQ(pixels.size(), 24U * 16U);
    EXPECT_EQ(pixels[25]["name"], "1,1");
    EXPECT_GT(pixels[25]["efficiency"], 0.0);
}

TEST_F(SimtOfTrace, ExportWritesAllTablesAndSaysHowTheyWereMade) {
    const Outcome outcome = folder->hitmap("export fan.hmt --simt s.csv --frames 2");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto rows = parse_csv(folder->read("s.csv"));
    const auto all = json("simt fan.hmt");
    EXPECT_EQ(rows[0].at("table"), "all");
    EXPECT_EQ(rows[0].at("requests"), all["requests"].dump());
    EXPECT_EQ(rows[0].at("requests_32"), all["histogram"][32].dump());
    std::map<std::string, int> tables;
    for (const auto& row : rows)
        ++tables[row.at("table")];
    EXPECT_EQ(tables["launch"], 1);
    EXPECT_EQ(tables["sm"], 3);
    EXPECT_EQ(tables["frame"], 2);
    EXPECT_EQ(tables["ray-kind"], 2) << "primary, and the lanes that take their first pixel";
    EXPECT_GT(tables["line"], 5);
    EXPECT_EQ(tables["pixel"], 0);
    const auto provenance = nlohmann::json::parse(folder->read("s.csv.json"));
    EXPECT_EQ(provenance["table"], "simt");
    EXPECT_EQ(provenance["recording"]["file"], "fan.hmt");
    EXPECT_EQ(provenance["frames"], 2);
}

TEST_F(SimtOfTrace, RefusesWhatItCannotCount) {
    struct Case {
        const char* arguments;
        const char* message;
    };
    for (const auto& [arguments, message] :
         {Case{"simt fan.hmt --by frame", "--by frame: expected with --frames"},
          Case{"simt fan.hmt --by face", "--by: expected launch, kernel, line, instruction"},
          Case{"simt fan.hmt --frames 0", "--frames: expected a whole number from 1 to 65536"},
          Case{"export fan.hmt --simt s.csv --ray-kind primary",
               "--simt: is of everything; found rays of kind primary"},
          Case{"export fan.hmt --simt fan.hmt", "--simt"}}) {
        const Outcome outcome = folder->hitmap(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(message));
    }
}

} // namespace
} // namespace hitmap::test
