#include "tests/app/csv_table.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// An entry of "caches" and the options of `hitmap simulate` that mean the same.
struct SweptCache {
    std::string name;
    std::string entry;
    std::string options;
};

const std::vector<SweptCache>& swept_caches() {
    static const std::vector<SweptCache> caches{
        {"sdcm", R"({"l1": "2KiB:128:2"})", "--l1 2KiB:128:2"},
        {"turing", R"({"model": "hierarchy"})", "--model hierarchy"},
        {"ampere", R"({"model": "hierarchy", "preset": "ampere-a100", "l1": "4KiB:128:4", "why": true})",
         "--model hierarchy --preset ampere-a100 --l1 4KiB:128:4 --why"},
        {"ao", R"({"model": "hierarchy", "l1": "2KiB:128:2", "ray-kind": "ao"})",
         "--model hierarchy --l1 2KiB:128:2 --ray-kind ao"},
        {"ao-sdcm", R"({"ray-kind": "ao", "only-allocation": "faces"})",
         "--ray-kind ao --only-allocation faces"},
    };
    return caches;
}

std::string experiment_of(const std::string& members) {
    std::string caches;
    for (const SweptCache& cache : swept_caches())
        caches += (caches.empty() ? "\"" : ", \"") + cache.name + "\": " + cache.entry;
    return R"({"scenes": {"teapot": "builtin:teapot?triangles=500"},
        "defaults": {"resolution": "24x16", "sms": 2, "rays": "ao:2"}, "caches": {)" +
           caches + "}" + members + "}";
}

using ResultRow = std::map<std::string, std::string>;

void expect_number(const ResultRow& row, const std::string& column, const Json& expected) {
    ASSERT_TRUE(row.contains(column)) << column;
    const std::string& cell = row.at(column);
    if (expected.is_null()) {
        EXPECT_EQ(cell, "") << column;
        return;
    }
    ASSERT_NE(cell, "") << column;
    const double value = expected.get<double>();
    EXPECT_NEAR(std::stod(cell), value, std::abs(value) * 1e-8) << column;
}

/// Compares the numbers of a row with the output of `simulate --json`.
void expect_row(const ResultRow& row, const Json& json) {
    EXPECT_EQ(row.at("model"), json["model"].get<std::string>());
    EXPECT_EQ(row.at("preset"), json.value("preset", ""));
    EXPECT_EQ(row.at("levels_counted"), json["counted"]["levels"].get<std::string>());
    EXPECT_EQ(row.at("elements_counted"), json["counted"]["elements"].get<std::string>());
    for (const std::string level : {"l1", "l2"}) {
        expect_number(row, level + "_hit_rate", json[level]["hit_rate"]);
        for (const std::string kind : {"face", "box"})
            expect_number(row, kind + "_" + level + "_hit_rate", json["elements"][kind][level + "_hit_rate"]);
    }
    const bool is_hierarchy = json["model"] == "hierarchy";
    const Json traffic = is_hierarchy ? json["traffic"] : Json::object();
    expect_number(row, "request_sectors", traffic.value("sectors", Json()));
    for (const char* key : {"l1_hits", "l1_lookups", "l2_hits", "l2_lookups", "dram_bytes"})
        expect_number(row, key, traffic.value(key, Json()));
}

TEST(SweepCommand, EachRowHasTheNumbersOfSimulate) {
    const TemporaryFolder folder;
    folder.write("e.json", experiment_of(""));
    const Outcome swept = folder.hitmap("sweep e.json -o r --recordings");
    ASSERT_EQ(swept.status, 0) << swept.err;
    const auto rows = parse_csv(folder.read("r/results.csv"));
    ASSERT_EQ(rows.size(), swept_caches().size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SweptCache& cache = swept_caches()[i];
        SCOPED_TRACE(cache.name);
        EXPECT_EQ(rows[i].at("cache"), cache.name);
        const Outcome simulated =
            folder.hitmap("simulate r/recordings/teapot_default.hmt --json " + cache.options);
        ASSERT_EQ(simulated.status, 0) << simulated.err;
        const Json json = Json::parse(simulated.out);
        expect_row(rows[i], json);
        const auto rays = json["rays"].get<std::string>();
        EXPECT_EQ(rows[i].at("ray_kind"), rays == "all" ? "" : rays);
    }
    EXPECT_NE(rows[2].at("l1_conflict_misses"), "");
    EXPECT_EQ(rows[1].at("l1_conflict_misses"), "") << "--why was not given";
    EXPECT_EQ(rows[4].at("only_allocation"), "faces");

    const std::string page = folder.read("r/index.html");
    EXPECT_THAT(page, HasSubstr("<p>Stack distance cache model: hit rates count look-ups of lanes.</p>"));
    EXPECT_THAT(
        page, HasSubstr("<p>Hierarchy model: columns of faces and boxes count sectors of elements; all other "
                        "columns count sectors of requests of the whole recording.</p>"));
    EXPECT_THAT(page, HasSubstr("<td>ampere-a100</td>"));
    EXPECT_THAT(page, HasSubstr("<td>Ambient occlusion rays and allocation faces</td>"));
}

TEST(SweepCommand, PicturesDoNotChangeNumbers) {
    const TemporaryFolder folder;
    folder.write("e.json", experiment_of(""));
    folder.write("p.json", experiment_of(R"(, "pictures": {"why": {"size": "200x200",
                                          "view": {"metric": "l1-conflict-misses"}}},
        "runs": [{"caches": ["turing", "ampere", "ao"]}, {"pictures": []}])"));
    ASSERT_EQ(folder.hitmap("sweep e.json -o e").status, 0);
    const Outcome drawn = folder.hitmap("sweep p.json -o p");
    ASSERT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_EQ(folder.read("e/results.csv"), folder.read("p/results.csv"));
    EXPECT_TRUE(folder.has("p/pictures/teapot_default_turing_why.png"));
}

TEST(SweepCommand, OptionsApplyToKeysThatCachesLeaveOut) {
    const TemporaryFolder folder;
    folder.write("e.json", experiment_of(""));
    const auto rows_of = [&](const std::string& name, const std::string& options) {
        const Outcome swept = folder.hitmap("sweep " + name + ".json -o " + name + " " + options);
        EXPECT_EQ(swept.status, 0) << swept.err;
        return parse_csv(folder.read(name + "/results.csv"));
    };
    const auto rows = rows_of("e", "--model hierarchy --l2 1MiB");
    EXPECT_EQ(rows[0].at("model"), "hierarchy");
    EXPECT_EQ(rows[0].at("l1"), "2KiB:128/32:2");
    EXPECT_EQ(rows[0].at("l2"), "1MiB:128/32:16");
    EXPECT_EQ(rows[2].at("l2"), "40MiB:128/32:16") << "it has its own GPU";
    folder.write("none.json", R"({"scenes": {"teapot": "builtin:teapot?triangles=500"},
        "defaults": {"resolution": "16x16", "sms": 1}})");
    const auto one = rows_of("none", "--model hierarchy --preset ada-rtx4090");
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].at("preset"), "ada-rtx4090");
    // Results of another model are not reused.
    EXPECT_EQ(folder.hitmap("sweep none.json -o none --list").out, "teapot_default_default\n");
    EXPECT_EQ(folder.hitmap("sweep none.json -o none --list --model hierarchy --preset ada-rtx4090").out, "");
}

TEST(SweepCommand, PathsOfPresetsAreRelativeToTheExperiment) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "in");
    folder.write("in/e.json", R"({"scenes": {"teapot": "builtin:teapot"},
        "caches": {"own": {"model": "hierarchy", "preset": "./gpu.json"}}})");
    folder.write("in/gpu.json", "{}");
    const Outcome broken = folder.hitmap("sweep in/e.json -o r --list");
    EXPECT_EQ(broken.status, 1);
    EXPECT_EQ(broken.err,
              "hitmap: in/e.json: /caches/own/preset: in/./gpu.json: /: expected the key 'name'\n");
}

TEST(SweepCommand, AllCommandsRefuseAnOptionWithTheSameWords) {
    const TemporaryFolder folder;
    folder.write("e.json", R"({"scenes": {"teapot": "builtin:teapot?triangles=500"},
        "defaults": {"resolution": "16x16", "sms": 1}})");
    ASSERT_EQ(folder.hitmap("sweep e.json -o r --recordings").status, 0);
    const std::string recording = "r/recordings/teapot_default.hmt";
    const std::vector<std::string> commands{"simulate " + recording, "compare " + recording + " " + recording,
                                            "sweep e.json -o s", "export " + recording + " --metrics m.csv"};
    const std::vector<std::pair<std::string, std::string>> table{
        {"--model magic", "--model: expected sdcm, hierarchy, found 'magic'"},
        {"--model hierarchy --preset magic",
         "--preset: preset 'magic' is not known; expected a file or one of rdna2-rx6900xt, "},
        {"--preset ampere-a100",
         "--preset: expected with --model hierarchy; the stack distance cache model has none"},
        {"--l2 1MiB:128/32:16", "L2 cache '1MiB:128/32:16': the stack distance model has no sectors"},
        {"--ray-kind blue", "--ray-kind: expected primary|shadow|ao|path[:BOUNCE], found 'blue'"},
        {"--only-allocation magic", ": allocations: expected one named 'magic', found framebuffer, nodes, "},
    };
    for (const auto& [option, message] : table)
        for (const std::string& command : commands) {
            const Outcome outcome = folder.hitmap(command + " " + option);
            EXPECT_NE(outcome.status, 0) << command << " " << option;
            EXPECT_THAT(outcome.err, HasSubstr(message)) << command << " " << option;
        }
}

/// Results without the folders of claims that killed processes leave.
std::map<std::string, std::string> result_files(const TemporaryFolder& folder, const std::string& results) {
    std::map<std::string, std::string> files;
    for (auto& [name, text] : folder.files())
        if (name.starts_with(results + "/") && !name.starts_with(results + "/claims/"))
            files[name.substr(results.size())] = text;
    return files;
}

constexpr std::string_view shared_experiment = R"({"scenes": {"teapot": "builtin:teapot?triangles=500"},
    "defaults": {"resolution": "64x64", "sms": 2}, "configurations": {"a": {}, "b": {"bvh": "median"},
    "c": {"node-width": 8}, "d": {"warps-per-sm": 4}, "e": {"warps-per-sm": 8}, "f": {"fetch": "warp"}},
    "caches": {"small": {"l1": "2KiB:128:2"}, "large": {}}})";

TEST(SweepCommand, ProcessesShareTheRunsOutAndDoThoseOfAKilledOne) {
    const TemporaryFolder folder;
    folder.write("e.json", std::string(shared_experiment));
    ASSERT_EQ(folder.hitmap("sweep e.json -o alone").status, 0);
    Running killed(folder, "sweep e.json -o shared --threads 1");
    Running second(folder, "sweep e.json -o shared --threads 1");
    Running third(folder, "sweep e.json -o shared --threads 1");
    Running fourth(folder, "sweep e.json -o shared --threads 1");
    // Whether it is in a run then or has ended: the results of the others are complete.
    (void)killed.reach(std::chrono::milliseconds(100));
    killed.send(SIGKILL);
    (void)killed.wait();
    for (Running* process : {&second, &third, &fourth})
        EXPECT_EQ(process->wait(), 0);
    const auto expected = result_files(folder, "alone");
    auto found = result_files(folder, "shared");
    std::erase_if(found, [](const auto& file) { return file.first.ends_with(".part"); });
    EXPECT_TRUE(found == expected);
}

TEST(SweepCommand, ListsCommandsForWorkflowEngines) {
    const TemporaryFolder folder;
    folder.write("an experiment.json", std::string(shared_experiment));
    const Outcome listed = folder.hitmap(
        "sweep 'an experiment.json' -o one --list --commands --recordings --ray-kind 'primary'");
    ASSERT_EQ(listed.status, 0) << listed.err;
    std::istringstream lines(listed.out);
    std::vector<std::string> commands;
    for (std::string line; std::getline(lines, line);)
        commands.push_back(line);
    ASSERT_EQ(commands.size(), 6U) << "one for each recording";
    EXPECT_EQ(commands[1], "hitmap sweep 'an experiment.json' --output=one --recordings --ray-kind=primary "
                           "--run=teapot_b_small --run=teapot_b_large");
    EXPECT_THAT(folder.hitmap("--timing sweep 'an experiment.json' -o one --list --commands").out,
                HasSubstr("--timing --run=teapot_b_small"));
    for (const std::string& command : commands) {
        const Outcome done = folder.hitmap(command.substr(std::string("hitmap ").size()));
        EXPECT_EQ(done.status, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("one/runs: 2 runs, 0 of them there before"));
    }
    EXPECT_FALSE(folder.has("one/results.csv"));
    const Outcome gathered =
        folder.hitmap("sweep 'an experiment.json' -o one --recordings --ray-kind primary");
    EXPECT_THAT(gathered.err, HasSubstr("one/index.html: 12 runs, 12 of them there before"));
    ASSERT_EQ(folder.hitmap("sweep 'an experiment.json' -o alone --recordings --ray-kind primary").status, 0);
    EXPECT_TRUE(result_files(folder, "one") == result_files(folder, "alone"));
}

} // namespace
} // namespace hitmap::test
