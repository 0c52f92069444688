#include "tests/app/csv_table.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

constexpr const char* trace_statue = "trace builtin:statue?triangles=2000 --resolution 24x16 --sms 2 "
                                     "--warps-per-sm 4 --rays shadow --blocks -o s.hmt";

class ExecutionCommands : public testing::Test {
protected:
    ExecutionCommands() { EXPECT_EQ(folder.hitmap(trace_statue).status, 0); }
    [[nodiscard]] nlohmann::json json(const std::string& command) const {
        const Outcome outcome = folder.hitmap(command + " --json");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    }
    TemporaryFolder folder;
};

TEST_F(ExecutionCommands, InfoAndValidateCountEvents) {
    const auto info = json("info s.hmt");
    EXPECT_GT(info["basic_blocks"], 20);
    EXPECT_GT(info["executions"], info["basic_blocks"]);
    const std::string count = info["executions"].dump();
    EXPECT_THAT(folder.hitmap("info s.hmt").out, HasSubstr("execution events " + count + " of "));
    EXPECT_THAT(folder.hitmap("validate s.hmt").out, HasSubstr("execution events: " + count + " of "));
    EXPECT_EQ(json("simt s.hmt")["blocks"]["executions"], info["executions"]);
}

TEST_F(ExecutionCommands, CutKeepsTheEventsOfItsRequests) {
    const std::uint64_t whole = json("info s.hmt")["executions"];
    EXPECT_EQ(folder.hitmap("cut s.hmt --requests :500 -o first.hmt").status, 0);
    EXPECT_EQ(folder.hitmap("cut s.hmt --requests 500: -o rest.hmt").status, 0);
    const std::uint64_t first = json("info first.hmt")["executions"];
    const std::uint64_t rest = json("info rest.hmt")["executions"];
    EXPECT_GT(first, 0U);
    EXPECT_EQ(first + rest, whole);
    EXPECT_EQ(json("info s.hmt --requests :500")["executions"], first);
    EXPECT_EQ(folder.hitmap("validate rest.hmt").status, 0);
}

TEST_F(ExecutionCommands, SimtHasTheKeysOfItsContract) {
    const auto blocks = json("simt s.hmt")["blocks"];
    const std::uint64_t active = blocks["active_lane_instructions"];
    const std::uint64_t slots = 32 * blocks["instructions"].get<std::uint64_t>();
    EXPECT_DOUBLE_EQ(blocks["efficiency"], static_cast<double>(active) / static_cast<double>(slots));
    std::uint64_t inactive = 0;
    for (const char* cause : {"early_return", "call", "control_flow"})
        inactive += blocks["inactive"][cause].get<std::uint64_t>();
    EXPECT_EQ(active + inactive, slots);
    std::uint64_t by_block = 0;
    for (const auto& row : blocks["hotspots"])
        by_block += row["active_lane_instructions"].get<std::uint64_t>();
    EXPECT_EQ(by_block, active);
    EXPECT_EQ(blocks["functions"][0]["executions"].is_number(), true);
    EXPECT_EQ(blocks["compaction"][0]["warps"], 1);
    EXPECT_EQ(blocks["compaction"][0]["executions"], blocks["executions"]);
    EXPECT_EQ(blocks["compaction"][0]["efficiency"], blocks["efficiency"]);
    EXPECT_EQ(blocks["compaction"].back()["window"], "launch");
    EXPECT_LE(blocks["compaction"].back()["calls"]["executions"],
              blocks["compaction"][0]["calls"]["executions"]);
    std::uint64_t remaining = 0;
    for (const auto& row : blocks["block_compaction"])
        if (row["window"] == "SM") remaining += row["executions"].get<std::uint64_t>();
    EXPECT_EQ(blocks["compaction"][blocks["compaction"].size() - 2]["executions"], remaining);
    std::uint64_t by_function = 0;
    for (const auto& row : blocks["inactive_by"]["functions"])
        by_function += row["early_return"].get<std::uint64_t>();
    EXPECT_EQ(blocks["inactive"]["early_return"], by_function);
    EXPECT_EQ(blocks["inactive_by"]["launches"][0]["inactive"], inactive);
    EXPECT_EQ(blocks["warps"]["count"], 8);
    EXPECT_EQ(blocks["warps"]["entries"], 8);
    std::uint64_t warps = 0;
    for (const auto& row : blocks["lifetimes"]["warp"])
        warps += row["warps"].get<std::uint64_t>();
    EXPECT_EQ(warps, 8U);
    EXPECT_FALSE(blocks["lifetimes"]["thread"].empty());
    EXPECT_EQ(blocks["paths"]["threads"], 24 * 16);
    EXPECT_EQ(blocks["paths"]["count"], blocks["paths"]["top"].size());
}

TEST_F(ExecutionCommands, SimtPrintsThemOrSaysWhyNot) {
    const std::string text = folder.hitmap("simt s.hmt").out;
    for (const char* part :
         {"\nBasic blocks: SIMT efficiency ", "\n  early return ", "\n  control flow ",
          "\nvisit_compact_node ", "\nInactive slots by cause",
          "\nUpper bound of thread compaction of single blocks", "\nUpper bound of thread compaction",
          "\nlaunch ", "\nLifetimes of threads: ", " thread paths of 384 pixels"})
        EXPECT_THAT(text, HasSubstr(part));
    EXPECT_EQ(folder.hitmap("trace builtin:statue?triangles=2000 --resolution 8x8 -o no.hmt").status, 0);
    const Outcome without = folder.hitmap("simt no.hmt");
    EXPECT_THAT(without.err, HasSubstr("Basic blocks are not known: the recording has no execution events"));
    EXPECT_FALSE(json("simt no.hmt").contains("blocks"));
}

TEST_F(ExecutionCommands, ExportWritesAFileForEachTable) {
    ASSERT_EQ(folder.hitmap("export s.hmt --simt out.csv").status, 0);
    const auto blocks = json("simt s.hmt")["blocks"];
    const auto rows = parse_csv(folder.read("out.blocks.csv"));
    EXPECT_EQ(rows.size(), blocks["hotspots"].size());
    EXPECT_EQ(rows[0].at("executions"), blocks["hotspots"][0]["executions"].dump());
    EXPECT_EQ(rows[0].at("function"), blocks["hotspots"][0]["function"].get<std::string>());
    EXPECT_EQ(parse_csv(folder.read("out.functions.csv")).size(), blocks["functions"].size());
    EXPECT_EQ(parse_csv(folder.read("out.compaction.csv")).size(), blocks["compaction"].size());
    EXPECT_EQ(parse_csv(folder.read("out.block-compaction.csv")).size(), blocks["block_compaction"].size());
    const auto inactive = parse_csv(folder.read("out.inactive.csv"));
    EXPECT_EQ(inactive.at(0).at("of"), "recording");
    EXPECT_EQ(inactive.at(0).at("call"), blocks["inactive"]["call"].dump());
    EXPECT_EQ(inactive.size(), 2 + blocks["inactive_by"]["functions"].size());
    EXPECT_EQ(parse_csv(folder.read("out.paths.csv")).size(), blocks["paths"]["top"].size());
    const auto lives = parse_csv(folder.read("out.warps.csv"));
    ASSERT_EQ(lives.size(), 8U);
    EXPECT_EQ(lives[7].at("sm"), "1");
    EXPECT_EQ(lives[7].at("slot"), "3");
    EXPECT_EQ(parse_csv(folder.read("out.lifetimes.csv"))[0].at("of"), "warp");
    EXPECT_EQ(nlohmann::json::parse(folder.read("out.csv.json"))["blocks"], blocks);
}

} // namespace
} // namespace hitmap::test
