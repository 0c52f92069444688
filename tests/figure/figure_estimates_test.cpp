// Figures say where a value is an estimate: in captions, texts, axes and colour bars.
#include "app/figure/figure_bar.h"
#include "app/figure/figure_estimates.h"
#include "app/figure/figure_json.h"
#include "app/figure/make_figure.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// A figure of a trace, "exact", and of the same with its blocks dealt to other SMs, "dealt": with persistent
/// threads, that is an estimate. Its panels need no OpenGL.
Figure figure_with(const std::string& columns, const std::string& panels, const std::string& style = "") {
    return parse_figure(fmt::format(R"({{
        "width": 400, "dpi": 36, {}
        "recordings": {{
          "exact": {{"trace": "builtin:teapot?triangles=200",
                     "options": {{"resolution": "8x8", "sms": 2, "warps-per-sm": 2}}}},
          "dealt": {{"trace": "builtin:teapot?triangles=200", "deal_blocks": 1,
                     "options": {{"resolution": "8x8", "sms": 2, "warps-per-sm": 2}}}}}},
        "columns": {}, "panels": {}}})",
                                    style, columns, panels),
                        "f.json");
}

std::string svg_of(const Figure& figure) {
    ThreadPool pool(1);
    return figure_file(figure, make_figure(figure, pool), FigureFormat::svg);
}

TEST(FigureEstimates, CaptionsTextsAndAxesSayIt) {
    const std::string panels = R"([[
        {"kind": "framebuffer", "recording": "NAME", "caption": "pixels"},
        {"kind": "table", "recording": "NAME"},
        {"kind": "plot", "recording": "NAME", "caption": "L1 {l1-hit-rate}"},
        {"kind": "text", "recording": "NAME", "text": "a heading\nL2 {l2-hit-rate}"}]])";
    const auto panels_of = [&](const std::string& name) {
        std::string text = panels;
        for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME"))
            text.replace(at, 4, name);
        return text;
    };
    const std::string dealt = svg_of(figure_with("[{}, {}, {}, {}]", panels_of("dealt")));
    EXPECT_THAT(dealt, HasSubstr(">(a) pixels \u00b7 estimate<"));
    EXPECT_THAT(dealt, HasSubstr(">(b) estimate<"));
    EXPECT_THAT(dealt, testing::ContainsRegex(">\\(c\\) L1 [0-9.]+ % \u00b7 estimate<"));
    EXPECT_THAT(dealt, testing::ContainsRegex(">hit rate[^<]* \u00b7 estimate<"));
    EXPECT_THAT(dealt, HasSubstr(">a heading<")) << "a text without results";
    EXPECT_THAT(dealt, testing::ContainsRegex(">L2 [0-9.]+ % \u00b7 estimate<"));
    const std::string exact = svg_of(figure_with("[{}, {}, {}, {}]", panels_of("exact")));
    EXPECT_THAT(exact, AllOf(HasSubstr(">(a) pixels<"), HasSubstr(">(b)<"), Not(HasSubstr("estimate"))));
}

TEST(FigureEstimates, AColourBarSaysIfAllOrSomeOfItsPanelsAreEstimates) {
    const auto bar_of = [](const char* first, const char* second, const char* style = "") {
        return svg_of(figure_with(R"([{}, {}, {"width": 60}])",
                                  fmt::format(R"([[{{"kind": "framebuffer", "recording": "{}"}},
                                                   {{"kind": "framebuffer", "recording": "{}"}},
                                                   {{"kind": "colour-bar"}}]])",
                                              first, second),
                                  style));
    };
    EXPECT_THAT(bar_of("exact", "exact"), Not(HasSubstr("estimate")));
    // "estimate" alone is a line of an upright bar, or the end of the title of a lying one.
    EXPECT_THAT(bar_of("dealt", "dealt"), testing::ContainsRegex("(>| \u00b7 )estimate<"));
    EXPECT_THAT(bar_of("exact", "dealt"), HasSubstr("in part an estimate<"));
    EXPECT_THAT(bar_of("exact", "dealt", R"("ranges": "panel",)"), Not(HasSubstr("in part an estimate")))
        << "the bar is that of the second panel alone";
}

TEST(FigureEstimates, ALyingBarWithALongTitleSaysItToo) {
    constexpr double width = 200.0;
    FigureContent content;
    content.bar.title = "a title that is much longer than the bar is wide, so that its end is left out";
    content.bar_estimate = "estimate";
    SvgCanvas canvas({width, 40.0}, "sans-serif");
    draw_figure_bar(canvas, {0.0, 0.0, width, 30.0}, content, Figure());
    EXPECT_THAT(canvas.finish(), AllOf(Not(HasSubstr("left out")), HasSubstr(" \u00b7 estimate<")));
}

TEST(FigureEstimates, TheCaptionForLatexEndsWithTheReasons) {
    Figure figure = figure_with("[{}, {}]", R"([[{"kind": "table", "recording": "exact"},
                                                 {"kind": "table", "recording": "dealt"}]])");
    ThreadPool pool(1);
    const MadeFigure made = make_figure(figure, pool);
    const auto reasons = figure_estimates(made.contents);
    EXPECT_THAT(reasons, ElementsAre(StartsWith("dealt: Estimate, by dealing the blocks again: ")));
    figure.caption = "Two tables";
    EXPECT_THAT(figure_latex(figure, "f.pdf", reasons),
                HasSubstr("\\caption{Two tables. dealt: Estimate, by "));
    figure.caption.clear();
    EXPECT_THAT(figure_latex(figure, "f.pdf", reasons), Not(HasSubstr("caption")));
}

TEST(FigureEstimates, APartOfAPanelMakesItAnEstimate) {
    const auto reasons_of = [](const char* rest) {
        const Figure figure = figure_with("[{}]", fmt::format(R"([[{{"recording": "exact"{}}}]])", rest));
        ThreadPool pool(1);
        FigureStore store(pool);
        const auto lock = store.lock({});
        FigureInputs inputs(figure, store, {});
        return figure_estimates(figure_contents(figure, inputs));
    };
    EXPECT_THAT(reasons_of(""), IsEmpty());
    EXPECT_THAT(reasons_of(R"(, "compare": {"recording": "dealt"})"), ElementsAre(StartsWith("dealt: ")));
    EXPECT_THAT(reasons_of(R"(, "insets": [{"recording": "dealt"}])"), ElementsAre(StartsWith("dealt: ")));
}

} // namespace
} // namespace hitmap
