#include "tests/app/csv_table.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class FindingsCommand : public testing::Test {
protected:
    void SetUp() override {
        const Outcome traced =
            folder_.hitmap("trace builtin:teapot?triangles=2000 -o pot.hmt --resolution 24x24 "
                           "--sms 2 --warps-per-sm 8 --bvh median");
        ASSERT_EQ(traced.status, 0) << traced.err;
    }
    nlohmann::json printed(const std::string& arguments) const {
        const Outcome outcome = folder_.hitmap(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    }
    TemporaryFolder folder_;
};

TEST_F(FindingsCommand, HaveTheNumbersOfSimulateAndOfTheCommandThatTheyName) {
    const std::string caches = " --l1 8KiB:128/32:16 --l2 128KiB:128/32:16";
    const nlohmann::json found = printed("findings pot.hmt --json" + caches);
    EXPECT_EQ(found["model"], "hierarchy");
    EXPECT_EQ(found["preset"], "turing-rtx2080ti");
    EXPECT_EQ(found["l1"], "8KiB:128/32:16");
    const nlohmann::json& first = found["findings"].at(0);
    ASSERT_EQ(first["gain"]["change"], "bvh sah") << first["text"];
    EXPECT_EQ(first["what"]["kind"], "allocation");
    EXPECT_EQ(first["view"]["panel"], "traffic");
    // The command makes the change as it stands there.
    const auto command = first["gain"]["command"].get<std::string>();
    EXPECT_EQ(command, "hitmap trace 'builtin:teapot?triangles=2000' -o OUT.hmt --resolution 24x24 --sms 2 "
                       "--warps-per-sm 8");
    ASSERT_EQ(folder_.hitmap(command.substr(std::string("hitmap ").size())).status, 0);
    const nlohmann::json compared = printed("compare pot.hmt OUT.hmt --model hierarchy --json" + caches);
    const std::string metric = first["metric"];
    const nlohmann::json& difference = compared["costs"][metric];
    EXPECT_EQ(first["gain"]["amount"].get<double>(), -difference["difference"].get<double>()) << compared;
    EXPECT_EQ(first["gain"]["exact"], true);
}

TEST_F(FindingsCommand, NameWhoEvictsAsTheMatrixCountsItAndTheOptimumOfSimulate) {
    const std::string caches = " --model hierarchy --l1 8KiB:128/32:16 --l2 128KiB:128/32:16";
    const nlohmann::json found = printed("findings pot.hmt --json" + caches);
    ASSERT_EQ(folder_.hitmap("export pot.hmt --evictions who.csv" + caches).status, 0);
    const auto matrix = parse_csv(folder_.read("who.csv"));
    const nlohmann::json simulated = printed("simulate pot.hmt --optimum --json" + caches);
    std::size_t compared = 0;
    for (const nlohmann::json& finding : found["findings"]) {
        const nlohmann::json& by = finding["evicted_by"];
        if (by.is_null()) continue;
        ++compared;
        std::uint64_t all = 0;
        std::uint64_t most = 0;
        for (const auto& row : matrix) {
            if (row.at("kind") != "allocation" || row.at("level") != by["level"] ||
                row.at("evicted") != finding["what"]["name"])
                continue;
            all += std::stoull(row.at("evictions"));
            most = std::max<std::uint64_t>(most, std::stoull(row.at("evictions")));
            if (row.at("evicted_by") == by["allocation"].get<std::string>()) {
                EXPECT_EQ(row.at("evictions"), std::to_string(by["evictions"].get<std::uint64_t>()));
                EXPECT_EQ(row.at("asked_again"), std::to_string(by["asked_again"].get<std::uint64_t>()));
            }
        }
        EXPECT_EQ(by["of"], all);
        EXPECT_EQ(by["evictions"], most);
        const std::string level = by["level"] == "L1" ? "l1" : "l2";
        for (const nlohmann::json& allocation : simulated[level]["optimum"]["allocations"]) {
            if (allocation["name"] != finding["what"]["name"]) continue;
            for (const char* const count : {"lookups", "hits", "optimal_hits"})
                EXPECT_EQ(finding["optimum"][count], allocation[count]) << count;
        }
    }
    EXPECT_GE(compared, 2U);
}

TEST_F(FindingsCommand, NameTheStackIfItCostsMuch) {
    const nlohmann::json found = printed("findings pot.hmt --json --l1 8KiB:128/32:16 --l2 128KiB:128/32:16");
    const auto stack = std::ranges::find_if(
        found["findings"], [](const nlohmann::json& finding) { return finding["why"] == "hot_stack"; });
    ASSERT_NE(stack, found["findings"].end()) << found;
    EXPECT_EQ((*stack)["what"]["name"], "stack");
    EXPECT_GT((*stack)["stack"]["pushes"], 0);
    EXPECT_LE((*stack)["stack"]["deepest"], (*stack)["stack"]["entries"]);
    const auto shortened = std::ranges::find_if(found["tried"], [](const nlohmann::json& tried) {
        return tried["change"] == "first 4 entries of stack in shared memory";
    });
    ASSERT_NE(shortened, found["tried"].end()) << found;
    EXPECT_TRUE((*shortened)["command"].is_null());
    EXPECT_EQ((*shortened)["exact"], false);
    EXPECT_GT((*shortened)["waiting_share"], 0.01);
    EXPECT_GE((*stack)["gain"]["waiting_share"], (*shortened)["waiting_share"]);
}

TEST_F(FindingsCommand, PrintTheSentencesOfTheJsonInTheirOrder) {
    const nlohmann::json found = printed("findings pot.hmt --json");
    const Outcome text = folder_.hitmap("findings pot.hmt");
    EXPECT_THAT(text.out, StartsWith("pot.hmt: hierarchy model of turing-rtx2080ti; L1 64KiB"));
    std::size_t place = 0;
    std::size_t number = 0;
    for (const nlohmann::json& finding : found["findings"]) {
        const std::string line = std::to_string(++number) + ". " + finding["text"].get<std::string>() + "\n";
        place = text.out.find(line, place);
        ASSERT_NE(place, std::string::npos) << line;
    }
}

TEST_F(FindingsCommand, OfTwoRecordingsSayWhyOneCostsMore) {
    ASSERT_EQ(folder_
                  .hitmap("trace builtin:teapot?triangles=2000 -o sah.hmt --resolution 24x24 --sms 2 "
                          "--warps-per-sm 8")
                  .status,
              0);
    const std::string caches = " --l1 8KiB:128/32:16 --l2 128KiB:128/32:16";
    const nlohmann::json found = printed("findings sah.hmt pot.hmt --json" + caches);
    EXPECT_EQ(found["a"], "sah.hmt");
    EXPECT_EQ(found["options"], "Options in which they differ (A, B): bvh (sah, median).");
    ASSERT_FALSE(found["findings"].empty());
    const nlohmann::json compared =
        printed("compare sah.hmt pot.hmt --model hierarchy --why --json" + caches);
    EXPECT_EQ(compared["findings"], found["findings"]) << "both have the same list";
    std::size_t allocations = 0;
    for (const nlohmann::json& each : found["findings"]) {
        if (each["what"]["kind"] != "allocation") continue;
        ++allocations;
        const std::string metric = each["metric"];
        for (const nlohmann::json& part : compared["by"]["allocation"])
            if (part["name"] == each["what"]["name"]) {
                EXPECT_EQ(part[metric]["difference"], each["difference"]) << each["text"];
            }
    }
    EXPECT_GT(allocations, 0U);
    const Outcome text = folder_.hitmap("findings sah.hmt pot.hmt" + caches);
    EXPECT_THAT(text.out, HasSubstr("1. " + found["findings"][0]["text"].get<std::string>() + "\n"));
    EXPECT_THAT(folder_.hitmap("findings sah.hmt sah.hmt").out,
                HasSubstr("No buffer changes the waiting for memory by 1 % or more."));
    EXPECT_THAT(folder_.hitmap("findings sah.hmt pot.hmt --scene builtin:teapot").err,
                HasSubstr("--scene: expected with one recording"));
}

TEST_F(FindingsCommand, RefuseWhatHasNoRequests) {
    const Outcome sdcm = folder_.hitmap("findings pot.hmt --model sdcm");
    EXPECT_EQ(sdcm.status, 2);
    EXPECT_THAT(sdcm.err,
                HasSubstr("--model: expected hierarchy, because only requests have bytes and reasons of "
                          "misses, found sdcm"));
    folder_.write("no.hmt", "nothing");
    EXPECT_EQ(folder_.hitmap("findings no.hmt").status, 1);
    EXPECT_EQ(folder_.hitmap("findings pot.hmt --memory-limit 1KiB").status, 1);
}

TEST_F(FindingsCommand, OfAMeshFileNeedTheMeshForOtherTrees) {
    folder_.write("two.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n");
    ASSERT_EQ(folder_.hitmap("trace two.obj -o two.hmt --resolution 16x16").status, 0);
    const Outcome without = folder_.hitmap("findings two.hmt --json");
    EXPECT_THAT(without.err, HasSubstr("two.hmt: other trees were not tried: name its mesh with --scene (the "
                                       "recording names two.obj)"));
    EXPECT_THAT(without.out, Not(HasSubstr("bvh median")));
    const Outcome with = folder_.hitmap("findings two.hmt --json --scene two.obj");
    EXPECT_EQ(with.status, 0) << with.err;
    EXPECT_THAT(with.out, HasSubstr("bvh median"));
    const Outcome wrong = folder_.hitmap("findings two.hmt --scene builtin:teapot");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.err, HasSubstr("--scene: expected the mesh that was recorded"));
}

TEST_F(FindingsCommand, TryNoCacheThatItsPolicyCannotHave) {
    const nlohmann::json found = printed("findings pot.hmt --json --preset fermi-gtx560ti");
    for (const nlohmann::json& tried : found["tried"])
        EXPECT_NE(tried["change"], "L1 of twice the capacity");
}

TEST_F(FindingsCommand, CommandsNameACameraThatWasGiven) {
    EXPECT_THAT(folder_.hitmap("findings pot.hmt --json").out, Not(HasSubstr("CAMERA.json")));
    folder_.write("own.json",
                  R"({"position": [0, 1, 4], "target": [0, 0.5, 0], "up": [0, 1, 0], "fov_y_degrees": 40})");
    const Outcome traced = folder_.hitmap("trace builtin:teapot?triangles=2000 -o own.hmt --resolution 16x16 "
                                          "--camera own.json");
    ASSERT_EQ(traced.status, 0) << traced.err;
    EXPECT_THAT(folder_.hitmap("findings own.hmt --json").out, HasSubstr(" --camera CAMERA.json"));
}

TEST_F(FindingsCommand, OfAPartTryNoOtherTrees) {
    EXPECT_THAT(folder_.hitmap("findings pot.hmt --json --requests 0:2000").out, Not(HasSubstr("bvh sah")));
}

TEST_F(FindingsCommand, NameTheLatenciesOfAnotherGpuWhereThePresetHasNone) {
    EXPECT_THAT(folder_.hitmap("findings pot.hmt --preset rdna3-rx7900xtx").out,
                HasSubstr("436 from memory (of turing-rtx2080ti: the preset does not state all three)"));
}

TEST_F(FindingsCommand, AreTheBeginningOfAReport) {
    const nlohmann::json found = printed("findings pot.hmt --json");
    ASSERT_EQ(folder_.hitmap("report pot.hmt -o pot.html --model hierarchy").status, 0);
    const std::string page = folder_.read("pot.html");
    const std::size_t findings = page.find("<h2>Findings</h2>");
    ASSERT_NE(findings, std::string::npos);
    EXPECT_LT(findings, page.find("<h2>Recording</h2>"));
    EXPECT_THAT(page, HasSubstr("<p>1. " + found["findings"].at(0)["text"].get<std::string>() + "</p>"));
    ASSERT_EQ(folder_.hitmap("report pot.hmt -o plain.html").status, 0);
    EXPECT_EQ(folder_.read("plain.html").find("<h2>Findings</h2>"), std::string::npos);
}

} // namespace
} // namespace hitmap::test
