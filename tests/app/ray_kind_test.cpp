#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hitmap::test {
namespace {

using Json = nlohmann::ordered_json;

/// A recording with rays of two kinds, and one of the same scene with primary rays only.
class RayKindOption : public TracedFan {
protected:
    static void SetUpTestSuite() {
        TracedFan::SetUpTestSuite();
        trace_fan(*folder, "ao.hmt", "--rays ao:2");
    }
    static std::vector<std::map<std::string, std::string>> table(const std::string& name,
                                                                 const std::string& more) {
        const Outcome outcome = folder->hitmap("export ao.hmt --" + name + " t.csv " + more);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return parse_csv(folder->read("t.csv"));
    }
};

using ReleaseOnlyRayKindOption = RayKindOption;

TEST_F(ReleaseOnlyRayKindOption, KindsAddUpInSimulate) {
    const std::string command = "simulate ao.hmt --frames 4 --by sm --l1 1KiB:32:4 ";
    const Json whole = json(command);
    const Json primary = json(command + "--ray-kind primary");
    const Json occlusion = json(command + "--ray-kind ao:1");
    EXPECT_EQ(primary["rays"], "primary");
    EXPECT_EQ(occlusion["rays"], "ao:1");
    EXPECT_EQ(primary["allocations"], whole["allocations"]);
    const auto expect_sum = [](const Json& a, const Json& b, const Json& sum) {
        for (const char* level : {"l1", "l2"})
            for (const char* key : {"hits", "lookups"})
                EXPECT_EQ(a[level][key].get<double>() + b[level][key].get<double>(), sum[level][key]) << key;
    };
    expect_sum(primary, occlusion, whole);
    for (const char* group : {"frames", "by_sm"}) {
        ASSERT_EQ(primary[group].size(), whole[group].size());
        for (std::size_t i = 0; i < whole[group].size(); ++i)
            expect_sum(primary[group][i], occlusion[group][i], whole[group][i]);
    }
    EXPECT_EQ(primary["frames"][3]["first"], whole["frames"][3]["first"]);
    EXPECT_GT(occlusion["elements"]["face"]["accesses"], 0);
    // Primary rays visit the same boxes with and without secondary rays. For a hit with secondary rays, its
    // face is read once more, and the last of these rays writes the pixel.
    const Json alone = json("simulate fan.hmt")["elements"];
    const auto count = [](const Json& elements, const char* kind) {
        return elements[kind]["accesses"].get<std::uint64_t>();
    };
    EXPECT_EQ(count(primary["elements"], "box"), count(alone, "box"));
    EXPECT_EQ(count(primary["elements"], "face"),
              count(alone, "face") + count(occlusion["elements"], "pixel"));
    EXPECT_THAT(folder->hitmap("simulate ao.hmt --ray-kind ao").out,
                testing::HasSubstr("Counted alone: Ambient occlusion rays. Allocations count "
                                   "everything.\n"));
}

TEST_F(ReleaseOnlyRayKindOption, TablesHaveTheAccessesOfTheirRays) {
    const auto all = table("accesses", "");
    auto rows = table("accesses", "--ray-kind ao");
    EXPECT_FALSE(rows.empty());
    for (auto& row : table("accesses", "--ray-kind primary"))
        rows.push_back(std::move(row));
    EXPECT_EQ(Json::parse(folder->read("t.csv.json"))["rays"], "primary");
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::stoull(a.at("order")) < std::stoull(b.at("order"));
    });
    EXPECT_EQ(rows, all);
    for (const char* name : {"metrics", "groups"}) {
        const auto sum = [&](const std::string& more) {
            std::map<std::string, std::uint64_t> accesses;
            for (const auto& row : table(name, more))
                accesses[row.at("kind")] += std::stoull(row.at("accesses"));
            return accesses;
        };
        auto both = sum("--ray-kind primary");
        for (const auto& [kind, accesses] : sum("--ray-kind ao"))
            both[kind] += accesses;
        EXPECT_EQ(both, sum("")) << name;
    }
}

TEST_F(ReleaseOnlyRayKindOption, RangesOfTheMeanBounceChooseElements) {
    ASSERT_EQ(
        folder
            ->hitmap("trace 'builtin:statue?triangles=1000' --resolution 24x16 --sms 3 --warps-per-sm 2 "
                     "--rays path:2 -o path.hmt")
            .status,
        0);
    const auto metrics = [](const std::string& more) {
        const Outcome outcome = folder->hitmap("export path.hmt --metrics m.csv " + more);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return parse_csv(folder->read("m.csv"));
    };
    struct Sum {
        double accesses = 0.0;
        double bounces = 0.0;
    };
    std::map<std::pair<std::string, std::string>, Sum> sums;
    for (const auto& [rays, bounce] :
         {std::pair("primary", 0.0), std::pair("path:1", 1.0), std::pair("path:2", 2.0)})
        for (const auto& row : metrics(std::string("--ray-kind ") + rays)) {
            Sum& sum = sums[{row.at("kind"), row.at("element")}];
            sum.accesses += std::stod(row.at("accesses"));
            sum.bounces += bounce * std::stod(row.at("accesses"));
        }
    for (const auto& row : metrics(""))
        EXPECT_EQ((sums[{row.at("kind"), row.at("element")}].accesses), std::stod(row.at("accesses")));
    for (const std::string kind : {"face", "box"}) {
        std::vector<std::string> expected;
        std::vector<std::string> chosen;
        for (const auto& row : metrics("")) {
            const Sum& sum = sums[{row.at("kind"), row.at("element")}];
            if (row.at("kind") == kind && sum.bounces >= 0.05 * sum.accesses && sum.accesses > 0.0)
                expected.push_back(row.at("element"));
        }
        for (const auto& row : metrics("--only-range " + kind + "-bounce=0.05:2"))
            if (row.at("kind") == kind) chosen.push_back(row.at("element"));
        EXPECT_EQ(chosen, expected) << kind;
        EXPECT_FALSE(chosen.empty()) << kind;
    }
    const std::string images = "render path.hmt --panel image -o i.npy --metric faces --only-range face-";
    const auto image = [&](const std::string& range) {
        EXPECT_EQ(folder->hitmap(images + range).status, 0);
        return folder->read("i.npy");
    };
    const std::string all = image("bounce=0:2");
    EXPECT_TRUE(image("lateness=-1:1") == all);
    EXPECT_FALSE(image("lateness=-1:0") == all);
    EXPECT_EQ(folder->hitmap("export path.hmt --regions r.csv --only-range face-lateness=0:1").status, 0);
    for (const char* more : {"", " --compare path.hmt --l1-b 1KiB:32:4"})
        EXPECT_EQ(
            folder
                ->hitmap(std::string("render path.hmt -o m.png --size 200x200 --only-range face-bounce=1:2") +
                         more)
                .status,
            0);
    folder->write("f.json", R"({"recordings": {"a": {"file": "path.hmt"}}, "columns": [{}],
                                "panels": [[{"view": {"only_ranges": {"face-bounce": [1, 2]}}}]]})");
    EXPECT_EQ(folder->hitmap("figure f.json -o f.png").status, 0);
}

TEST_F(ReleaseOnlyRayKindOption, MeansOverRaysAreRefusedWithoutLaneTags) {
    ASSERT_EQ(folder->hitmap("export ao.hmt --accesses accesses.csv").status, 0);
    const Outcome bounce = folder->hitmap("export accesses.csv --metrics m.csv --only-range face-bounce=1:2");
    EXPECT_EQ(bounce.status, 2);
    EXPECT_EQ(bounce.err,
              "hitmap: only mean bounce of rays at faces from 1 to 2: the recording does not have what "
              "this is made of (lane tags, which say by which rays elements were accessed)\n");
    const Outcome late =
        folder->hitmap("render accesses.csv --panel image -o i.npy --only-range box-lateness=0:1");
    EXPECT_EQ(late.status, 2);
    EXPECT_THAT(late.err, testing::HasSubstr("lane tags, which say for which pixels elements were accessed"));
}

TEST_F(ReleaseOnlyRayKindOption, CompareAndRenderCountTheseRays) {
    const Json compared = json("compare ao.hmt ao.hmt --l1-b 2KiB:32:4 --ray-kind ao");
    EXPECT_EQ(compared["rays"], "ao");
    EXPECT_EQ(compared["all"]["l1_hits"]["b"],
              json("simulate ao.hmt --l1 2KiB:32:4 --ray-kind ao")["l1"]["hits"]);
    const std::string command = "render ao.hmt --panel curves --size 400x300 -o ";
    ASSERT_EQ(folder->hitmap(command + "all.svg").status, 0);
    ASSERT_EQ(folder->hitmap(command + "ao.svg --ray-kind ao").status, 0);
    EXPECT_NE(folder->read("all.svg"), folder->read("ao.svg"));
    for (const char* kind : {"primary", "ao"})
        EXPECT_EQ(
            folder->hitmap(std::string("render ao.hmt --size 320x200 -o ao.png --ray-kind ") + kind).status,
            0);
}

TEST_F(ReleaseOnlyRayKindOption, RaysThatAreNotThereAreAFailure) {
    for (const char* command : {"simulate fan.hmt", "export fan.hmt --metrics x.csv",
                                "compare fan.hmt ao.hmt", "render fan.hmt -o x.png"}) {
        const Outcome outcome = folder->hitmap(std::string(command) + " --ray-kind ao");
        EXPECT_EQ(outcome.status, 1) << command;
        EXPECT_EQ(outcome.err, "hitmap: fan.hmt: lane tags: expected rays of kind ao, found primary:0\n");
        const Outcome wrong = folder->hitmap(std::string(command) + " --ray-kind glossy");
        EXPECT_EQ(wrong.status, 2) << command;
        EXPECT_EQ(wrong.err,
                  "hitmap: --ray-kind: expected primary|shadow|ao|path[:BOUNCE], found 'glossy'\n");
    }
    EXPECT_FALSE(folder->has("x.csv"));
    EXPECT_EQ(folder->hitmap("trace fan.obj --simulate --ray-kind ao").status, 2);
}

TEST_F(ReleaseOnlyRayKindOption, StackBelongsToItsPixelAndRay) {
    const Json whole = json("simulate ao.hmt --model hierarchy --l1 2KiB:128:2");
    const Json& stack = whole["stack"];
    const auto expect_near = [](double a, const Json& b) { EXPECT_NEAR(a, b.get<double>(), 1e-6 * a); };
    const Json& allocation = whole["allocations"].back();
    ASSERT_EQ(allocation["role"], "stack");
    for (const char* key : {"sectors", "l1_hits", "l1_lookups", "l2_hits", "l2_lookups"})
        EXPECT_EQ(allocation[key].get<double>(), stack[key].get<double>()) << key;
    ASSERT_EQ(stack["by_ray"].size(), 2U);
    EXPECT_EQ(stack["by_ray"][1]["ray_kind"], "ao");
    EXPECT_EQ(stack["by_ray"][1]["bounce"], 1);
    EXPECT_EQ(stack["untagged"]["accesses"], 0);
    EXPECT_TRUE(stack["untagged"]["l1_hit_rate"].is_null());
    const std::string of = "--model hierarchy --l1 2KiB:128:2 ";
    std::map<std::string, std::map<std::string, double>> sums;
    for (const auto& row : table("stack", of)) {
        EXPECT_LT(std::stoul(row.at("pixel")), 24U * 16U);
        for (const char* key : {"accesses", "sectors", "l1_hits", "l1_lookups", "l2_hits", "l2_lookups"})
            sums[row.at("ray_kind")][key] += std::stod(row.at(key));
    }
    for (const Json& ray : stack["by_ray"])
        for (const auto& [key, sum] : sums[ray["ray_kind"]])
            expect_near(sum, ray[key]);
    auto all = table("stack", of);
    std::erase_if(all, [](const auto& row) { return row.at("ray_kind") != "ao"; });
    EXPECT_EQ(table("stack", of + "--ray-kind ao"), all);
    EXPECT_THAT(folder->hitmap("simulate ao.hmt --model hierarchy").out,
                testing::HasSubstr("\nao, bounce 1 "));
    EXPECT_THAT(folder->hitmap("trace fan.obj --resolution 8x8 --simulate --model hierarchy").out,
                testing::HasSubstr("not known from this recording: it has no lane tags, or"));
    EXPECT_EQ(folder->hitmap("export ao.hmt --stack s.csv").status, 2);
}

TEST_F(ReleaseOnlyRayKindOption, PartsOfTheTrafficAddUp) {
    const std::string command = "simulate ao.hmt --model hierarchy ";
    const Json whole = json(command);
    EXPECT_FALSE(whole.contains("only"));
    double hits = 0;
    double lookups = 0;
    for (const Json& line : whole["lines"]) {
        const std::string name =
            line["file"].get<std::string>() + ":" + std::to_string(line["line"].get<int>());
        const Json part = json(command + "--only-line " + name);
        EXPECT_EQ(part["only"], (Json{{"line", name}}));
        EXPECT_EQ(part["lines"], whole["lines"]) << "tables are of everything";
        hits += part["elements"]["face"]["l1_hits"].get<double>();
        lookups += part["elements"]["face"]["l1_lookups"].get<double>();
    }
    EXPECT_EQ(hits, whole["elements"]["face"]["l1_hits"]);
    EXPECT_EQ(lookups, whole["elements"]["face"]["l1_lookups"]);
    const Json vertices = json(command + "--only-allocation vertices --only-instruction 2");
    EXPECT_EQ(vertices["only"], (Json{{"allocation", "vertices"}, {"instruction", 2}}));
    EXPECT_EQ(vertices["elements"]["box"]["l1_lookups"], 0);
    EXPECT_THAT(folder->hitmap(command + "--only-allocation vertices").out,
                testing::HasSubstr("Counted alone: allocation vertices. Levels, allocations"));
    EXPECT_THAT(
        folder->hitmap("render ao.hmt -o a.png --only-allocation tea").err,
        testing::HasSubstr("ao.hmt: allocations: expected one named 'tea', found framebuffer, nodes"));
    EXPECT_EQ(folder->hitmap("export ao.hmt --metrics m.csv --only-allocation faces").status, 0);
    EXPECT_EQ(Json::parse(folder->read("m.csv.json"))["only"], (Json{{"allocation", "faces"}}));
}

} // namespace
} // namespace hitmap::test
