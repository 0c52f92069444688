#include "core/base/error.h"
#include "core/profile/pixels/pixel_table.h"
#include "render/picture/panel_caption.h"
#include "render/picture/panels.h"
#include "render/plot/step_line.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <set>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

FramebufferPanel small_framebuffer() {
    FramebufferPanel panel;
    panel.width = 2;
    panel.height = 2;
    panel.values = {0.0F, 0.5F, 0.999F, std::nanf("")};
    panel.caption = {"tiny <scene> & more"};
    return panel;
}

PlotSeries over_frames(const std::string& name, const std::vector<double>& values) {
    PlotSeries series{name, {}};
    for (const double value : values)
        series.points.push_back({static_cast<double>(series.points.size()) + 0.5, value});
    return series;
}

PlotsPanel small_curves() {
    PlotData rates;
    rates.x.title = "frame";
    rates.x.range = {0.0, 4.0};
    PlotData accesses = rates;
    rates.y = {"hit rate", "hit_rate", AxisNumbers::shares};
    rates.series = {over_frames("L1 hit rate", {0.0, 0.5, 1.0, 0.5}),
                    over_frames("L2 hit rate", {0.25, NAN, 0.75, 0.75})};
    accesses.y.title = "accesses per frame";
    accesses.series = {over_frames("boxes", {0, 1000, 2000, 500}), over_frames("faces", {10, 20, 30, 40}),
                       over_frames("pixels", {1, 2, 3, 4})};
    PlotsPanel panel;
    panel.plots = {rates, accesses};
    panel.caption = {"tiny"};
    return panel;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST(CaptionLines, AreSplitWhereTheyAreLongerThanThePicture) {
    const auto texts = [](const std::vector<std::string>& caption, double width) {
        std::vector<std::string> lines;
        for (const CaptionLine& line : caption_lines(caption, width))
            lines.push_back((line.bold ? "*" : "") + line.text);
        return lines;
    };
    using testing::ElementsAre;
    EXPECT_THAT(texts({"bunny, 69451 faces", "L1 32 KiB"}, 600),
                ElementsAre("*bunny, 69451 faces", "L1 32 KiB"));
    EXPECT_THAT(texts({"bunny, 69451 faces", "L1 32 KiB"}, 100),
                ElementsAre("*bunny, 69451", "*faces", "L1 32 KiB"));
    // A word that is longer than the line is divided, behind a hyphen if it has one.
    EXPECT_THAT(texts({"averyveryverylongname of a scene"}, 100),
                ElementsAre("*averyveryver", "*ylongname of", "*a scene"));
    EXPECT_THAT(texts({"statue-node-width-8 and others"}, 100),
                ElementsAre("*statue-node-", "*width-8 and", "*others"));
    EXPECT_THAT(texts({"\u2212\u2212"}, 1), ElementsAre("*\u2212", "*\u2212")) << "not within a character";
    EXPECT_THAT(texts({"", "x"}, 100), ElementsAre("*", "x"));
}

TEST(SvgCanvas, WritesWhatIsDrawn) {
    SvgCanvas canvas({40, 30});
    canvas.rectangle({1, 2.5}, {3, 4}, {255, 0, 16});
    const CanvasPoint points[] = {{0, 0}, {10.128, -0.001}};
    const double dashes[] = {4, 2};
    canvas.line(points, {{0, 0, 0}, 1.5, dashes});
    canvas.text({5, 6}, "a < b & \x01", {.anchor = Anchor::middle});
    EXPECT_EQ(canvas.finish(),
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\" viewBox=\"0 0 40 30\" "
              "font-family=\"sans-serif\">\n"
              "<rect x=\"1\" y=\"2.5\" width=\"3\" height=\"4\" fill=\"#ff0010\"/>\n"
              "<polyline fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\" stroke-linejoin=\"round\" "
              "stroke-dasharray=\"4 2\" points=\"0,0 10.13,0\"/>\n"
              "<text x=\"5\" y=\"6\" font-size=\"13\" fill=\"#1e1e1e\" text-anchor=\"middle\">a &lt; b &amp; "
              " </text>\n"
              "</svg>\n");
}

TEST(SvgCanvas, ImagesArePngsInside) {
    SvgCanvas canvas({4, 4});
    canvas.image({0, 0}, {4, 4}, Image({1, 1}));
    EXPECT_THAT(canvas.finish(), HasSubstr("href=\"data:image/png;base64,iVBORw0KGgo"));
}

TEST(FramebufferPanel, OneCellAPixel) {
    const FramebufferPanel panel = small_framebuffer();
    const Image cells = framebuffer_cells(panel);
    const ColourMap& map = colour_map_named("plasma");
    const auto at = [&cells](int x, int y) {
        return Rgb{cells.pixel(x, y)[0], cells.pixel(x, y)[1], cells.pixel(x, y)[2]};
    };
    EXPECT_EQ(at(0, 0), map.at(0.0F));
    EXPECT_EQ(at(1, 0), map.at(0.5F));
    EXPECT_EQ(at(0, 1), map.at(0.999F));
    EXPECT_EQ(at(1, 1), not_accessed_at(1, 0, 1.0F));
}

TEST(FramebufferPanel, OfStacksHasSectorsAndSaysSo) {
    RecordedScene scene;
    scene.width = 20;
    scene.height = 20;
    StackTraffic stack;
    for (std::uint32_t pixel = 0; pixel < 200; ++pixel) {
        StackSums sums;
        sums.sectors = (pixel < 198 ? 2 * (pixel / 99) + 2 : 1000 * pixel) * StackSums::unit;
        stack.rays.push_back({pixel, 0, 0, sums});
    }
    const FramebufferPanel panel = stack_framebuffer_of(scene, stack);
    EXPECT_EQ(panel.top, 4.0F) << "what 99 of 100 pixels do not exceed";
    EXPECT_EQ(panel.values[0], 2.0F);
    EXPECT_TRUE(std::isnan(panel.values[200]));
    const Image cells = framebuffer_cells(panel);
    const Rgb half = colour_map_named("plasma").at(0.5F);
    EXPECT_EQ((Rgb{cells.pixel(0, 0)[0], cells.pixel(0, 0)[1], cells.pixel(0, 0)[2]}), half);
    const std::string svg = panel_svg(panel, {800, 600});
    EXPECT_THAT(svg, HasSubstr(">Stack sectors</text>"));
    EXPECT_THAT(svg, HasSubstr(">4 or more</text>"));
    EXPECT_THAT(svg, HasSubstr(">none</text>"));
    EXPECT_THAT(svg, Not(HasSubstr("Access order")));
    const std::string csv = framebuffer_csv(panel);
    EXPECT_THAT(csv, StartsWith("pixel,x,y,stack_sectors\n0,0,0,2\n"));
    EXPECT_THAT(csv, HasSubstr("\n199,19,9,199000\n200,0,10,\n"));
    EXPECT_EQ(framebuffer_csv(small_framebuffer()),
              "pixel,x,y,access_order\n0,0,0,0\n1,1,0,0.5\n2,0,1,0.999000013\n3,1,1,\n");
    EXPECT_EQ(stack_framebuffer_of(scene, {}).top, 1.0F);
    EXPECT_THROW((void)stack_framebuffer_of({}, stack), Error);
}

TEST(FramebufferPanel, OfAQuantityOfPixelsHasItsRange) {
    PixelTable table;
    table.width = 2;
    table.height = 2;
    table.sums.resize(4);
    for (std::size_t pixel = 0; pixel < 3; ++pixel) {
        table.sums[pixel].requests = 1;
        table.sums[pixel].active_lanes = 8 * (pixel + 1);
    }
    View view;
    view.range_mode = RangeMode::data;
    const FramebufferPanel panel = image_of(table, *pixel_quantity_named("branching-rate"), view);
    EXPECT_EQ(panel.bottom, 0.25F);
    EXPECT_EQ(panel.top, 0.75F);
    EXPECT_TRUE(std::isnan(panel.values[3]));
    EXPECT_EQ(panel.words.absent, "no requests");
    const Image cells = framebuffer_cells(panel);
    const Rgb half = colour_map_named("plasma").at(0.5F);
    EXPECT_EQ((Rgb{cells.pixel(1, 0)[0], cells.pixel(1, 0)[1], cells.pixel(1, 0)[2]}), half);
    EXPECT_EQ(framebuffer_csv(panel),
              "pixel,x,y,branching_rate\n0,0,0,0.25\n1,1,0,0.5\n2,0,1,0.75\n3,1,1,\n");
    const std::string svg = panel_svg(panel, {400, 300});
    EXPECT_THAT(svg, HasSubstr(">Branching rate</text>"));
    EXPECT_THAT(svg, HasSubstr("75.0"));
    view.range_mode = RangeMode::manual;
    view.range_max = 0.5F;
    EXPECT_EQ(image_of(table, *pixel_quantity_named("branching-rate"), view).words.high, "or more");
    EXPECT_THROW((void)image_of(table, *pixel_quantity_named("sectors"), view), Error) << "not known";
}

PixelTable table_of(std::initializer_list<std::uint64_t> active_lanes) {
    PixelTable table;
    table.width = static_cast<std::uint32_t>(active_lanes.size());
    table.height = 1;
    for (const std::uint64_t lanes : active_lanes) {
        table.sums.emplace_back().active_lanes = lanes;
        table.sums.back().requests = lanes == 0 ? 0 : 1;
    }
    return table;
}

TEST(FramebufferPanel, OfADifferenceIsBMinusA) {
    const PixelQuantity& rate = *pixel_quantity_named("branching-rate");
    const PixelTable a = table_of({8, 16, 0, 32, 0});
    const PixelTable b = table_of({16, 8, 32, 0, 0});
    const FramebufferPanel panel = image_difference_of(a, b, rate, {'C', 'D'}, {});
    constexpr float unbounded = std::numeric_limits<float>::infinity();
    EXPECT_THAT(std::vector<float>(panel.values.begin(), panel.values.begin() + 4),
                testing::ElementsAre(0.25F, -0.25F, unbounded, -unbounded));
    EXPECT_TRUE(std::isnan(panel.values[4]));
    EXPECT_EQ(panel.bottom, -panel.top);
    EXPECT_EQ(panel.words.title, "D \u2212 C: Branching rate (pp)");
    const Image cells = framebuffer_cells(panel);
    const auto at = [&cells](int x) {
        return Rgb{cells.pixel(x, 0)[0], cells.pixel(x, 0)[1], cells.pixel(x, 0)[2]};
    };
    EXPECT_EQ(at(0), difference_map().at(1.0F));
    EXPECT_EQ(at(1), difference_map().at(0.0F));
    EXPECT_EQ(at(2), pattern_at(Pattern::only_b, 2, 0, 1.0F));
    EXPECT_EQ(at(3), pattern_at(Pattern::only_a, 3, 0, 1.0F));
    EXPECT_EQ(at(4), not_accessed_at(4, 0, 1.0F));
    const std::string svg = panel_svg(panel, {600, 400});
    for (const char* text : {">D only<", ">C only<", ">in neither<"})
        EXPECT_THAT(svg, HasSubstr(text));
    EXPECT_EQ(framebuffer_csv(panel), "pixel,x,y,branching_rate_difference\n0,0,0,0.25\n1,1,0,-0.25\n2,2,0,\n"
                                      "3,3,0,\n4,4,0,\n");
    EXPECT_THAT(
        [&] {
            (void)image_difference_of(a, table_of({1, 2}), rate, {}, {});
        },
        testing::ThrowsMessage<Error>("the images of A and B have 5 x 1 and 2 x 1 pixels"));
}

TEST(FramebufferPanel, IsTheSameAsPixelsAndAsSvg) {
    const Image image = panel_image(small_framebuffer(), {400, 300});
    EXPECT_EQ(image.size, (FrameSize{400, 300}));
    std::set<std::tuple<int, int, int>> colours;
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
        ASSERT_EQ(image.rgba[at + 3], 255);
        colours.insert({image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]});
    }
    const Rgb half = colour_map_named("plasma").at(0.5F);
    EXPECT_TRUE(colours.contains({half.r, half.g, half.b}));
    const std::string svg = panel_svg(small_framebuffer(), {400, 300});
    EXPECT_THAT(svg, StartsWith("<svg "));
    EXPECT_THAT(svg, HasSubstr(">x in pixels</text>"));
    EXPECT_THAT(svg, HasSubstr(">not written</text>"));
    EXPECT_THAT(svg, HasSubstr(">tiny &lt;scene&gt; &amp; more</text>"));
}

TEST(CurvesPanel, CurvesDifferByTheirDashes) {
    const std::string svg = panel_svg(small_curves(), {800, 500});
    EXPECT_THAT(svg, HasSubstr(">hit rate</text>"));
    EXPECT_THAT(svg, HasSubstr(">accesses per frame</text>"));
    EXPECT_THAT(svg, HasSubstr(">100 %</text>"));
    for (const char* name : {"L1 hit rate", "L2 hit rate", "boxes", "faces", "pixels"})
        EXPECT_THAT(svg, HasSubstr(std::string(">") + name + "</text>"));
    // The second curve of both plots has a line and a sample in the legend. In the first plot, the line has
    // two parts; the first part is a single frame, which is drawn without dashes.
    EXPECT_EQ(count(svg, "stroke-dasharray=\"9 4\""), 4U);
    EXPECT_EQ(count(svg, "stroke-dasharray=\"2 3\""), 2U);
}

TEST(CurvesPanel, PointsLieInTheMiddleOfTheirFrames) {
    PlotsPanel panel = small_curves();
    panel.caption.clear();
    const std::string svg = panel_svg(panel, {84 + 400 + 140, 500});
    EXPECT_THAT(svg, HasSubstr("points=\"134,")); // 84 + 400 / 8
    EXPECT_THAT(svg, HasSubstr(" 434,"));
}

TEST(PlotsPanel, PlotsThatDoNotFitCoverTheCaptionOrEachOther) {
    PlotsPanel panel = small_curves();
    panel.caption.clear();
    EXPECT_THAT(panel_svg(panel, {400, 300}), HasSubstr(" points=\"84,160 260,160 260,242 84,242 84,160\""));
    EXPECT_THAT(panel_svg(panel, {400, 150}), HasSubstr(" points=\"84,94 260,94 260,110 84,110 84,94\""));
    panel.least_height = 0.0;
    EXPECT_THAT(panel_svg(panel, {400, 150}), HasSubstr(" points=\"84,85 260,85 260,101 84,101 84,85\""));
}

TEST(MissRatioPanel, StepsUpAtEachPointAndMarksThePresentCapacity) {
    // The axis has 1 KiB to 4 KiB over 400 pixels. A point in the middle, at 2 KiB, raises the curve to one
    // half.
    const LevelReuse level{1, 2048, {}, {}, {}};
    PlotsPanel panel;
    panel.plots.push_back(capacity_curves("L1", level, {}));
    panel.plots[0].series = {{"everything", {{1024, 0.0}, {2048, 0.5}}}};
    panel.legend_width = 180.0;
    const std::string svg = panel_svg(panel, {84 + 400 + 180, 16 + 200 + 46 + 12});
    EXPECT_THAT(svg, HasSubstr("points=\"84,216 284,216 284,116 484,116\""));
    EXPECT_THAT(svg, HasSubstr("points=\"284,16 284,216\"")) << "the mark";
    for (const char* text :
         {"present: 2 KiB", "1 KiB", "2 KiB", "4 KiB", "100 %", "capacity of L1", "everything"})
        EXPECT_THAT(svg, HasSubstr(std::string(">") + text + "</text>"));
}

TEST(MissRatioPanel, TitleOfTheMarkIsInsideOfThePlot) {
    const std::vector<std::string> titles{
        R"(<text x="90" y="31" font-size="12" fill="#55555a" text-anchor="start" font-weight="bold">present: 1 KiB)", // right of the mark
        R"(<text x="344.67" y="31" font-size="12" fill="#55555a" text-anchor="end" font-weight="bold">present: 4 KiB)"};
    for (std::size_t i = 0; i < titles.size(); ++i) {
        PlotsPanel panel;
        panel.plots.push_back(capacity_curves("L1", {1, i == 0 ? 1024U : 4096U, {}, {}, {}}, {}));
        panel.plots[0].series = {{"everything", {{1024, 0.0}, {4096, 0.5}}}};
        panel.legend_width = 180.0;
        EXPECT_THAT(panel_svg(panel, {84 + 400 + 180, 16 + 200 + 46 + 12}), HasSubstr(titles[i]));
    }
}

TEST(MissRatioPanel, HasEverythingAndTheAllocationsWithTheMostLookups) {
    RecordingInfo info;
    info.allocations.resize(8);
    ReuseReport reuse;
    reuse.l1 = {4, 128, {}, std::vector<ReuseHistogram>(8)};
    reuse.l2 = reuse.l1;
    for (unsigned a = 0; a < 8; ++a) {
        info.allocations[a].name = "a" + std::to_string(a);
        for (unsigned i = 0; i < a; ++i) { // a0 has no look-ups
            reuse.l1.all.add(ReuseHistogram::bin_of(i), i < 4);
            reuse.l1.allocations[a].add(ReuseHistogram::bin_of(i), i < 4);
        }
    }
    const PlotsPanel panel = miss_ratios_of(reuse, info);
    ASSERT_EQ(panel.plots.size(), 2U);
    EXPECT_EQ(panel.plots[0].marked_x, 512.0);
    std::string names;
    for (const auto& curve : panel.plots[0].series)
        names += curve.title + " ";
    EXPECT_EQ(names, "everything a7 a6 a5 a4 a3 ");
    EXPECT_DOUBLE_EQ(panel.plots[0].series[1].points.front().x, 128.0);
    EXPECT_DOUBLE_EQ(panel.plots[0].series[1].points.front().y, 1 / 7.0);
    EXPECT_TRUE(panel.plots[1].series.empty());
    EXPECT_NO_THROW((void)panel_svg(panel, {200, 150}));
}

TEST(StepLine, StaysAtAPointUpToTheNextOneAndLeavesOutWhatNobodySees) {
    std::string text;
    const CanvasPoint points[] = {{4, 8}, {4.1, 7.9}, {6, 8}, {6.2, 3}};
    for (const CanvasPoint& corner : step_line({0, 10}, points, 9))
        text += fmt::format("{},{} ", corner.x, corner.y);
    EXPECT_EQ(text, "0,10 4,10 4,8 6,8 6,8 6.2,8 6.2,3 9,3 ");
}

TEST(Panels, SameInputSameBytesAndNoBackgroundOnRequest) {
    EXPECT_EQ(panel_image(small_curves(), {400, 300}), panel_image(small_curves(), {400, 300}));
    EXPECT_EQ(panel_svg(small_curves(), {400, 300}), panel_svg(small_curves(), {400, 300}));
    PictureStyle style;
    style.transparent = true;
    EXPECT_EQ(panel_image(small_curves(), {400, 300}, style).pixel(1, 1)[3], 0);
    EXPECT_THAT(panel_svg(small_curves(), {400, 300}, style),
                Not(HasSubstr("width=\"400\" height=\"300\" fill=")));
}

TEST(Panels, RefuseSizesThatHoldNothing) {
    EXPECT_THROW((void)panel_image(small_curves(), {199, 300}), UsageError);
    EXPECT_THROW((void)panel_svg(small_framebuffer(), {400, 40000}), UsageError);
    EXPECT_NO_THROW((void)panel_image(small_framebuffer(), {200, 150}));
    PlotsPanel empty;
    EXPECT_NO_THROW((void)panel_svg(empty, {200, 150}));
}

} // namespace
} // namespace hitmap
