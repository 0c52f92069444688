#include "render/image/canvas.h"
#include "render/image/colour_difference.h"
#include "render/image/colour_vision.h"
#include "render/image/colour_vision_canvas.h"
#include "render/picture/colour_marks.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ColourVision, KnownColoursOfTheModel) {
    // The columns of the matrices of Machado et al. 2009 for severity 1: what becomes of red and of blue,
    // encoded by hand. Red of protanopes: 0.152286 -> 108.8, 0.114503 -> 95.2, below 0 -> 0.
    EXPECT_EQ(seen_with(ColourVision::protan, {255, 0, 0}), (Rgb{109, 95, 0}));
    EXPECT_EQ(seen_with(ColourVision::deutan, {255, 0, 0}), (Rgb{163, 144, 0}));
    EXPECT_EQ(seen_with(ColourVision::tritan, {0, 0, 255}), (Rgb{0, 107, 150}));
    // Luminances of the primaries of sRGB.
    EXPECT_EQ(seen_with(ColourVision::grey, {255, 0, 0}), (Rgb{127, 127, 127}));
    EXPECT_EQ(seen_with(ColourVision::grey, {0, 255, 0}), (Rgb{220, 220, 220}));
    EXPECT_EQ(seen_with(ColourVision::normal, {1, 2, 3}), (Rgb{1, 2, 3}));
}

TEST(ColourVision, GreysStayForAll) {
    for (const ColourVisionInfo& info : colour_visions())
        for (unsigned value = 0; value < 256; ++value) {
            const auto byte = static_cast<std::uint8_t>(value);
            EXPECT_EQ(seen_with(info.vision, {byte, byte, byte}), (Rgb{byte, byte, byte})) << info.name;
        }
}

TEST(ColourVision, PixelsChangeAsColoursDoAndKeepAlpha) {
    std::vector<std::uint8_t> rgba{255, 0, 0, 7, 255, 0, 0, 8, 0, 255, 0, 9};
    see_with(ColourVision::grey, rgba);
    EXPECT_EQ(rgba, (std::vector<std::uint8_t>{127, 127, 127, 7, 127, 127, 127, 8, 220, 220, 220, 9}));
}

TEST(ColourDifference, IsThatOfThePublishedPairs) {
    // Sharma et al. 2005, table 1, pairs 1, 7, 10, 11, 15, 17, 25 and 34: hues around 0, greys, dark colours.
    const struct {
        Lab a;
        Lab b;
        double difference;
    } pairs[] = {{{50.0, 2.6772, -79.7751}, {50.0, 0.0, -82.7485}, 2.0425},
                 {{50.0, 0.0, 0.0}, {50.0, -1.0, 2.0}, 2.3669},
                 {{50.0, 2.49, -0.001}, {50.0, -2.49, 0.001}, 7.1792},
                 {{50.0, 2.49, -0.001}, {50.0, -2.49, 0.0011}, 7.2195},
                 {{50.0, -0.001, 2.49}, {50.0, 0.0011, -2.49}, 4.7461},
                 {{50.0, 2.5, 0.0}, {73.0, 25.0, -18.0}, 27.1492},
                 {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                 {{2.0776, 0.0795, -1.135}, {0.9033, -0.0636, -0.5514}, 0.9082}};
    for (const auto& pair : pairs) {
        EXPECT_NEAR(colour_difference(pair.a, pair.b), pair.difference, 5e-5);
        EXPECT_NEAR(colour_difference(pair.b, pair.a), pair.difference, 5e-5);
    }
    EXPECT_NEAR(lab_of({255, 255, 255}).l, 100.0, 1e-9);
    EXPECT_NEAR(lab_of({255, 0, 0}).a, 80.09, 0.02);
}

TEST(ColourMarks, AllAlikePairsAreNamed) {
    const std::vector<ColourMark> marks{
        {"red", {200, 60, 40}}, {"blue", {0, 0, 200}}, {"green", {110, 120, 20}}};
    EXPECT_EQ(alike_warning(marks, ColourVision::normal), "");
    const auto closest = closest_marks(marks, ColourVision::deutan);
    ASSERT_TRUE(closest);
    EXPECT_EQ(closest->first.name, "red");
    EXPECT_EQ(closest->second.name, "green");
    EXPECT_THAT(
        alike_warning(std::vector<ColourMark>{{"a", {200, 0, 0}}, {"b", {200, 4, 0}}}, ColourVision::grey),
        HasSubstr("in a grey print, these have similar colours: 'a' and 'b' (CIEDE2000 "));
    // One colour twice, and another one that is near to both.
    const std::vector<ColourMark> three{{"a", {200, 0, 0}}, {"b", {200, 12, 0}}, {"c", {200, 0, 0}}};
    EXPECT_THAT(alike_warning(three, ColourVision::normal),
                testing::MatchesRegex("with normal colour vision, these have similar colours: 'a' and 'c' "
                                      "\\(CIEDE2000 0.0\\), 'a' and 'b' \\([0-9.]+\\), 'b' and 'c' "
                                      "\\([0-9.]+\\); marks should differ by 10"));
    const std::vector<ColourMark> many(5, ColourMark{"x", {1, 2, 3}});
    EXPECT_THAT(alike_warning(many, ColourVision::normal), HasSubstr("(0.0) and 2 more pairs; marks"));
    const ColourMark a{"a", {1, 2, 3}};
    const ColourMark b{"b", {250, 250, 250}};
    const std::vector<ColourMark> pairs{a, a, a, a, b, b, b}; // 6 pairs and 3
    EXPECT_THAT(alike_warning(pairs, ColourVision::normal), HasSubstr("(0.0) and 1 more pair; marks"));
    EXPECT_FALSE(closest_marks(std::vector<ColourMark>{{"alone", {}}}, ColourVision::normal));
}

TEST(ColourMarks, PlotsAndColourMapsPassForNormalVision) {
    PlotData plot;
    for (std::size_t i = 0; i < PlotStyle().series.size(); ++i)
        plot.series.push_back({std::to_string(i), {{0.0, 0.0}}});
    EXPECT_EQ(marks_of(plot).size(), 8U);
    EXPECT_EQ(alike_warning(marks_of(plot), ColourVision::normal), "");
    for (const ColourMap& map : colour_maps())
        EXPECT_EQ(alike_warning(marks_of(map.name, false), ColourVision::normal), "") << map.name;
    // Both are very bright.
    EXPECT_THAT(alike_warning(marks_of("plasma", true), ColourVision::grey),
                HasSubstr("'middle values' and 'B only'"));
}

TEST(ColourVisionCanvas, VectorsAndImagesChangeAlike) {
    const auto draw = [](Canvas& canvas) {
        canvas.rectangle({0, 0}, {8, 8}, {255, 0, 0});
        Image image({1, 1});
        std::ranges::copy(std::vector<std::uint8_t>{255, 0, 0, 255}, image.rgba.begin());
        canvas.image({2, 2}, {2, 2}, image);
    };
    SvgCanvas svg({8, 8});
    ColourVisionCanvas seen_svg(svg, ColourVision::grey);
    draw(seen_svg);
    const std::string text = svg.finish();
    EXPECT_THAT(text, HasSubstr("#7f7f7f"));
    EXPECT_THAT(text, Not(HasSubstr("#ff0000")));
    Image image({8, 8});
    ImageCanvas raster({8, 8});
    ColourVisionCanvas seen(raster, ColourVision::grey);
    draw(seen);
    raster.finish(image);
    for (const int at : {0, 2, 3, 7})
        EXPECT_EQ(image.pixel(at, at)[0], 127) << at;
}

} // namespace
} // namespace hitmap
