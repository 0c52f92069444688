#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A recipe of t.hmt with an image, which needs no OpenGL.
std::string recipe_of(const std::string& recording) {
    return R"({"width": 20, "dpi": 60, "caption": "A & B", "recordings": {"t": )" + recording +
           R"(}, "columns": [{}, {"width": 9}],
               "panels": [[{"kind": "framebuffer"}, {"kind": "colour-bar"}]]})";
}

TEST_F(TracedTriangle, FigureWritesTheFormatsAndTheLatexThatIncludesThem) {
    folder.write("f.json", recipe_of(R"({"file": "t.hmt"})"));
    const Outcome made = folder.hitmap("figure f.json -o f.pdf --latex f.tex");
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(folder.read("f.pdf"), StartsWith("%PDF-"));
    EXPECT_THAT(folder.read("f.tex"), HasSubstr("\\includegraphics[width=20mm]{f.pdf}"));
    EXPECT_THAT(folder.read("f.tex"), HasSubstr("\\caption{A \\& B}"));
    EXPECT_EQ(folder.hitmap("figure f.json -o f.svg").status, 0);
    EXPECT_THAT(folder.read("f.svg"), StartsWith("<svg "));
    EXPECT_EQ(folder.hitmap("figure f.json -o f.png --dpi 90").status, 0);
    EXPECT_THAT(folder.read("f.png"), HasSubstr("pHYs"));
}

TEST_F(TracedTriangle, FigureReadsALayoutThatWasNotSaved) {
    const auto table_of = [&](const std::string& recording) {
        folder.write("f.json",
                     R"({"recordings": {"t": )" + recording +
                         R"(}, "caches": {"c": {"l1": "512:32:4"}}, "panels": [[{"kind": "table"}]]})");
        const Outcome made = folder.hitmap("figure f.json -o f.svg");
        EXPECT_EQ(made.status, 0) << made.err;
        return folder.read("f.svg");
    };
    ASSERT_EQ(folder.hitmap("relayout t.hmt -o wide.hmt --stride vertices=64").status, 0);
    const std::string wide = table_of(R"({"file": "wide.hmt"})");
    EXPECT_EQ(table_of(R"({"file": "t.hmt", "relayout": {"stride": "vertices=64"}})"), wide);
    EXPECT_NE(table_of(R"({"file": "t.hmt"})"), wide);
    folder.write("f.json", recipe_of(R"({"file": "t.hmt", "relayout": {"colour": "red"}})"));
    const Outcome unknown = folder.hitmap("figure f.json -o f.svg");
    EXPECT_EQ(unknown.status, 1);
    EXPECT_THAT(unknown.err, HasSubstr("f.json: /recordings/t/relayout/colour: expected one of the keys "
                                       "node-order, "));
    folder.write("f.json", recipe_of(R"({"file": "t.hmt", "relayout": {"stride": "vertices=8"}})"));
    EXPECT_THAT(folder.hitmap("figure f.json -o f.svg").err,
                HasSubstr("t.hmt: allocation 'vertices': expected a stride of at least 12 bytes"));
}

TEST_F(TracedTriangle, FigureNamesTheRecordingWhoseBlocksCannotBeDealt) {
    std::filesystem::copy(HITMAP_TEST_DATA "/trace/data/rt_plain.trace", folder.path() / "sums.trace");
    folder.write("f.json", recipe_of(R"({"file": "sums.trace", "deal_blocks": 3})"));
    const Outcome made = folder.hitmap("figure f.json -o f.svg");
    EXPECT_EQ(made.status, 1);
    EXPECT_THAT(made.err, HasSubstr("sums.trace: the blocks cannot be dealt again: expected a recording with "
                                    "requests"));
}

TEST_F(TracedTriangle, SweepWritesNoRecipeThatFigureRefuses) {
    const auto recipe_of_sweep = [&](const std::string& title) {
        folder.write("e.json", R"({"scenes": {"s": "triangle.obj"}, "title": ")" + title + "\"}");
        return folder.hitmap("sweep e.json -o r --figure r.json --list");
    };
    const Outcome refused = recipe_of_sweep(std::string(5000, 'x'));
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("at most 4096 bytes of text"));
    EXPECT_FALSE(folder.has("r.json"));
    EXPECT_EQ(recipe_of_sweep("x").status, 0);
    EXPECT_THAT(folder.read("r.json"), HasSubstr("\"trace\": \"triangle.obj\""));
}

TEST_F(TracedTriangle, FigureRefusesOtherRecordingsAndWrongOptions) {
    folder.write("f.json", recipe_of(R"({"file": "t.hmt", "hash": "crc32:00000000"})"));
    const Outcome other = folder.hitmap("figure f.json -o f.pdf");
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.err, HasSubstr("t.hmt: expected the hash crc32:00000000, found crc32:"));
    EXPECT_FALSE(folder.has("f.pdf"));
    EXPECT_EQ(folder.hitmap("figure f.json -o f.gif").status, 2);
    EXPECT_EQ(folder.hitmap("figure f.json -o f.svg --latex f.tex").status, 2);
    const Outcome special = folder.hitmap("figure f.json -o 'rate 50%.pdf' --latex f.tex");
    EXPECT_EQ(special.status, 2);
    EXPECT_THAT(special.err, HasSubstr("--latex: rate 50%.pdf: expected the name of a figure without '%'"));
    EXPECT_FALSE(folder.has("rate 50%.pdf") || folder.has("f.tex"));
    EXPECT_EQ(folder.hitmap("figure f.json -o t.hmt").status, 2);
}

} // namespace
} // namespace hitmap::test
