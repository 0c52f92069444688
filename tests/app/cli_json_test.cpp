#include "core/base/number_text.h"
#include "core/trace/model/element_kind.h"
#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    return keys;
}

/// The names of all kinds of elements, which are keys.
std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const ElementKind& kind : element_kinds())
        names.emplace_back(kind.name);
    return names;
}

class CommandOutput : public TracedFan {};

TEST_F(CommandOutput, InfoHasTheKeysOfTheContract) {
    const Json info = json("info fan.hmt");
    for (const char* key : {"format", "version", "device", "launches", "requests", "lane_accesses", "axis",
                            "element_accesses", "origin", "allocations", "scene"})
        EXPECT_TRUE(info.contains(key)) << key;
    EXPECT_EQ(info["format"], "hmt");
    EXPECT_EQ(info["device"]["sm_count"], 3);
    EXPECT_EQ(info["device"]["warp_size"], 32);
    EXPECT_THAT(keys_of(info["element_accesses"]), ElementsAreArray(kind_names()));
    EXPECT_EQ(info["element_accesses"]["pixel"], 24 * 16);
    EXPECT_EQ(info["axis"], "element accesses");
    ASSERT_EQ(info["launches"].size(), 1U);
    EXPECT_EQ(info["launches"][0]["requests"], info["requests"]);
    EXPECT_EQ(info["scene"]["faces"], 7);
    EXPECT_EQ(info["scene"]["vertices"], 7);
    EXPECT_EQ(info["scene"]["framebuffer"], Json({24, 16}));
    EXPECT_THAT(keys_of(info["scene"]["camera"]), ElementsAre("position", "forward", "up", "fov_y_degrees"));
    for (const Json& allocation : info["allocations"])
        if (allocation["space"] == "global") {
            EXPECT_EQ(allocation["address"].get<std::uint64_t>() % 256, 0U) << allocation;
        }
}

TEST_F(CommandOutput, HierarchyHasTheKeysOfTheContractAndMore) {
    const Json whole = json("simulate fan.hmt --model hierarchy --frames 3 --by sm");
    for (const char* key :
         {"model", "l1", "l2", "elements", "allocations", "frames", "by_sm", "instructions", "lines"})
        EXPECT_TRUE(whole.contains(key)) << key;
    EXPECT_EQ(whole["preset"], "turing-rtx2080ti");
    EXPECT_EQ(whole["l1"]["capacity"], 65536);
    EXPECT_EQ(whole["l2"]["capacity"], 5767168);
    std::uint64_t lookups = 0;
    for (const Json& allocation : whole["allocations"])
        lookups += allocation["l1_lookups"].get<std::uint64_t>();
    EXPECT_EQ(whole["l1"]["lookups"], lookups) << "every lane is in an allocation here";
    for (const char* parts : {"frames", "by_sm"}) {
        std::uint64_t sum = 0;
        for (const Json& part : whole[parts])
            sum += part["l2"]["lookups"].get<std::uint64_t>();
        EXPECT_EQ(whole["l2"]["lookups"], sum) << parts;
    }
    EXPECT_EQ(json("simulate fan.hmt --model hierarchy --l1 1KiB:128:2")["l1"]["sector"], 32)
        << "what is left out is the preset's";
}

TEST_F(CommandOutput, SimulateHasTheKeysOfTheContractAndAddsUp) {
    const Json whole = json("simulate fan.hmt --frames 5 --by sm");
    EXPECT_THAT(keys_of(whole), ElementsAre("model", "counted", "l1", "l2", "incomplete", "rays", "elements",
                                            "allocations", "frames", "by_sm"));
    EXPECT_EQ(whole["counted"]["levels"], "lane_lookups");
    EXPECT_EQ(whole["counted"]["elements"], "lane_lookups");
    EXPECT_EQ(whole["rays"], "all");
    EXPECT_THAT(keys_of(whole["l1"]), ElementsAre("capacity", "line", "ways", "hits", "lookups", "hit_rate"));
    EXPECT_EQ(whole["l1"]["capacity"], 32768);
    EXPECT_EQ(whole["l2"]["capacity"], 6 << 20);
    EXPECT_THAT(keys_of(whole["elements"]), ElementsAreArray(kind_names()));
    EXPECT_THAT(keys_of(whole["elements"]["pixel"]), ElementsAre("accesses"));
    EXPECT_DOUBLE_EQ(whole["l1"]["hit_rate"],
                     whole["l1"]["hits"].get<double>() / whole["l1"]["lookups"].get<double>());
    for (const char* group : {"frames", "by_sm"}) {
        for (const char* level : {"l1", "l2"}) {
            double hits = 0;
            std::uint64_t lookups = 0;
            for (const Json& part : whole[group]) {
                hits += part[level]["hits"].get<double>(); // exact: multiples of 2^-24
                lookups += part[level]["lookups"].get<std::uint64_t>();
            }
            EXPECT_EQ(hits, whole[level]["hits"].get<double>()) << group << " " << level;
            EXPECT_EQ(lookups, whole[level]["lookups"].get<std::uint64_t>()) << group << " " << level;
        }
    }
    double allocation_hits = 0;
    for (const Json& allocation : whole["allocations"])
        if (!allocation["l1_hits"].is_null()) allocation_hits += allocation["l1_hits"].get<double>();
    EXPECT_EQ(allocation_hits, whole["l1"]["hits"].get<double>());
    EXPECT_EQ(whole["frames"].size(), 5U);
    EXPECT_EQ(whole["by_sm"].size(), 3U);
}

TEST_F(CommandOutput, RatesWithoutLookupsAreNull) {
    const Json whole = json("simulate fan.hmt --frames 4096");
    bool found = false;
    for (const Json& frame : whole["frames"])
        if (frame["l1"]["lookups"] == 0) {
            EXPECT_TRUE(frame["l1"]["hit_rate"].is_null());
            found = true;
        }
    EXPECT_TRUE(found);
}

TEST_F(CommandOutput, CompareAgreesWithSimulate) {
    const Json compared = json("compare fan.hmt fan.hmt --l1 1KiB:32:4 --l1-b 2KiB:32:4");
    EXPECT_THAT(keys_of(compared),
                ElementsAre("model", "rays", "frames", "frame", "frames_matched_by", "same_work", "a", "b",
                            "same_mesh", "all", "elements", "summary", "reservations", "unknown", "costs",
                            "by", "waiting", "options", "findings"));
    EXPECT_EQ(compared["costs"]["l1_misses"]["b"], compared["all"]["l1_misses"]["b"]);
    EXPECT_TRUE(compared["costs"]["requests"]["a"].is_null()) << "not invented";
    EXPECT_THAT(compared["unknown"].get<std::string>(), testing::HasSubstr("not requests, sectors or bytes"));
    EXPECT_TRUE(compared["by"]["line"].empty());
    EXPECT_THAT(keys_of(compared["a"]),
                ElementsAre("file", "preset", "l1", "l2", "first", "count", "served"));
    EXPECT_THAT(keys_of(compared["elements"]), ElementsAreArray(kind_names()));
    EXPECT_THAT(keys_of(compared["elements"]["pixel"]), ElementsAre("accesses", "elements_accessed"));
    EXPECT_EQ(compared["same_mesh"], true);
    EXPECT_EQ(compared["b"]["l1"], "2KiB:32:4");
    for (const auto& [side, l1] : {std::pair("a", "1KiB:32:4"), std::pair("b", "2KiB:32:4")}) {
        const Json alone = json(std::string("simulate fan.hmt --l1 ") + l1);
        EXPECT_EQ(compared[side]["count"], compared["all"]["accesses"][side]);
        for (const char* level : {"l1", "l2"})
            for (const char* key : {"hits", "lookups", "hit_rate"})
                EXPECT_EQ(compared["all"][std::string(level) + "_" + key][side], alone[level][key]) << key;
        for (const char* kind : {"box", "face"})
            for (const char* key : {"accesses", "l1_hits", "l1_lookups", "l1_hit_rate", "l2_hit_rate"})
                EXPECT_EQ(compared["elements"][kind][key][side], alone["elements"][kind][key]) << key;
    }
    const Json& rate = compared["all"]["l1_hit_rate"];
    EXPECT_DOUBLE_EQ(rate["difference"], rate["b"].get<double>() - rate["a"].get<double>());
    EXPECT_EQ(compared["elements"]["pixel"]["elements_accessed"]["b"], 24 * 16);
    EXPECT_EQ(compared["all"]["l2_lookups"]["difference"], 0);
}

TEST_F(CommandOutput, CompareTakesAnotherGpuForB) {
    const std::string on_gpus =
        "compare fan.hmt fan.hmt --model hierarchy --l1 16KiB --preset-b ampere-a100 ";
    const Json compared = json(on_gpus);
    EXPECT_EQ(compared["a"]["preset"], "turing-rtx2080ti");
    EXPECT_EQ(compared["b"]["preset"], "ampere-a100");
    EXPECT_EQ(compared["a"]["l1"], "16KiB:128/32:full");
    EXPECT_EQ(compared["b"]["l1"],
              json("compare fan.hmt fan.hmt --model hierarchy --preset ampere-a100")["a"]["l1"])
        << "its own caches";
    EXPECT_EQ(json(on_gpus + "--l1-b 16KiB:128/32:64")["b"]["l1"], "16KiB:128/32:64");
}

TEST_F(CommandOutput, CompareTakesOptionsForEachSide) {
    const Json compared = json("compare fan.hmt fan.hmt --model hierarchy --l1 1KiB:128:8 --l1-a 2KiB:128:4 "
                               "--preset-b ampere-a100 --l2-b 1MiB --ray-kind primary");
    EXPECT_EQ(compared["model"], "hierarchy");
    EXPECT_EQ(compared["rays"], "primary");
    EXPECT_EQ(compared["a"]["l1"], "2KiB:128/32:4");
    EXPECT_EQ(compared["b"]["preset"], "ampere-a100");
    EXPECT_EQ(compared["b"]["l2"], "1MiB:128/32:16");
    const Json a = json("simulate fan.hmt --model hierarchy --l1 2KiB:128:4 --ray-kind primary");
    EXPECT_EQ(compared["all"]["l1_hits"]["a"], a["elements"]["face"]["l1_hits"].get<double>() +
                                                   a["elements"]["box"]["l1_hits"].get<double>() +
                                                   a["elements"]["pixel"]["l1_hits"].get<double>());
}

TEST_F(CommandOutput, CompareOfTwoModelsHasNoDifferenceOfHits) {
    const std::string sides = "compare fan.hmt fan.hmt --model-a hierarchy --preset-a ampere-a100 ";
    const Json compared = json(sides);
    EXPECT_TRUE(compared["model"].is_null()) << "they have none in common";
    EXPECT_EQ(compared["a"]["model"], "hierarchy");
    EXPECT_EQ(compared["a"]["preset"], "ampere-a100");
    EXPECT_EQ(compared["b"]["model"], "sdcm");
    EXPECT_TRUE(compared["b"]["preset"].is_null());
    for (const char* quantity : {"l1_hit_rate", "l1_hits", "l1_misses", "l2_lookups"}) {
        EXPECT_FALSE(compared["all"][quantity]["a"].is_null()) << quantity;
        EXPECT_TRUE(compared["all"][quantity]["difference"].is_null()) << quantity;
    }
    EXPECT_EQ(compared["all"]["accesses"]["difference"], 0);
    EXPECT_FALSE(compared["costs"]["l1_misses"]["b"].is_null());
    EXPECT_TRUE(compared["costs"]["l1_misses"]["difference"].is_null());
    EXPECT_THAT(compared["summary"].get<std::string>(), testing::HasSubstr("have different models"));
    const std::string text = folder->hitmap(sides).out;
    EXPECT_THAT(text, testing::HasSubstr("A  fan.hmt: hierarchy model, preset ampere-a100, L1 "));
    EXPECT_THAT(text, testing::HasSubstr("B  fan.hmt: stack distance cache model, L1 "));
    EXPECT_THAT(text, testing::HasSubstr("\nB: Stack distance cache model. Look-ups are cache lines"));
}

TEST_F(CommandOutput, CompareCountsDifferentPartsOfEachSide) {
    const std::string sides = "compare fan.hmt fan.hmt --only-allocation-a faces --only-allocation-b boxes";
    const Json compared = json(sides);
    EXPECT_TRUE(compared["rays"].is_null());
    EXPECT_FALSE(compared.contains("only"));
    EXPECT_EQ(compared["a"]["only"]["allocation"], "faces");
    EXPECT_EQ(compared["b"]["only"]["allocation"], "boxes");
    EXPECT_EQ(compared["a"]["rays"], "all");
    EXPECT_TRUE(compared["all"]["l1_hits"]["difference"].is_null());
    EXPECT_THAT(
        folder->hitmap(sides).out,
        testing::HasSubstr("Counted of A: allocation faces alone. Counted of B: allocation boxes alone.\n"));
}

TEST_F(CommandOutput, CompareSaysWhereTwoTreesDiffer) {
    trace_fan(*folder, "median.hmt", "--bvh median");
    const std::string arguments = "fan.hmt median.hmt --model hierarchy --l1 1KiB:128/32:4 --l2 2KiB:32:4";
    const Json compared = json("compare " + arguments);
    EXPECT_TRUE(compared["unknown"].is_null());
    EXPECT_THAT(compared["summary"].get<std::string>(), testing::StartsWith("B compared with A makes "));
    const Json a = json("simulate fan.hmt --model hierarchy --l1 1KiB:128/32:4 --l2 2KiB:32:4");
    EXPECT_EQ(compared["costs"]["requests"]["a"], a["traffic"]["requests"]);
    EXPECT_EQ(compared["costs"]["sectors"]["a"], a["traffic"]["sectors"]);
    EXPECT_EQ(compared["costs"]["dram_bytes"]["a"], a["traffic"]["dram_bytes"]);
    EXPECT_EQ(compared["costs"]["l2_bytes"]["a"], a["traffic"]["l2_bytes"]);
    EXPECT_THAT(keys_of(compared["by"]),
                ElementsAre("role", "allocation", "line", "box_level", "box_place", "face_place"));
    for (const auto& [division, parts] : compared["by"].items()) {
        EXPECT_FALSE(parts.empty()) << division;
        const char* cost =
            division.starts_with("box") || division.starts_with("face") ? "accesses" : "sectors";
        double shares = 0.0;
        double changed = 0.0;
        for (const Json& part : parts) {
            shares += part[cost]["share"].is_null() ? 0.0 : part[cost]["share"].get<double>();
            changed += std::abs(part[cost]["difference"].get<double>());
        }
        EXPECT_NEAR(shares, changed == 0.0 ? 0.0 : 1.0, 1e-9) << division;
    }
    double sectors = 0.0;
    const std::string simulated =
        folder->hitmap("simulate fan.hmt --model hierarchy --l1 1KiB:128/32:4 --l2 2KiB:32:4").out;
    EXPECT_THAT(simulated, testing::HasSubstr("DRAM read\n")) << "of source lines";
    for (const Json& line : compared["by"]["line"]) {
        const std::string name = line["name"];
        EXPECT_TRUE(line["only"] == "b" || simulated.find("\n" + name + " ") != std::string::npos) << name;
        EXPECT_TRUE(line["dram_bytes"]["a"].is_null()) << "what is written is not known by line";
        EXPECT_EQ(line["dram_read_bytes"]["a"].is_null(), line["sectors"]["a"].is_null());
    }
    for (const Json& allocation : compared["by"]["allocation"])
        EXPECT_GE(allocation["dram_bytes"]["a"], allocation["dram_read_bytes"]["a"]);
    for (const Json& line : compared["by"]["line"])
        sectors += line["sectors"]["a"].is_null() ? 0.0 : line["sectors"]["a"].get<double>();
    EXPECT_EQ(sectors, a["traffic"]["sectors"].get<double>());
    EXPECT_THAT(
        folder->hitmap("compare " + arguments).out,
        testing::AllOf(testing::HasSubstr("\nroles of buffers: DRAM bytes "),
                       testing::HasSubstr("\nboxes by level: L1 misses "),
                       testing::HasSubstr("those of faces, boxes and pixels are sectors of each element.")));
    const Outcome text = folder->hitmap("compare " + arguments + " --cost dram_bytes --top 1");
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, testing::HasSubstr("\n\nB compared with A makes "));
    EXPECT_THAT(text.out, testing::HasSubstr("\nallocations: DRAM bytes "));
    EXPECT_THAT(text.out, testing::HasSubstr("\nboxes by place: L1 misses "));
    EXPECT_THAT(text.out, testing::HasSubstr(" more\n"));
    EXPECT_THAT(
        folder->hitmap("compare fan.hmt median.hmt").out,
        testing::HasSubstr("Requests, sectors and bytes are not known: the stack distance cache model"));
}

TEST_F(CommandOutput, CompareOfAPartCountsThatPartAlone) {
    for (const char* model : {"--l1 1KiB:32:4 --l1-b 2KiB:32:4",
                              "--model hierarchy --l1 1KiB:128/32:4 --l1-b 2KiB:128/32:4 --l2 4KiB:32:4"}) {
        const std::string arguments = std::string("compare fan.hmt fan.hmt --only-allocation boxes ") + model;
        const Json compared = json(arguments);
        for (const char* cost : {"accesses", "l1_lookups", "l1_misses", "l2_lookups", "l2_misses"})
            EXPECT_EQ(compared["costs"][cost], compared["all"][cost]) << model << " " << cost;
        for (const char* cost : {"requests", "sectors", "l2_bytes", "dram_bytes"})
            EXPECT_TRUE(compared["costs"][cost]["a"].is_null()) << model << " " << cost;
        for (const char* division : {"role", "allocation", "line"})
            EXPECT_TRUE(compared["by"][division].empty()) << model << " " << division;
        double misses = 0.0;
        for (const Json& level : compared["by"]["box_level"])
            misses += level["l1_misses"]["a"].get<double>();
        EXPECT_DOUBLE_EQ(misses, compared["costs"]["l1_misses"]["a"].get<double>()) << model;
        EXPECT_THAT(
            compared["summary"].get<std::string>(),
            testing::AllOf(testing::StartsWith("Of allocation boxes alone, B compared with A makes as "
                                               "many element accesses, has "),
                           testing::HasSubstr("allocations and source lines count everything and are "
                                              "left out.")));
    }
}

TEST_F(CommandOutput, CompareOfAShortFrameSaysWhatItsRequestsAreOf) {
    const std::string arguments =
        "compare fan.hmt fan.hmt --frames 100 --frame 50 --l1-b 1KiB:128/32:4 --model hierarchy";
    const Json compared = json(arguments);
    const Json& a = compared["a"];
    const auto first = a["served"]["first"].get<std::uint64_t>();
    const auto last = first + a["served"]["count"].get<std::uint64_t>() - 1;
    EXPECT_LE(first, a["first"].get<std::uint64_t>());
    EXPECT_GT(a["served"]["count"], a["count"]);
    const std::string expected =
        "Sums of requests and buffers are known at some accesses only: A's are of accesses " +
        grouped_count(static_cast<double>(first)) + " to " + grouped_count(static_cast<double>(last)) +
        " for a frame of ";
    EXPECT_THAT(compared["summary"].get<std::string>(), testing::StartsWith(expected));
    EXPECT_THAT(folder->hitmap(arguments).out, testing::HasSubstr(expected));
    const Json whole = json("compare fan.hmt fan.hmt --model hierarchy");
    EXPECT_EQ(whole["a"]["served"]["count"], whole["a"]["count"]);
    EXPECT_THAT(whole["summary"].get<std::string>(), testing::Not(testing::HasSubstr("Sums of requests")));
}

TEST_F(CommandOutput, CompareOfAFrameIsThatFrame) {
    const Json whole = json("simulate fan.hmt --frames 3");
    const Json compared = json("compare fan.hmt fan.hmt --frames 3 --frame 1");
    EXPECT_EQ(compared["a"]["first"], whole["frames"][1]["first"]);
    EXPECT_EQ(compared["all"]["l1_hits"]["a"], whole["frames"][1]["l1"]["hits"]);
    EXPECT_EQ(compared["all"]["l1_hits"]["difference"], 0.0);
    const Json bytes = json("compare fan.hmt fan.hmt --frames 3 --frame 1 --model hierarchy");
    EXPECT_TRUE(bytes["costs"]["dram_bytes"]["a"].is_null()) << "what is written is known of all frames";
    EXPECT_TRUE(bytes["costs"]["dram_read_bytes"]["a"].is_number());
    EXPECT_THAT(bytes["summary"].get<std::string>(), testing::HasSubstr("known at some accesses only"))
        << "one of three frames of so small a recording is much shorter than what is known";
}

TEST_F(CommandOutput, CompareOfDifferentMeshesSaysSo) {
    folder->write("one.obj", "v -1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    ASSERT_EQ(folder->hitmap("trace one.obj -o one.hmt --resolution 16x8").status, 0);
    const Json compared = json("compare fan.hmt one.hmt");
    EXPECT_EQ(compared["same_mesh"], false);
    EXPECT_THAT(compared["summary"].get<std::string>(),
                testing::StartsWith("A and B are of different work: different meshes, "));
    const Outcome text = folder->hitmap("compare fan.hmt one.hmt");
    EXPECT_EQ(text.status, 0);
    EXPECT_THAT(text.out, testing::StartsWith("A and B are of different work: different meshes, "));
    EXPECT_THAT(folder->hitmap("compare fan.hmt fan.hmt").out, testing::StartsWith("A  fan.hmt"));
}

TEST_F(CommandOutput, AccessTableAgreesWithSimulate) {
    ASSERT_EQ(folder->hitmap("export fan.hmt --accesses a.csv").status, 0);
    const std::string text = folder->read("a.csv");
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups");
    const auto rows = parse_csv(text);
    const Json info = json("info fan.hmt");
    std::map<std::string, std::uint64_t> accesses;
    std::uint64_t lookups = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].at("order"), std::to_string(i));
        ++accesses[rows[i].at("kind")];
        lookups += std::stoull(rows[i].at("l1_lookups"));
    }
    for (const char* kind : {"box", "face", "pixel"})
        EXPECT_EQ(accesses[kind], info["element_accesses"][kind].get<std::uint64_t>());
    EXPECT_EQ(lookups, json("simulate fan.hmt")["l1"]["lookups"].get<std::uint64_t>());
    const Json provenance = Json::parse(folder->read("a.csv.json"));
    EXPECT_EQ(provenance["recording"]["file"], "fan.hmt");
    EXPECT_EQ(provenance["l1"], "32KiB:128:64");
}

TEST_F(CommandOutput, MetricTableHasEveryElementButPadding) {
    ASSERT_EQ(folder->hitmap("export fan.hmt --metrics m.csv").status, 0);
    const std::string text = folder->read("m.csv");
    // Programs may read columns by position: those of further metrics are appended.
    EXPECT_THAT(text, testing::StartsWith("kind,element,source,accesses,l1_hits,l1_lookups,l1_hit_rate,"
                                          "l2_hits,l2_lookups,l2_hit_rate,access_rate,access_order,sah_cost,"
                                          "end_point_overlap"));
    const auto rows = parse_csv(text);
    const Json info = json("info fan.hmt");
    EXPECT_EQ(rows.size(), info["scene"]["boxes"].get<std::size_t>() + 7 + 24 * 16);
    std::uint64_t lookups = 0;
    for (const auto& row : rows) {
        lookups += std::stoull(row.at("l1_lookups"));
        EXPECT_EQ(row.at("l1_hit_rate").empty(), row.at("l1_lookups") == "0");
        EXPECT_EQ(row.at("access_order").empty(), row.at("accesses") == "0");
        if (row.at("kind") == "pixel") {
            EXPECT_EQ(row.at("accesses"), "1");
        }
    }
    EXPECT_EQ(lookups, json("simulate fan.hmt")["l1"]["lookups"].get<std::uint64_t>());
}

TEST_F(CommandOutput, GroupTableAddsUpToTheKinds) {
    ASSERT_EQ(folder->hitmap("export fan.hmt --groups g.csv").status, 0);
    const Json elements = json("simulate fan.hmt")["elements"];
    std::map<std::string, std::uint64_t> accesses;
    std::map<std::string, std::string> kind;
    for (const auto& row : parse_csv(folder->read("g.csv"))) {
        accesses[row.at("property")] += std::stoull(row.at("accesses"));
        kind[row.at("property")] = row.at("kind");
        EXPECT_EQ(row.at("lateness").empty(), row.at("kind") != "pixel");
    }
    EXPECT_EQ(accesses.size(), 5U);
    for (const auto& [property, sum] : accesses)
        EXPECT_EQ(sum, elements[kind[property]]["accesses"].get<std::uint64_t>()) << property;
    EXPECT_EQ(Json::parse(folder->read("g.csv.json"))["table"], "groups");
}

TEST_F(CommandOutput, MetricTableOfAllFramesHoldsEachFrame) {
    ASSERT_EQ(folder->hitmap("export fan.hmt --metrics all.csv --frames 3").status, 0);
    ASSERT_EQ(folder->hitmap("export fan.hmt --metrics one.csv --frames 3 --frame 1").status, 0);
    const auto all = parse_csv(folder->read("all.csv"));
    const auto one = parse_csv(folder->read("one.csv"));
    ASSERT_EQ(all.size(), 3 * one.size());
    EXPECT_EQ(all.front().count("frame"), 1U);
    for (std::size_t i = 0; i < one.size(); ++i) {
        auto row = all[one.size() + i];
        EXPECT_EQ(row.at("frame"), "1");
        row.erase("frame");
        EXPECT_EQ(row, one[i]);
    }
}

} // namespace
} // namespace hitmap::test
