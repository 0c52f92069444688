#include "tests/app/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

/// Warps that read the same 32 lines one after the other.
std::string accesses() {
    std::string text = "sm,warp,lane,address,bytes,operation,line\n";
    for (int request = 0; request < 64; ++request)
        for (int lane = 0; lane < 32; ++lane)
            text += fmt::format("0,{},{},{:#x},4,load,sum.cu:7\n", request / 32, lane,
                                65536 + request % 32 * 128 + lane * 4);
    return text;
}

TEST(Import, WritesARecordingWithTheNumbersThatTheFileItselfHas) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    const Outcome outcome = folder.hitmap("import accesses.csv -o accesses.hmt");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "accesses.csv: CSV of accesses, 64 requests, 2048 lane accesses\n");
    EXPECT_EQ(folder.hitmap("validate accesses.hmt").status, 0);
    const std::string options = " --model hierarchy --preset turing-rtx2080ti --json";
    const Outcome direct = folder.hitmap("simulate accesses.csv" + options);
    EXPECT_EQ(direct.status, 0) << direct.err;
    EXPECT_EQ(folder.hitmap("simulate accesses.hmt" + options).out, direct.out);
    // There are 4 sectors per request; the second half of the requests hits L1 after the first half.
    EXPECT_THAT(direct.out, HasSubstr("\"hits\": 128"));
    EXPECT_THAT(direct.out, HasSubstr("\"lookups\": 256"));
    EXPECT_THAT(folder.hitmap("info accesses.csv").out, HasSubstr("instructions: derived"));
}

TEST(Import, PrintsWhatItReadAsJson) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    EXPECT_EQ(folder.hitmap("import accesses.csv -o accesses.hmt --json").out, R"({
  "format": "csv",
  "files": [
    "accesses.csv"
  ],
  "output": "accesses.hmt",
  "requests": 64,
  "lane_accesses": 2048,
  "warnings": []
}
)");
    EXPECT_EQ(folder.hitmap("import accesses.csv -o - --json").status, 2);
}

TEST(Import, RefusesAnotherFileAndLeavesNothing) {
    const TemporaryFolder folder;
    folder.write("a.csv", "sm,warp\n0,0\n");
    const Outcome outcome = folder.hitmap("import a.csv -o b.hmt");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, MatchesRegex("hitmap: a.csv: expected a recording of another program \\(CSV of "
                                          "accesses, .*\\), found another file\n"));
    EXPECT_FALSE(folder.has("b.hmt"));
}

} // namespace
} // namespace hitmap::test
