#include "render/plot/plot_frame.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Returns the elements of an SVG file without their common attributes.
std::string elements(std::string svg) {
    for (const std::string attribute : {" fill=\"none\"", " stroke-linejoin=\"round\"",
                                        " text-anchor=\"start\"", " fill=\"#1e1e1e\"", " stroke=\"#1e1e1e\""})
        for (std::size_t at = svg.find(attribute); at != std::string::npos; at = svg.find(attribute))
            svg.erase(at, attribute.size());
    const std::size_t begin = svg.find('\n');
    return svg.substr(begin, svg.rfind("</svg>") - begin);
}

PlotData two_series(PlotLook look) {
    PlotData plot;
    plot.title = "a plot";
    plot.x = {"place", "place"};
    plot.y = {"share", "share", AxisNumbers::shares};
    plot.look = look;
    plot.series = {{"one", {{0, 0.5}, {1, 0.25}, {2, 0.5}}}, {"two", {{0, 0.25}, {1, 0.5}, {2, 0.0}}}};
    return plot;
}

std::string content(const PlotData& plot) {
    const PlotStyle style;
    SvgCanvas canvas({100, 50});
    PlotPainter(canvas, plot, style, {{0, 0}, {100, 40}}).draw_content();
    return elements(canvas.finish());
}

TEST(PlotLook, LinesDifferByDashesAndLeaveGaps) {
    PlotData plot = two_series(PlotLook::lines);
    plot.series[1].points = {{0, 0.25}, {0.5, 0.5}, {1, std::nan("")}, {1.5, 0.0}};
    plot.series[0].spread = {{0.25, 0.75}, {0.25, 0.25}, {std::nan(""), std::nan("")}};
    EXPECT_EQ(content(plot), R"svg(
<rect x="0" y="10" width="16.67" height="20" fill="#c3deed"/>
<polyline stroke="#0072b2" stroke-width="2" points="0,20 50,30 100,20"/>
<polyline stroke="#d55e00" stroke-width="2" stroke-dasharray="9 4" points="0,30 25,20"/>
<polyline stroke="#d55e00" stroke-width="3" points="71,40 79,40"/>
)svg");
}

TEST(PlotLook, DotsAreDrawnOnceAPlace) {
    PlotData plot = two_series(PlotLook::dots);
    plot.series.resize(1);
    plot.series[0].points.push_back({2.001, 0.5});
    EXPECT_EQ(content(plot), R"svg(
<path stroke="#0072b2" stroke-width="2.5" stroke-linecap="round" d="M0,20h0M49.98,30h0M99.95,20h0"/>
)svg");
}

TEST(PlotLook, StepsHoldUpToTheNextPoint) {
    EXPECT_EQ(content(two_series(PlotLook::steps)), R"svg(
<polyline stroke="#0072b2" stroke-width="2.5" points="0,40 0,40 0,20 50,20 50,30 100,30 100,20 100,20"/>
<polyline stroke="#d55e00" stroke-width="1.8" stroke-dasharray="9 4" points="0,40 0,40 0,30 50,30 50,20 100,20 100,40 100,40"/>
)svg");
}

TEST(PlotLook, BarsBehindTheMarkAreHatched) {
    PlotData plot = two_series(PlotLook::bars);
    plot.series.resize(1);
    plot.marked_x = 1.5;
    EXPECT_EQ(content(plot), R"svg(
<polygon fill="#c3deed" points="6.25,20 31.25,20 31.25,40 6.25,40"/>
<polyline stroke="#0072b2" stroke-width="1" points="6.25,20 31.25,20 31.25,40 6.25,40 6.25,20"/>
<polygon fill="#c3deed" points="37.5,30 62.5,30 62.5,40 37.5,40"/>
<polyline stroke="#0072b2" stroke-width="1" points="37.5,30 62.5,30 62.5,40 37.5,40 37.5,30"/>
<pattern id="hatched-0072b2" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M-1,1L1,-1M0,6L6,0M5,7L7,5" stroke="#0072b2" stroke-width="1"/></pattern>
<polygon fill="url(#hatched-0072b2)" points="68.75,20 93.75,20 93.75,40 68.75,40"/>
<polyline stroke="#0072b2" stroke-width="1" points="68.75,20 93.75,20 93.75,40 68.75,40 68.75,20"/>
<polyline stroke="#55555a" stroke-width="1.5" stroke-dasharray="4 3" points="65.62,0 65.62,40"/>
)svg");
}

TEST(PlotLook, AreasStandOnEachOther) {
    EXPECT_EQ(content(two_series(PlotLook::areas)), R"svg(
<polygon fill="#8f8f8f" points="0,20 50,30 100,20 100,40 50,40 0,40"/>
<polyline stroke-width="0.5" points="0,20 50,30 100,20"/>
<pattern id="hatched-1e1e1e" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M-1,1L1,-1M0,6L6,0M5,7L7,5" stroke-width="1"/></pattern>
<polygon fill="url(#hatched-1e1e1e)" points="0,10 50,10 100,20 100,20 50,30 0,20"/>
<polyline stroke-width="0.5" points="0,10 50,10 100,20"/>
)svg");
}

TEST(PlotLook, FiveAreasDifferByPatterns) {
    PlotData plot = two_series(PlotLook::areas);
    while (plot.series.size() < 5)
        plot.series.push_back(plot.series.front());
    const std::string svg = content(plot);
    for (const char* fill : {"\"#8f8f8f\"", "\"url(#hatched-1e1e1e)\"", "\"url(#dotted-1e1e1e)\"",
                             "\"url(#crossed-1e1e1e)\"", "\"url(#lined-1e1e1e)\""}) {
        const std::size_t at = svg.find(fill);
        ASSERT_NE(at, std::string::npos) << fill;
        EXPECT_EQ(svg.find(fill, at + 1), std::string::npos) << fill << " is of one area";
    }
}

TEST(PlotLook, StackedBarsStandOnEachOtherAndDifferByPatterns) {
    PlotData plot = two_series(PlotLook::stacked_bars);
    plot.series[1].points[2].y = std::nan("");
    EXPECT_EQ(content(plot), R"svg(
<polygon fill="#66aad1" points="6.25,20 31.25,20 31.25,40 6.25,40"/>
<polyline stroke="#0072b2" stroke-width="1" points="6.25,20 31.25,20 31.25,40 6.25,40 6.25,20"/>
<polygon fill="#66aad1" points="37.5,30 62.5,30 62.5,40 37.5,40"/>
<polyline stroke="#0072b2" stroke-width="1" points="37.5,30 62.5,30 62.5,40 37.5,40 37.5,30"/>
<polygon fill="#66aad1" points="68.75,20 93.75,20 93.75,40 68.75,40"/>
<polyline stroke="#0072b2" stroke-width="1" points="68.75,20 93.75,20 93.75,40 68.75,40 68.75,20"/>
<pattern id="hatched-d55e00" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M-1,1L1,-1M0,6L6,0M5,7L7,5" stroke="#d55e00" stroke-width="1"/></pattern>
<polygon fill="url(#hatched-d55e00)" points="6.25,10 31.25,10 31.25,20 6.25,20"/>
<polyline stroke="#d55e00" stroke-width="1" points="6.25,10 31.25,10 31.25,20 6.25,20 6.25,10"/>
<polygon fill="url(#hatched-d55e00)" points="37.5,10 62.5,10 62.5,30 37.5,30"/>
<polyline stroke="#d55e00" stroke-width="1" points="37.5,10 62.5,10 62.5,30 37.5,30 37.5,10"/>
)svg");
}

TEST(PlotFrame, UprightLabelsTakeTheirLength) {
    PlotData plot = two_series(PlotLook::stacked_bars);
    plot.x.labels = {"a", "a function with a long name", "c"};
    plot.x.upright = true;
    const std::string svg = elements(plot_svg(plot, {300, 250}));
    EXPECT_THAT(svg, testing::HasSubstr("rotate(-90"));
    EXPECT_THAT(svg, testing::HasSubstr(">a</text>"));
    EXPECT_THAT(svg, testing::HasSubstr(">a function w"));
    SvgCanvas canvas({300, 250});
    const double upright = PlotFrame::least_height(canvas, plot, {}, 300.0);
    plot.x.upright = false;
    EXPECT_EQ(upright - PlotFrame::least_height(canvas, plot, {}, 300.0), 110.0 - PlotStyle().line_height());
}

TEST(PlotLook, SpansReachFromTheirPointToTheirEnd) {
    PlotData plot = two_series(PlotLook::spans);
    plot.x.range = PlotRange{0.0, 100.0};
    plot.y = {"slot", "slot"};
    plot.y.range = PlotRange{-0.5, 1.5};
    plot.series = {{"warps", {{0, 0}, {50, 0}, {50.25, 0}, {10, 1}}, {}, {25, 50.1, 50.5, 90}}};
    EXPECT_EQ(content(plot), R"svg(
<polygon fill="#c3deed" points="0,22 25,22 25,38 0,38"/>
<polyline stroke="#0072b2" stroke-width="1" points="0,22 25,22 25,38 0,38 0,22"/>
<polygon fill="#c3deed" points="50,22 51,22 51,38 50,38"/>
<polyline stroke="#0072b2" stroke-width="1" points="50,22 51,22 51,38 50,38 50,22"/>
<polygon fill="#c3deed" points="10,2 90,2 90,18 10,18"/>
<polyline stroke="#0072b2" stroke-width="1" points="10,2 90,2 90,18 10,18 10,2"/>
)svg");
}

TEST(PlotFrame, HasTitlesAboveAndTheLegendBelow) {
    PlotData plot = two_series(PlotLook::steps);
    plot.x = {"capacity", "capacity", AxisNumbers::bytes, true};
    plot.series = {{"all", {{1024, 0.25}, {2048, 0.5}}}};
    plot.marked_x = 2048.0;
    plot.mark_title = "present: 2 KiB";
    EXPECT_EQ(elements(plot_svg(plot, {300, 250})), R"svg(
<rect x="0" y="0" width="300" height="250" fill="#ffffff"/>
<text x="4" y="13.5" font-size="13" font-weight="bold">a plot</text>
<text x="4" y="31.5" font-size="12">share</text>
<text x="162.65" y="202" font-size="13" text-anchor="middle">capacity</text>
<polyline stroke="#dddde0" stroke-width="1" points="46.62,168 278.69,168"/>
<polyline stroke-width="1" points="41.62,168 46.62,168"/>
<text x="38.62" y="172" font-size="12" text-anchor="end">0 %</text>
<polyline stroke="#dddde0" stroke-width="1" points="46.62,105 278.69,105"/>
<polyline stroke-width="1" points="41.62,105 46.62,105"/>
<text x="38.62" y="109" font-size="12" text-anchor="end">50 %</text>
<polyline stroke="#dddde0" stroke-width="1" points="46.62,42 278.69,42"/>
<polyline stroke-width="1" points="41.62,42 46.62,42"/>
<text x="38.62" y="46" font-size="12" text-anchor="end">100 %</text>
<polyline stroke-width="1" points="46.62,168 46.62,173"/>
<text x="46.62" y="185" font-size="12" text-anchor="middle">1 KiB</text>
<polyline stroke-width="1" points="162.65,168 162.65,173"/>
<text x="162.65" y="185" font-size="12" text-anchor="middle">2 KiB</text>
<polyline stroke-width="1" points="278.69,168 278.69,173"/>
<text x="278.69" y="185" font-size="12" text-anchor="middle">4 KiB</text>
<polyline stroke-width="1" points="46.62,42 278.69,42 278.69,168 46.62,168 46.62,42"/>
<polyline stroke="#0072b2" stroke-width="2.5" points="46.62,168 46.62,168 46.62,136.5 162.65,136.5 162.65,105 278.69,105"/>
<polyline stroke="#55555a" stroke-width="1.5" stroke-dasharray="4 3" points="162.65,42 162.65,168"/>
<polyline stroke="#0072b2" stroke-width="2.5" points="6,223 38,223"/>
<text x="44" y="227" font-size="12">all</text>
<polyline stroke="#55555a" stroke-width="1.5" stroke-dasharray="4 3" points="6,241 38,241"/>
<text x="44" y="245" font-size="12">present: 2 KiB</text>
)svg");
}

TEST(PlotFrame, IsHigherWhereTheLegendNeedsIt) {
    PlotData plot = two_series(PlotLook::lines);
    EXPECT_EQ(plot_image(plot, {300, 220}, {}, 1).size, (FrameSize{300, 220}));
    for (int i = 0; i < 20; ++i)
        plot.series.push_back({"a name that takes a row for itself", {{0, 0.5}}});
    const Image image = plot_image(plot, {300, 220}, {}, 2);
    EXPECT_EQ(image.size.width, 600);
    EXPECT_GT(image.size.height, 2 * 22 * 18);
}

TEST(PlotFrame, LongTitlesAreCutWithAnEllipsis) {
    PlotData plot = two_series(PlotLook::lines);
    plot.title = std::string(200, 'x');
    EXPECT_THAT(plot_svg(plot, {300, 220}), testing::HasSubstr("xx\u2026</text>"));
}

struct TickCase {
    const char* name;
    PlotAxis axis;
    PlotRange range;
    double length;
    const char* expected;
};

TEST(AxisTicks, AreRoundAndTheirLabelsDoNotTouch) {
    PlotAxis logarithmic{"", "", AxisNumbers::bytes, true};
    PlotAxis labelled;
    labelled.labels = {"0", "1", "2-3", "4-7", "", "cold"};
    const TickCase cases[] = {
        {"counts", {}, {0, 1050}, 400, "0 500 1\u2009000"},
        {"shares", {"", "", AxisNumbers::shares}, {0, 1}, 120, "0 % 100 %"},
        {"bytes", {"", "", AxisNumbers::bytes}, {16000, 33000}, 300, "16 KiB 20 KiB 24 KiB 28 KiB 32 KiB"},
        {"powers", logarithmic, {10, 16}, 400, "1 KiB 2 KiB 4 KiB 8 KiB 16 KiB 32 KiB 64 KiB"},
        {"powers, narrow", logarithmic, {10, 16}, 200, "1 KiB 4 KiB 16 KiB 64 KiB"},
        {"labels", labelled, {-0.6, 5.6}, 600, "0 1 2-3 4-7 cold"},
        {"labels, narrow", labelled, {-0.6, 5.6}, 100, "0 cold"},
        {"none", {"", "", AxisNumbers::none}, {0, 1}, 400, ""},
    };
    for (const TickCase& c : cases) {
        std::string text;
        const double distance = tick_distance(c.axis, c.range, 12.0, axis_text);
        for (const AxisTick& tick : axis_ticks(c.axis, c.range, c.length, distance, axis_text))
            text += (text.empty() ? "" : " ") + tick.text;
        EXPECT_EQ(text, c.expected) << c.name;
    }
}

TEST(AxisTicks, OfLargeNumbersAreFewToo) {
    for (const AxisNumbers numbers : {AxisNumbers::counts, AxisNumbers::bytes}) {
        PlotData plot;
        plot.x.numbers = numbers;
        plot.series = {{"one", {{1e18, 0.0}}}};
        EXPECT_LT(axis_ticks(plot.x, x_range(plot), 400.0, 70.0, axis_text).size(), 8U);
    }
}

TEST(ImageCanvas, PatternsLeaveGaps) {
    const CanvasPoint square[] = {{0, 0}, {60, 0}, {60, 60}, {0, 60}};
    for (const FillPattern pattern : {FillPattern::solid, FillPattern::hatched, FillPattern::dotted,
                                      FillPattern::crossed, FillPattern::lined}) {
        ImageCanvas canvas({60, 60});
        canvas.polygon(square, {{0, 0, 0}, pattern});
        Image image({60, 60});
        canvas.finish(image);
        double covered = 0.0;
        for (std::size_t at = 3; at < image.rgba.size(); at += 4)
            covered += image.rgba[at] / 255.0 / 3600.0;
        if (pattern == FillPattern::solid)
            EXPECT_NEAR(covered, 1.0, 1e-9);
        else
            EXPECT_TRUE(covered > 0.04 && covered < 0.4) << static_cast<int>(pattern) << ": " << covered;
    }
}

} // namespace
} // namespace hitmap
