#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// A recording of a few triangles, simulated with an L1 that is too small for them.
class WhyMissed : public TracedFan {
protected:
    static void SetUpTestSuite() {
        TracedFan::SetUpTestSuite();
        simulated = Json::parse(folder->hitmap("simulate fan.hmt" + model + " --why --json").out);
    }
    static std::uint64_t misses(const Json& classes) {
        return classes["cold"].get<std::uint64_t>() + classes["capacity"].get<std::uint64_t>() +
               classes["conflict"].get<std::uint64_t>();
    }
    /// Returns the subject of a row of reuse distances: "everything" or "line trace.cpp:12".
    static std::string name_of(std::map<std::string, std::string>& row) {
        if (row["table"] == "line") return "line " + row["file"] + ":" + row["line"];
        return row["table"] + (row["name"].empty() ? "" : " " + row["name"]);
    }
    static Json simulated;
    static const std::string model;
};
Json WhyMissed::simulated;
const std::string WhyMissed::model = " --model hierarchy --l1 2KiB:128:2";

TEST_F(WhyMissed, ClassesAddUpToTheMisses) {
    for (const char* level : {"l1", "l2"}) {
        const Json& sums = simulated[level];
        EXPECT_EQ(misses(sums["misses"]),
                  sums["lookups"].get<std::uint64_t>() - sums["hits"].get<std::uint64_t>());
        std::uint64_t distances = sums["reuse_distances"]["cold"].get<std::uint64_t>();
        for (const Json& bin : sums["reuse_distances"]["bins"])
            distances += bin["lookups"].get<std::uint64_t>();
        EXPECT_EQ(distances, sums["lookups"].get<std::uint64_t>());
        const std::string prefix = level;
        for (const char* table : {"allocations", "instructions", "lines"})
            for (const Json& row : simulated[table])
                EXPECT_EQ(misses(row[prefix + "_misses"]), row[prefix + "_lookups"].get<std::uint64_t>() -
                                                               row[prefix + "_hits"].get<std::uint64_t>())
                    << row;
    }
    EXPECT_GT(simulated["l1"]["misses"]["conflict"], 0);
    EXPECT_THAT(folder->hitmap("simulate fan.hmt" + model + " --why").out, HasSubstr("conflict"));
    EXPECT_EQ(folder->hitmap("simulate fan.hmt --why").status, 2) << "of the hierarchy alone";
}

TEST_F(WhyMissed, TheReasonsOfTwoSidesAreCompared) {
    const std::string compare = "compare fan.hmt fan.hmt" + model + " --l1-b 2KiB:128:full";
    const Json compared = Json::parse(folder->hitmap(compare + " --why --json").out);
    const Json& costs = compared["costs"];
    for (const std::string level : {"l1", "l2"}) {
        std::int64_t sum = 0;
        for (const std::string reason : {"cold", "capacity", "conflict"}) {
            const Json& cost = costs[level + "_" + reason + "_misses"];
            EXPECT_EQ(cost["a"], simulated[level]["misses"][reason]);
            EXPECT_EQ(cost["difference"], cost["b"].get<std::int64_t>() - cost["a"].get<std::int64_t>());
            sum += cost["b"].get<std::int64_t>();
        }
        EXPECT_EQ(costs[level + "_misses"]["b"], sum);
    }
    EXPECT_EQ(costs["l1_conflict_misses"]["b"], 0) << "B is fully associative";
    EXPECT_TRUE(compared["by"]["allocation"][0].contains("l1_cold_misses"));
    EXPECT_FALSE(compared["by"]["box_level"][0].contains("l1_cold_misses")) << "of requests alone";

    EXPECT_FALSE(Json::parse(folder->hitmap(compare + " --json").out)["costs"].contains("l1_cold_misses"));
    EXPECT_THAT(folder->hitmap(compare + " --why --cost l2_cold_misses").out,
                HasSubstr("source lines: L2 cold misses"));
    const auto refused = folder->hitmap(compare + " --cost l2_cold_misses");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("--cost l2_cold_misses: expected with --why"));
}

TEST_F(WhyMissed, CurvesRiseAndMarkThePresentCapacity) {
    ASSERT_EQ(folder->hitmap("export fan.hmt" + model + " --miss-ratio curve.csv").status, 0);
    std::map<std::pair<std::string, std::string>, std::uint64_t> present;
    std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::uint64_t>> last;
    for (auto& row : parse_csv(folder->read("curve.csv"))) {
        const std::pair of{row["level"], name_of(row)};
        const std::uint64_t capacity = std::stoull(row["capacity"]);
        const std::uint64_t hits = std::stoull(row["hits"]);
        EXPECT_LT(last[of].first, capacity);
        EXPECT_LE(last[of].second, hits);
        EXPECT_LE(hits, std::stoull(row["lookups"]));
        last[of] = {capacity, hits};
        if (row["present"] != "1") continue;
        EXPECT_TRUE(present.emplace(of, hits).second);
        EXPECT_EQ(capacity, of.first == "L1" ? 2048U : 5767168U);
    }
    EXPECT_EQ(present.size(), last.size()) << "each curve has its mark";
    const std::uint64_t conflicts = simulated["l1"]["misses"]["conflict"].get<std::uint64_t>();
    EXPECT_LE((present[{"L1", "everything"}]), simulated["l1"]["hits"].get<std::uint64_t>() + conflicts);
    EXPECT_GE((present[{"L1", "everything"}]), conflicts);
}

TEST_F(WhyMissed, HistogramsAddUpToTheLookups) {
    const Outcome outcome = folder->hitmap("export fan.hmt" + model + " --reuse-histogram -");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::map<std::pair<std::string, std::string>, std::uint64_t> lookups;
    for (auto& row : parse_csv(outcome.out))
        lookups[{row["level"], name_of(row)}] += std::stoull(row["lookups"]);
    EXPECT_EQ((lookups[{"L1", "everything"}]), simulated["l1"]["lookups"].get<std::uint64_t>());
    for (const Json& allocation : simulated["allocations"])
        EXPECT_EQ((lookups[{"L2", "allocation " + allocation["name"].get<std::string>()}]),
                  allocation["l2_lookups"].get<std::uint64_t>());
    for (const Json& instruction : simulated["instructions"])
        EXPECT_EQ((lookups[{"L1", "instruction " + std::to_string(instruction["instruction"].get<int>())}]),
                  instruction["l1_lookups"].get<std::uint64_t>());
    for (const Json& line : simulated["lines"])
        EXPECT_EQ((lookups[{"L2", "line " + line["file"].get<std::string>() + ":" +
                                      std::to_string(line["line"].get<int>())}]),
                  line["l2_lookups"].get<std::uint64_t>());
}

TEST_F(WhyMissed, ElementsCanBeChosen) {
    const std::string of = "export fan.hmt" + model + " --reuse-histogram - --of ";
    const auto lookups = [&](const std::string& chosen) {
        std::istringstream table(folder->hitmap(of + chosen).out);
        std::uint64_t sum = 0;
        for (std::string row; std::getline(table, row);)
            if (row.starts_with("L1,")) sum += std::stoull(row.substr(row.rfind(',') + 1));
        return sum;
    };
    const std::uint64_t all = lookups("face:0,1,2,3");
    const std::uint64_t one = lookups("face:1");
    for (auto row : parse_csv(folder->hitmap(of + "face:1").out))
        EXPECT_EQ(name_of(row), "elements face:1");
    EXPECT_GT(one, 0U);
    EXPECT_LT(one, all);
    EXPECT_THAT(folder->hitmap(of + "face:1000").err, HasSubstr("found 1000"));
    for (const char* wrong : {"face", "face:", "tile:1", "face:1,", "face:x", "face:1;2"})
        EXPECT_EQ(folder->hitmap(of + "'" + wrong + "'").status, 2) << wrong;
    EXPECT_EQ(folder->hitmap("export fan.hmt --metrics m.csv --of face:1").status, 2);
}

TEST_F(WhyMissed, CurvesAreDrawn) {
    ASSERT_EQ(folder->hitmap("render fan.hmt" + model + " --panel miss-ratio -o curve.svg").status, 0);
    const std::string svg = folder->read("curve.svg");
    EXPECT_THAT(svg, HasSubstr(">present: 2 KiB</text>"));
    EXPECT_THAT(svg, HasSubstr(">everything</text>"));
    EXPECT_EQ(folder->hitmap("render fan.hmt --panel miss-ratio -o curve.png").status, 2);
}

TEST_F(WhyMissed, ElementsKnowIt) {
    ASSERT_EQ(folder->hitmap("export fan.hmt" + model + " --why --metrics m.csv --frames 2").status, 0);
    std::map<std::string, std::map<std::string, double>> sums;
    for (auto& row : parse_csv(folder->read("m.csv")))
        for (const char* level : {"l1", "l2"})
            for (const char* reason : {"cold", "capacity", "conflict"}) {
                const std::string& cell = row[std::string(level) + "_" + reason + "_misses"];
                if (!cell.empty()) sums[row["kind"]][std::string(level) + reason] += std::stod(cell);
            }
    for (const char* kind : {"box", "face", "pixel"})
        for (const char* level : {"l1", "l2"}) {
            const Json& row = simulated["elements"][kind];
            const Json& classes = row[std::string(level) + "_misses"];
            double misses = 0;
            for (const char* reason : {"cold", "capacity", "conflict"}) {
                EXPECT_EQ(sums[kind][std::string(level) + reason], classes[reason].get<double>()) << kind;
                misses += classes[reason].get<double>();
            }
            EXPECT_EQ(misses, row[std::string(level) + "_lookups"].get<double>() -
                                  row[std::string(level) + "_hits"].get<double>());
        }
    EXPECT_EQ(folder->hitmap("export fan.hmt --why --metrics m.csv").status, 2);
    EXPECT_EQ(folder->hitmap("render fan.hmt --metric l1-conflict-misses -o m.png").status, 2);
}

TEST_F(WhyMissed, TablesOfTrafficAndAccessesKnowIt) {
    const auto sums_of = [&](const std::string& file, const std::string& column, const std::string& value) {
        std::map<std::string, std::uint64_t> sums;
        for (auto& row : parse_csv(folder->read(file)))
            if (row.at(column) == value)
                for (const char* level : {"l1", "l2"})
                    for (const char* reason : {"cold", "capacity", "conflict"})
                        sums[std::string(level) + reason] +=
                            std::stoull(row.at(std::string(level) + "_" + reason + "_misses"));
        return sums;
    };
    const auto expect_classes = [](std::map<std::string, std::uint64_t> sums, const Json& l1,
                                   const Json& l2) {
        for (const char* reason : {"cold", "capacity", "conflict"}) {
            EXPECT_EQ(sums[std::string("l1") + reason], l1[reason].get<std::uint64_t>()) << reason;
            EXPECT_EQ(sums[std::string("l2") + reason], l2[reason].get<std::uint64_t>()) << reason;
        }
    };
    ASSERT_EQ(folder->hitmap("export fan.hmt" + model + " --why --traffic t.csv").status, 0);
    expect_classes(sums_of("t.csv", "table", "allocation"), simulated["l1"]["misses"],
                   simulated["l2"]["misses"]);
    ASSERT_EQ(folder->hitmap("export fan.hmt" + model + " --why --accesses a.csv").status, 0);
    for (const char* kind : {"box", "face", "pixel"})
        expect_classes(sums_of("a.csv", "kind", kind), simulated["elements"][kind]["l1_misses"],
                       simulated["elements"][kind]["l2_misses"]);
    ASSERT_EQ(folder->hitmap("export fan.hmt" + model + " --traffic t.csv").status, 0);
    for (auto& row : parse_csv(folder->read("t.csv")))
        EXPECT_EQ(row.at("l1_conflict_misses"), "") << "nobody asked";
}

TEST_F(WhyMissed, TimeIsEstimated) {
    const Json& estimate = simulated["estimate"];
    EXPECT_TRUE(estimate["l2_cycles"].is_null()) << "the preset has no bandwidth of L2";
    double most = 0.0;
    for (const Json& cycles :
         {estimate["sm"]["issue_cycles"], estimate["sm"]["l1_cycles"], estimate["dram_cycles"]})
        most = std::max(most, cycles.get<double>());
    EXPECT_DOUBLE_EQ(estimate["cycles"].get<double>(), most);
    EXPECT_THAT(folder->hitmap("simulate fan.hmt" + model).out, HasSubstr("a lower bound"));
}

TEST_F(WhyMissed, TimeOfL2IsEstimatedWhereItsBandwidthIsKnown) {
    struct Row {
        const char* preset;
        double bytes_a_cycle;
    };
    for (const Row& row : {Row{"volta-v100", 2048}, {"ampere-a100", 5120}, {"hopper-h100", 5120}}) {
        const Json json = Json::parse(
            folder->hitmap(std::string("simulate fan.hmt --model hierarchy --json --preset ") + row.preset)
                .out);
        EXPECT_DOUBLE_EQ(json["estimate"]["l2_cycles"].get<double>(),
                         json["l2"]["lookups"].get<double>() * 32 / row.bytes_a_cycle)
            << row.preset;
    }
}

} // namespace
} // namespace hitmap::test
