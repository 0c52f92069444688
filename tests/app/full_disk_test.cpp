#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>

#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

struct WritingCommand {
    const char* arguments; ///< without the name of the output, which follows
    const char* file;
};

/// Every command that writes a file, with a limit of the size of files in the place of a full disk: it is
/// reached in the same way, by a write that fails after the bytes that found room.
TEST_F(TracedTriangle, OnAFullDiskCommandsSaySoAndLeaveOldFiles) {
    const std::string old = "what was there before\n";
    folder.write("experiment.json", R"({"scenes": {"a": "triangle.obj"},
                                        "tracer": {"resolution": "8x8"}})");
    folder.write("figure.json", R"({"recordings": {"t": {"file": "t.hmt"}}, "columns": [{}, {"width": 9}],
                                    "panels": [[{"kind": "framebuffer"}, {"kind": "colour-bar"}]]})");
    const WritingCommand rows[] = {
        {"trace triangle.obj --resolution 64x64 -o", "out.hmt"},
        {"cut t.hmt --launches 0:1 -o", "out.hmt"},
        {"relayout t.hmt --node-order bfs -o", "out.hmt"},
        {"export t.hmt --model hierarchy --traffic", "out.csv"},
        {"export t.hmt --ply", "out.ply"},
        {"render t.hmt -o", "out.png"},
        {"render t.hmt --panel curves -o", "out.svg"},
        {"report t.hmt -o", "out.html"},
        {"figure figure.json -o", "out.pdf"},
    };
    for (const WritingCommand& row : rows) {
        folder.write(row.file, old);
        const std::string arguments = std::string(row.arguments) + " " + row.file;
        const Outcome outcome = folder.hitmap(arguments, "ulimit -f 1");
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(std::string("hitmap: ") + row.file + ": byte ")) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(": cannot be written: File too large")) << arguments;
        EXPECT_EQ(folder.read(row.file), old) << arguments;
        // What there is of a recording can be opened.
        const std::string part = std::string(row.file) + ".part";
        EXPECT_EQ(folder.has(part), part == "out.hmt.part") << arguments;
        if (folder.has(part)) folder.remove(part);
    }
}

TEST_F(TracedTriangle, OnAFullDiskASweepSaysSo) {
    folder.write("experiment.json", R"({"scenes": {"a": "triangle.obj"}})");
    const Outcome outcome = folder.hitmap("sweep experiment.json -o results", "ulimit -f 1");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr(": cannot be written: File too large"));
    EXPECT_FALSE(folder.has("results/index.html"));
}

} // namespace
} // namespace hitmap::test
