#include "tests/app/csv_table.h"
#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A face over four frames: each row has the numbers that the table of all metrics has.
TEST_F(TracedTriangle, CurvesOfAnElementAreTheMetricsOfEachFrame) {
    const Outcome curves = folder.hitmap("export t.hmt --curves - --curve face:0=l1-misses --frames 4");
    ASSERT_EQ(curves.status, 0) << curves.err;
    EXPECT_THAT(
        curves.out,
        StartsWith(
            "curve,metric,frame,first,last,value,accesses,requests,lookups,hits\nface:0,l1_misses,0,0,"));
    ASSERT_EQ(folder.hitmap("export t.hmt --metrics m.csv --frames 4").status, 0);
    const auto table = parse_csv(curves.out);
    const auto metrics = parse_csv(folder.read("m.csv"));
    std::size_t frames = 0;
    ASSERT_EQ(table.size(), 4U);
    for (const auto& row : metrics) {
        if (row.at("kind") != "face" || row.at("element") != "0") continue;
        const auto& of = table.at(std::stoul(row.at("frame")));
        EXPECT_EQ(of.at("accesses"), row.at("accesses"));
        EXPECT_EQ(of.at("lookups"), row.at("l1_lookups"));
        EXPECT_EQ(of.at("hits"), row.at("l1_hits"));
        ++frames;
    }
    EXPECT_EQ(frames, 4U);
}

TEST_F(TracedTriangle, CurvesOfPartsCountRequests) {
    const Outcome outcome = folder.hitmap("export t.hmt --curves c.csv --curve allocation:faces=requests "
                                          "--curve sm:1=requests --model hierarchy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(folder.read("c.csv"), HasSubstr("\nallocation:faces,requests,0,0,"));
    EXPECT_THAT(folder.read("c.csv"), HasSubstr("\nsm:1,requests,0,0,"));
    EXPECT_THAT(folder.read("c.csv.json"), HasSubstr("\"allocation:faces=requests\""));
}

TEST_F(TracedTriangle, CurvesAreDrawn) {
    const Outcome outcome = folder.hitmap(
        "render t.hmt -o c.svg --panel curves --curve face:0 --curve face:0=access-count --frames 4");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(folder.read("c.svg"), HasSubstr("Face 0"));
    EXPECT_THAT(folder.read("c.svg"), HasSubstr("Access count"));
}

TEST_F(TracedTriangle, CurvesThatAreNotKnownAreRefused) {
    const Outcome absent = folder.hitmap("export t.hmt --curves c.csv --curve face:99");
    EXPECT_EQ(absent.status, 1);
    EXPECT_EQ(absent.err, "hitmap: t.hmt: --curve face:99: the recording has no face:99\n");
    EXPECT_FALSE(folder.has("c.csv"));
    const std::pair<const char*, const char*> wrong[] = {
        {"export t.hmt --curves c.csv", "--curves: expected with --curve"},
        {"export t.hmt --metrics m.csv --curve face:0", "--curve: expected with --curves"},
        {"export t.hmt --curves c.csv --curve circle:0", "--curve: expected face:N, box:N"},
        {"export t.hmt --curves c.csv --curve sm:0=access-order", "--curve: expected one of l1-hit-rate"},
        {"render t.hmt -o x.png --curve face:0", "--curve: expected with --panel curves"}};
    for (const auto& [arguments, message] : wrong) {
        const Outcome outcome = folder.hitmap(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    }
}

} // namespace
} // namespace hitmap::test
