#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace hitmap::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

/// fan.hmt has one launch, some hundred requests and blocks that the parts cut off.
class Cut : public TracedFan {
protected:
    static Outcome run(const std::string& arguments) { return folder->hitmap(arguments); }
    static std::string succeed(const std::string& arguments) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
        return outcome.out;
    }
};

TEST_F(Cut, WritesARecordingWithTheNumbersOfThePart) {
    for (const std::string part : {"--requests 20:90", "--launches 0:1 --first 30", "--last 25",
                                   "--requests 20: --first 100 --last 300"}) {
        SCOPED_TRACE(part);
        const Outcome cut = run("cut fan.hmt -o part.hmt " + part);
        ASSERT_EQ(cut.status, 0) << cut.err;
        EXPECT_THAT(cut.err, EndsWith(", in fan.hmt\n"));
        EXPECT_EQ(run("validate part.hmt").status, 0);
        for (const std::string command :
             {"info FILE --json", "simulate FILE --json --frames 3 --by launch",
              "simulate FILE --json --by sm --model hierarchy --why", "export FILE --accesses -",
              "export FILE --metrics - --frames 4", "export FILE --accesses - --model hierarchy"}) {
            std::string of_part = command;
            std::string of_file = command;
            of_part.replace(of_part.find("FILE"), 4, "fan.hmt " + part);
            of_file.replace(of_file.find("FILE"), 4, "part.hmt");
            EXPECT_EQ(succeed(of_part), succeed(of_file)) << command;
        }
    }
}

TEST_F(Cut, PartsAddUpToTheWhole) {
    const std::uint64_t whole = json("info fan.hmt")["lane_accesses"];
    const std::uint64_t start = json("info fan.hmt --requests :50")["lane_accesses"];
    const std::uint64_t end = json("info fan.hmt --requests 50:")["lane_accesses"];
    EXPECT_EQ(start + end, whole);
    EXPECT_GT(start, 0U);
}

TEST_F(Cut, ThePartIsNamedWhereverItsNumbersGo) {
    const std::string part = "requests 20:90 of " + json("info fan.hmt")["requests"].dump() + ", in fan.hmt";
    EXPECT_EQ(json("info fan.hmt --requests 20:90")["options"]["part"], part);
    EXPECT_THAT(succeed("info fan.hmt --requests 20:90"), HasSubstr("part             " + part + "\n"));
    EXPECT_EQ(json("simulate fan.hmt --requests 20:90")["part"], part);
    EXPECT_FALSE(json("simulate fan.hmt").contains("part"));
    EXPECT_THAT(succeed("simulate fan.hmt --requests 20:90"),
                HasSubstr("Part of a recording: " + part + ".\n"));
    succeed("export fan.hmt --metrics m.csv --requests 20:90");
    EXPECT_EQ(Json::parse(folder->read("m.csv.json"))["recording"]["options"]["part"], part);
    succeed("render fan.hmt -o p.svg --panel curves --requests 20:90");
    EXPECT_THAT(folder->read("p.svg"), HasSubstr("part " + part.substr(0, 14)));
}

TEST_F(Cut, SidesOfAComparisonHavePartsOfTheirOwn) {
    const Json both = json("compare fan.hmt fan.hmt --requests 20:90 --requests-b 90:");
    const std::string requests = json("info fan.hmt")["requests"].dump();
    EXPECT_EQ(both["a"]["part"], "requests 20:90 of " + requests + ", in fan.hmt");
    EXPECT_EQ(both["b"]["part"], "requests 90:" + requests + " of " + requests + ", in fan.hmt");
    succeed("cut fan.hmt -o a.hmt --requests 20:90");
    succeed("cut fan.hmt -o b.hmt --requests 90:");
    Json written = json("compare a.hmt b.hmt");
    Json of_parts = both;
    for (const char* side : {"a", "b"})
        written[side].erase("file"), of_parts[side].erase("file");
    EXPECT_EQ(written, of_parts);
}

TEST_F(Cut, WrongPartsAreRefused) {
    const std::string requests = json("info fan.hmt")["requests"].dump();
    struct Row {
        std::string arguments;
        int status;
        std::string message;
    };
    const Row rows[] = {
        {"simulate fan.hmt --requests 5:5", 2,
         "hitmap: --requests: expected a first number below the second, which is not in the part itself, "
         "found '5:5'\n"},
        {"info fan.hmt --launches 1", 2,
         "hitmap: --launches: expected FIRST:END, as in 1000:2000, 1000: or :2000, found '1'\n"},
        {"info fan.hmt --first 7 --last 7", 2,
         "hitmap: --last: expected a number above that of --first, 7, found 7\n"},
        {"compare fan.hmt fan.hmt --requests-b x:", 2,
         "hitmap: --requests-b: expected two whole numbers with a colon between them, as in 1000:2000, found "
         "'x:'\n"},
        {"validate fan.hmt --launches 0:2", 1,
         "hitmap: fan.hmt: part: expected 1 launches, numbered from 0, found 0:2\n"},
        {"render fan.hmt -o x.png --requests 0:99999999", 1,
         "hitmap: fan.hmt: part: expected " + requests + " requests, numbered from 0, found 0:99999999\n"},
        {"cut fan.hmt -o x.hmt", 2, "hitmap: cut: expected --launches, --requests, --first or --last\n"},
        {"cut fan.hmt -o fan.hmt --requests 1:2", 2,
         "hitmap: --output: expected another file than the input, found 'fan.hmt'\n"},
        {"render fan.hmt -o x.png --launches-b 0:1", 2, "hitmap: --launches-b: expected with --compare\n"},
    };
    for (const Row& row : rows) {
        const Outcome outcome = run(row.arguments);
        EXPECT_EQ(outcome.status, row.status) << row.arguments;
        EXPECT_EQ(outcome.err, row.message) << row.arguments;
    }
    EXPECT_FALSE(folder->has("x.hmt"));
}

} // namespace
} // namespace hitmap::test
