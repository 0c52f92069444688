#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace hitmap::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class RelayoutCommand : public TracedFan {
protected:
    static Outcome run(const std::string& arguments) { return folder->hitmap(arguments); }
    static std::string succeed(const std::string& arguments) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
        return outcome.out;
    }
};

TEST_F(RelayoutCommand, HasTheNumbersOfATrace) {
    trace_fan(*folder, "traced.hmt", "--node-order veb --vertex-order morton --layout soa");
    const Outcome moved =
        run("relayout fan.hmt -o moved.hmt --node-order veb --vertex-order morton --layout soa");
    ASSERT_EQ(moved.status, 0) << moved.err;
    EXPECT_THAT(moved.err, HasSubstr("moved.hmt: node order veb, vertex order morton, layout soa\n"));
    EXPECT_THAT(moved.err, HasSubstr("moved.hmt: an estimate: linked nodes are visited by"));
    EXPECT_EQ(run("validate moved.hmt").status, 0);
    for (const std::string command :
         {"simulate FILE --json --frames 3", "export FILE --accesses -", "export FILE --metrics - --frames 4",
          "export FILE --accesses - --model hierarchy"}) {
        std::string of_trace = command;
        std::string of_moved = command;
        of_trace.replace(of_trace.find("FILE"), 4, "traced.hmt");
        of_moved.replace(of_moved.find("FILE"), 4, "moved.hmt");
        // That the numbers of the layout are an estimate is said beside them.
        std::string moved_text = succeed(of_moved);
        const std::size_t estimates = moved_text.find("  \"estimates\": [");
        if (estimates != std::string::npos)
            moved_text.erase(estimates, moved_text.find("],\n", estimates) + 3 - estimates);
        EXPECT_EQ(moved_text, succeed(of_trace)) << command;
    }
    const auto options = json("info moved.hmt")["options"];
    EXPECT_EQ(options["node-order"], "veb");
    EXPECT_EQ(options["relayout"], "node order veb, vertex order morton, layout soa, of fan.hmt");
}

TEST_F(RelayoutCommand, UsesTheMeshFileForTheOrderOfTheFile) {
    trace_fan(*folder, "random.hmt", "--vertex-order random");
    const Outcome without = run("relayout random.hmt -o x.hmt --vertex-order keep");
    EXPECT_EQ(without.status, 1);
    EXPECT_THAT(without.err,
                HasSubstr("random.hmt: expected a recording with --vertex-order keep, or the mesh"));
    succeed("relayout random.hmt -o kept.hmt --vertex-order keep --scene fan.obj");
    EXPECT_EQ(succeed("export kept.hmt --accesses -"), succeed("export fan.hmt --accesses -"));
}

TEST_F(RelayoutCommand, QuantisedBoxesAreAnEstimateWhichOtherLayoutsKeep) {
    const Outcome moved = run("relayout fan.hmt -o small.hmt --quantise boxes=8");
    ASSERT_EQ(moved.status, 0) << moved.err;
    EXPECT_THAT(moved.err,
                HasSubstr("small.hmt: an estimate: elements of boxes have 8 bytes in the place of"));
    EXPECT_EQ(run("validate small.hmt").status, 0);
    EXPECT_THAT(run("simulate small.hmt --model hierarchy").err,
                HasSubstr("small.hmt: an estimate, by relayout: elements of boxes have 8 bytes"));
    const Outcome again = run("relayout small.hmt -o again.hmt --base boxes=+4096 --align boxes=16");
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.err,
                HasSubstr("again.hmt: an estimate: elements of boxes have 8 bytes in the place of"));
    const auto ranking = json("relayout again.hmt --rank --model hierarchy");
    ASSERT_FALSE(ranking["layouts"].empty());
    for (const auto& row : ranking["layouts"])
        EXPECT_NE(row["result"], "exact") << row["layout"];
}

TEST_F(RelayoutCommand, OtherCommandsReadALayoutThatWasNotSaved) {
    const std::string caches = " --l1 512:32:4 --l2 1KiB:32:8";
    succeed("relayout fan.hmt -o soa.hmt --layout soa --stride boxes=32");
    const std::string layout = "'layout=soa stride=boxes=32'";
    auto read = json("simulate fan.hmt --relayout " + layout + caches);
    EXPECT_EQ(read["relayout"], nlohmann::ordered_json::array({"layout=soa stride=boxes=32"}));
    read.erase("relayout");
    EXPECT_EQ(read, json("simulate soa.hmt" + caches));
    EXPECT_NE(read, json("simulate fan.hmt" + caches));
    EXPECT_EQ(succeed("export fan.hmt --accesses - --relayout layout=soa --relayout stride=boxes=32"),
              succeed("export soa.hmt --accesses -"));
    EXPECT_THAT(succeed("simulate fan.hmt --relayout " + layout),
                HasSubstr("In another memory layout: layout soa, stride boxes=32.\n"));
    const auto compared = json("compare fan.hmt fan.hmt --relayout-b " + layout + caches);
    EXPECT_EQ(compared["costs"], json("compare fan.hmt soa.hmt" + caches)["costs"]);
    EXPECT_EQ(compared["b"]["relayout"], nlohmann::ordered_json::array({"layout=soa stride=boxes=32"}));
    EXPECT_FALSE(compared["a"].contains("relayout"));
    EXPECT_THAT(run("simulate fan.hmt --model hierarchy --relayout quantise=boxes=8").err,
                HasSubstr("fan.hmt: an estimate, by relayout: elements of boxes have 8 bytes"));
}

TEST_F(RelayoutCommand, ARankingHasTheMissesOfSimulate) {
    const std::string caches = " --l1 512:32:4 --l2 1KiB:32:8";
    const auto ranking = json("relayout fan.hmt --rank --by l2" + caches);
    EXPECT_EQ(ranking["ranked_by"], "l2_misses");
    succeed("relayout fan.hmt -o soa.hmt --layout soa");
    std::size_t found = 0;
    double before = 0.0;
    for (const auto& row : ranking["layouts"]) {
        EXPECT_LE(before, double{row["l2_misses"]} + 0.1); // smaller differences are not printed
        before = row["l2_misses"];
        const std::string layout = row["layout"];
        if (layout != "as recorded" && layout != "layout soa") continue;
        ++found;
        const auto sums = json((layout == "layout soa" ? "simulate soa.hmt" : "simulate fan.hmt") + caches);
        EXPECT_EQ(row["l1_hits"], sums["l1"]["hits"]) << layout;
        EXPECT_EQ(row["l1_lookups"], sums["l1"]["lookups"]) << layout;
        EXPECT_EQ(row["l2_hits"], sums["l2"]["hits"]) << layout;
        EXPECT_EQ(row["result"], "exact");
    }
    EXPECT_EQ(found, 2U);
    const std::string csv = succeed("relayout fan.hmt --rank --csv -" + caches);
    EXPECT_THAT(csv, testing::StartsWith("rank,layout,l1_misses,l1_misses_difference,l1_misses_change,"));
    EXPECT_THAT(csv, HasSubstr(",node-order veb,"));
    EXPECT_THAT(succeed("relayout fan.hmt --rank" + caches), HasSubstr("as recorded"));
}

TEST_F(RelayoutCommand, WrongOptionsAreRefused) {
    struct Row {
        std::string arguments;
        int status;
        std::string message;
    };
    const Row rows[] = {
        {"relayout fan.hmt -o x.hmt", 2,
         "hitmap: relayout: expected an option that changes the layout, found none\n"},
        {"relayout fan.hmt --layout soa", 2, "hitmap: --output: expected with all but --rank, found none\n"},
        {"relayout fan.hmt --layout soa --rank", 2,
         "hitmap: --rank: expected without --output and without a layout, because it tries all layouts and "
         "writes none\n"},
        {"relayout fan.hmt --rank --csv - --json", 2,
         "hitmap: --csv: expected a file, because --json prints to standard output, found -\n"},
        {"relayout fan.hmt -o x.hmt --layout soa --by l2", 2,
         "hitmap: --by requires --rank\nRun with --help for more information.\n"},
        {"relayout fan.hmt -o fan.hmt --layout soa", 2,
         "hitmap: --output: expected another file than the input, found 'fan.hmt'\n"},
        {"relayout fan.hmt -o x.hmt --order nodes", 2,
         "hitmap: --order: expected ALLOCATION=first-access|access-count, found 'nodes'\n"},
        {"relayout fan.hmt -o x.hmt --node-order morton", 2,
         "hitmap: --node-order: expected dfs|bfs|veb|access-count|first-access|clustered, found 'morton'\n"},
        {"relayout fan.hmt -o x.hmt --split boxes=12", 1, "accesses touch together with the byte before\n"},
        {"relayout fan.hmt -o x.hmt --align boxes=24", 2,
         "hitmap: --align: expected a power of two, found 24\n"},
        {"simulate fan.hmt --relayout colour=red", 2,
         "hitmap: --relayout: expected options of relayout such as node-order=veb, found 'colour=red'\n"},
        {"compare fan.hmt fan.hmt --relayout-b node-order=morton", 2,
         "hitmap: --relayout-b: --node-order: expected dfs|bfs|veb|access-count|first-access|clustered, "
         "found "
         "'morton'\n"},
        {"simulate fan.hmt --relayout stride=boxes=8", 1,
         "hitmap: fan.hmt: allocation 'boxes': expected a stride of at least 24 bytes, its elements, found "
         "8\n"},
        {"relayout fan.hmt -o x.hmt --stride boxes=8", 1,
         "hitmap: fan.hmt: allocation 'boxes': expected a stride of at least 24 bytes, its elements, found "
         "8\n"},
    };
    for (const Row& row : rows) {
        const Outcome outcome = run(row.arguments);
        EXPECT_EQ(outcome.status, row.status) << row.arguments;
        EXPECT_THAT(outcome.err, EndsWith(row.message)) << row.arguments;
    }
    EXPECT_FALSE(folder->has("x.hmt"));
    EXPECT_FALSE(folder->has("x.hmt.part"));
}

TEST_F(RelayoutCommand, FacesAndNodesInOneStepAreAsInTwo) {
    for (const std::string nodes : {"veb", "bfs", "first-access", "dfs"}) {
        SCOPED_TRACE(nodes);
        EXPECT_EQ(run("relayout fan.hmt -o nodes.hmt --node-order " + nodes).status, 0);
        EXPECT_EQ(run("relayout nodes.hmt -o two.hmt --face-order bfs").status, 0);
        const Outcome one = run("relayout fan.hmt -o one.hmt --face-order bfs --node-order " + nodes);
        EXPECT_EQ(one.status, 0) << one.err;
        EXPECT_EQ(run("validate one.hmt").status, 0);
        EXPECT_EQ(run("export one.hmt --accesses -").out, run("export two.hmt --accesses -").out);
        EXPECT_EQ(run("export one.hmt --accesses - --model hierarchy").out,
                  run("export two.hmt --accesses - --model hierarchy").out);
    }
}

} // namespace
} // namespace hitmap::test
