#include "app/figure/figure_json.h"
#include "app/figure/figure_writer.h"
#include "app/figure/make_figure.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/relayout/model/relayout_settings.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(FigureRecipe, IsRead) {
    const Figure figure = parse_figure(R"({
        "width": 178, "dpi": 600, "font": "serif", "ranges": "all", "letters": false, "label": "fig:a_1",
        "recordings": {"a": {"file": "a.hmt", "hash": "crc32:0012aBcd", "deal_blocks": 128},
                       "b": {"trace": {"scene": "m.ply", "up": "z"}, "options": {"resolution": "64x32"}}},
        "caches": {"c": {"l1": "4KiB:128:4"}, "h": {"model": "hierarchy"}},
        "panel": {"view": {"frames": 4, "metric": "l1-misses"}, "cache": "h"},
        "rows": [{"name": "first", "height": 20}, {"panel": {"recording": "b", "view": {"frame": 2}}}],
        "columns": [{}, {"panel": {"view": {"frame": 3}}}],
        "panels": [[{"kind": "text", "text": "one\ntwo"}, null], [{"insets": [{"recording": "a"}]}, {}]]})",
                                       "in/f.json");
    EXPECT_EQ(figure.width, 178.0);
    EXPECT_EQ(figure.ranges, FigureRanges::all);
    EXPECT_EQ(figure.recordings[0].file, "in/a.hmt");
    EXPECT_EQ(figure.recordings[0].crc, 0x0012abcdU);
    EXPECT_EQ(figure.recordings[0].dealt_sms, 128U);
    EXPECT_EQ(figure.recordings[1].scene.spec, "in/m.ply");
    EXPECT_EQ(figure.recordings[1].options.width, 64U);
    EXPECT_EQ(l1_of(figure.caches[0].model.config).capacity, 4096U);
    ASSERT_EQ(figure.panels.size(), 3U);
    EXPECT_EQ(figure.panels[0].text, "one\ntwo");
    // Keys of the panel go before those of the column, the row and all panels.
    EXPECT_EQ(figure.panels[1].source, (FigureSource{1, 1}));
    EXPECT_EQ(figure.panels[1].insets.at(0).source, (FigureSource{0, 1}));
    EXPECT_EQ(figure_view(figure.panels[1]).frames, (FrameRange{4, 2, 1}));
    EXPECT_EQ(figure_view(figure.panels[2]).frames, (FrameRange{4, 3, 1}));
    EXPECT_EQ(figure_view(figure.panels[2]).metric, "l1-misses"_metric);
    EXPECT_FALSE(figure_view(figure.panels[2]).view.show_axes);
}

TEST(FigureRecipe, NamesPartsAndMemoryLayoutsOfRecordings) {
    const Figure figure = parse_figure(R"({"recordings": {
        "a": {"file": "a.hmt", "launches": "1:", "requests": "0:20", "layout": "l.json",
              "relayout": {"node-order": "veb", "stride": ["boxes=32", "a b=16"]}},
        "b": {"trace": "builtin:teapot", "relayout": [{"vertex-order": "random", "seed": 7}, {"layout": "soa"}]}
        }, "panels": [[{}]]})",
                                       "in/f.json");
    const FigureRecording& a = figure.recordings.at(0);
    EXPECT_EQ(a.part, (RecordingPart{{1, PartRange::to_end}, {0, 20}, {}}));
    EXPECT_EQ(a.layout, "in/l.json");
    ASSERT_EQ(a.relayouts.size(), 1U);
    EXPECT_EQ(to_string(a.relayouts[0]), "node-order=veb stride=boxes=32 stride=a%20b=16");
    const FigureRecording& b = figure.recordings.at(1);
    ASSERT_EQ(b.relayouts.size(), 2U);
    EXPECT_EQ(to_string(b.relayouts[0]), "vertex-order=random seed=7");
    EXPECT_EQ(to_string(b.relayouts[1]), "layout=soa");
    const Figure again = parse_figure(figure_to_json(figure, working_folder() / "in"), "in/f.json");
    for (const std::size_t i : {0U, 1U}) {
        EXPECT_EQ(recording_key(again.recordings.at(i)), recording_key(figure.recordings[i]));
        FigureRecording plain = figure.recordings[i];
        plain.relayouts.pop_back();
        EXPECT_NE(recording_key(plain), recording_key(figure.recordings[i])) << "is another recording";
    }
}

struct BrokenRecipe {
    std::string json;
    std::string message;
};

std::string recipe_with(const std::string& members) {
    return R"({"recordings": {"a": {"trace": "builtin:teapot"}}, )" + members + "}";
}
std::string panel_with(const std::string& members) {
    return recipe_with(R"("panels": [[{)" + members + "}]]");
}

TEST(FigureRecipe, SaysWhereItIsWrong) {
    const std::vector<BrokenRecipe> table{
        {"{", "f.json: line 1, column 2: expected string literal, found end of input"},
        {"[]", "f.json: /: expected an object, found []"},
        {"{}", "f.json: /: expected a key 'recordings' with a recording at least"},
        {R"({"recording": {}})",
         "f.json: /recording: expected one of the keys width, dpi, font, font_size, "},
        {R"({"recordings": {"a": {}}})",
         "f.json: /recordings/a: expected either a key 'file' or a key 'trace', found {}"},
        {R"({"recordings": {"a": {"file": ""}}})",
         "f.json: /recordings/a/file: expected the path of a recording"},
        {R"({"recordings": {"a": {"file": "x", "options": {}}}})",
         "f.json: /recordings/a/options: expected with 'trace', found 'file'"},
        {R"({"recordings": {"a": {"file": "x", "hash": "crc32:12"}}})",
         "f.json: /recordings/a/hash: expected \"crc32:\" and eight hexadecimal digits, found \"crc32:12\""},
        {R"({"recordings": {"a": {"file": "x", "hash": "crc32:0000000g"}}})",
         "f.json: /recordings/a/hash: expected \"crc32:\""},
        {R"({"recordings": {"a": {"trace": "builtin:teapot", "options": {"bvh": "best"}}}})",
         "f.json: /recordings/a/options/bvh: --bvh: expected "},
        {R"({"recordings": {"a": {"file": "x", "relayout": {"colour": "red"}}}})",
         "f.json: /recordings/a/relayout/colour: expected one of the keys node-order, vertex-order, "},
        {R"({"recordings": {"a": {"file": "x", "relayout": {"node-order": "morton"}}}})",
         "f.json: /recordings/a/relayout/node-order: --node-order: expected dfs|bfs|veb|access-count|"
         "first-access|clustered, found 'morton'"},
        {R"({"recordings": {"a": {"file": "x", "relayout": {"stride": ["boxes=32", 3]}}}})",
         "f.json: /recordings/a/relayout/stride/1: --stride: expected ALLOCATION=BYTES, found '3'"},
        {R"({"recordings": {"a": {"file": "x", "relayout": {"layout": ["soa"]}}}})",
         "f.json: /recordings/a/relayout/layout: expected a text or a number, found [\"soa\"]"},
        {R"({"recordings": {"a": {"file": "x", "relayout": [{}]}}})",
         "f.json: /recordings/a/relayout/0: expected an option of relayout that changes the layout, found "
         "{}"},
        {R"({"recordings": {"a": {"file": "x", "relayout": "soa"}}})",
         "f.json: /recordings/a/relayout: expected an object, found \"soa\""},
        {R"({"recordings": {"a": {"file": "x", "requests": "5:5"}}})",
         "f.json: /recordings/a/requests: requests: expected a first number below the second"},
        {R"({"recordings": {"a": {"trace": "builtin:teapot", "layout": "l.json"}}})",
         "f.json: /recordings/a/layout: expected with 'file', found 'trace'"},
        {R"({"recordings": {"a b": {"file": "x"}}})", "f.json: /recordings/a b: expected a name of 1 to 64 "},
        {R"({"recordings": {"a": {"file": "x", "deal_blocks": 0}}})",
         "f.json: /recordings/a/deal_blocks: expected "},
        {recipe_with(R"("width": 5)"), "f.json: /width: expected a number from 10 to 1000, found 5"},
        {recipe_with(R"("dpi": 1e9)"), "f.json: /dpi: expected a number from 30 to 1200, found 1000000000.0"},
        {recipe_with(R"("ranges": "row")"),
         "f.json: /ranges: expected \"metric\" or \"all\" or \"panel\", found \"row\""},
        {recipe_with(R"("label": "a}b")"),
         "f.json: /label: expected letters, digits and : - . _, found \"a}b\""},
        {recipe_with(R"("font": "a\tb")"),
         "f.json: /font: expected a text without control characters, found "},
        {recipe_with(R"("caches": {"c": {"l1": "big"}})"), "f.json: /caches/c/l1: "},
        {recipe_with(R"("rows": [])"), "f.json: /rows: expected 1 to 32 items, found []"},
        {recipe_with(R"("rows": [{"width": 3}])"),
         "f.json: /rows/0/width: expected one of the keys name, height, panel, found 'width'"},
        {recipe_with(R"("rows": [{"panel": {"view": {"metric": "x"}}}])"),
         "f.json: /rows/0/panel/view/metric: unknown metric 'x'"},
        {recipe_with(R"("panels": [])"), "f.json: /panels: expected an array of 1 rows, found []"},
        {recipe_with(R"("panels": [[{}, {}]])"),
         "f.json: /panels/0: expected an array of 1 panels, found [{},{}]"},
        {recipe_with(R"("panels": [[null]])"), "f.json: /: expected a panel at least"},
        {panel_with(R"("kind": "pie")"), "f.json: /panels/0/0/kind: expected \"mesh\" or \"image\" or "},
        {panel_with(R"("recording": "b")"),
         "f.json: /panels/0/0/recording: expected a name from /recordings, found \"b\""},
        {panel_with(R"("view": {"frames": 4, "frame": 4})"),
         "f.json: /panels/0/0/view/frame: expected 0 to 3, found 4"},
        {recipe_with(R"("panel": {"view": {"frames": 4}}, "rows": [{"panel": {"view": {"frame": 9}}}])"),
         "f.json: /panels/0/0/view/frame: expected 0 to 3, found 9"},
        {panel_with(R"("view": 3)"), "f.json: /panels/0/0/view: expected an object, found 3"},
        {panel_with(R"("kind": "text", "insets": [{}])"),
         "f.json: /panels/0/0/insets: expected in a panel of the kind mesh only"},
        {panel_with(R"("insets": [{"region": [0.5, 0.5, 0.6, 0.1]}])"),
         "f.json: /panels/0/0/insets/0/region: expected a region within the picture, "},
        {panel_with(R"("insets": [{"region": [0.5]}])"), "f.json: /panels/0/0/insets/0/region: expected four "
                                                         "numbers: left, top, width and height, found [0.5]"},
        {panel_with(R"("insets": [{"corner": "middle"}])"),
         "f.json: /panels/0/0/insets/0/corner: expected \"top-left\" or "},
        {panel_with(R"("insets": [{},{},{},{},{},{},{},{},{}])"),
         "f.json: /panels/0/0/insets: expected at most 8 "},
        {panel_with(R"("insets": [{}], "compare": {})"),
         "f.json: /panels/0/0: expected either 'compare' or 'insets', found both"},
        {panel_with(R"("rows": 2)"),
         "f.json: /panels/0/0: expected a panel within 1 rows and 1 columns, found 2 "},
        {panel_with(R"("kind": "colour-bar")"),
         "f.json: /: expected a mesh or an image left of the colour bar of row 1, column 1"},
        {panel_with(R"("kind": "colour-bar", "of": [0])"),
         "f.json: /panels/0/0/of: expected a row and a column, "},
        {panel_with(R"("kind": "plot", "plot": "l1-capacity")"),
         "f.json: /panels/0/0: expected a cache with \"model\": \"hierarchy\", which plots over the capacity "
         "need"},
        {panel_with(R"("view": {"metric": "l1-conflict-misses"})"),
         "f.json: /panels/0/0: expected a cache with \"model\": \"hierarchy\", which the metric "},
        {panel_with(R"("kind": "table", "table_columns": ["speed"])"),
         "f.json: /panels/0/0/table_columns/0: expected one of of, elements, elements_accessed, accesses, "},
        {recipe_with(R"("columns": [{}, {}], "panels": [[{"columns": 2}, {}]])"),
         "f.json: /panels/0/1: expected null, since the panel of row 1, column 1 covers this place"},
    };
    for (const BrokenRecipe& broken : table) {
        try {
            (void)parse_figure(broken.json, "f.json");
            ADD_FAILURE() << "accepted: " << broken.json;
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), StartsWith(broken.message)) << broken.json;
        }
    }
}

TEST(FigureLatex, IncludesTheFigureAndQuotesItsTexts) {
    Figure figure;
    figure.width = 88.5;
    figure.caption = "50 % of {a_b} & c\\d";
    figure.label = "fig:x";
    EXPECT_EQ(figure_latex(figure, "../f.pdf"), "\\begin{figure}\n"
                                                "  \\centering\n"
                                                "  \\includegraphics[width=88.5mm]{../f.pdf}\n"
                                                "  \\caption{50 \\% of \\{a\\_b\\} \\& c\\textbackslash{}d}\n"
                                                "  \\label{fig:x}\n"
                                                "\\end{figure}\n");
}

TEST(FigureLatex, TakesNamesThatLatexFinds) {
    const Figure figure;
    for (const char* const name : {"f.pdf", "../a b/c-d_e.pdf", "caf\xc3\xa9.png"})
        EXPECT_THAT(figure_latex(figure, name), testing::HasSubstr(std::string("]{") + name + "}"));
    for (const char c : std::string_view("%#{}\\~^$&\"\n"))
        EXPECT_THROW((void)figure_latex(figure, std::string("a") + c + "b.pdf"), UsageError) << c;
}

} // namespace
} // namespace hitmap
