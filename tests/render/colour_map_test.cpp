#include "core/base/error.h"
#include "render/image/colour_map.h"
#include "tests/render/special_values.h"

#include <gmock/gmock.h>

#include <cmath>

namespace hitmap {
namespace {

TEST(ColourMap, EndsAndMiddleAreThePublishedColours) {
    const ColourMap& plasma = colour_map_named("plasma");
    EXPECT_EQ(plasma.colours.front(), (Rgb{0x0d, 0x08, 0x87}));
    EXPECT_EQ(plasma.colours[127], (Rgb{0xcb, 0x46, 0x79}));
    EXPECT_EQ(plasma.colours.back(), (Rgb{0xf0, 0xf9, 0x21}));
    EXPECT_EQ(colour_map_named("viridis").colours.front(), (Rgb{0x44, 0x01, 0x54}));
    EXPECT_EQ(colour_map_named("viridis").colours.back(), (Rgb{0xfd, 0xe7, 0x25}));
    EXPECT_EQ(colour_map_named("cividis").colours.front(), (Rgb{0x00, 0x22, 0x4e}));
    EXPECT_EQ(colour_map_named("cividis").colours.back(), (Rgb{0xfe, 0xe8, 0x38}));
}

TEST(ColourMap, PlasmaComesFirst) {
    EXPECT_EQ(colour_maps().front().name, "plasma");
}

/// CIE lightness of an sRGB colour.
double lightness(Rgb c) {
    const auto linear = [](std::uint8_t byte) {
        const double v = byte / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    return y > 216.0 / 24389.0 ? 116.0 * std::cbrt(y) - 16.0 : y * 24389.0 / 27.0;
}

TEST(ColourMap, LightnessRisesInAll) {
    for (const ColourMap& map : colour_maps()) {
        for (std::size_t i = 8; i < ColourMap::size; ++i) {
            EXPECT_GT(lightness(map.colours[i]), lightness(map.colours[i - 8])) << map.name << " at " << i;
        }
    }
}

TEST(ColourMap, AtClampsAndSplitsEvenly) {
    const ColourMap& grey = colour_map_named("grey");
    const struct {
        float t;
        std::size_t entry;
    } cases[] = {{-test::infinity, 0},  {-1.0F, 0},         {0.0F, 0},       {0.5F, 128},
                 {0.4999F, 127},        {0.999999F, 255},   {1.0F, 255},     {7.0F, 255},
                 {test::infinity, 255}, {std::nanf(""), 0}, {1.0F / 256, 1}, {0.0039F, 0}};
    for (const auto& c : cases)
        EXPECT_EQ(grey.at(c.t), grey.colours[c.entry]) << c.t;
}

TEST(ColourMap, UnknownNameListsTheKnownOnes) {
    try {
        (void)colour_map_named("jet");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "unknown colour map 'jet'; known: plasma, viridis, cividis, grey");
    }
}

} // namespace
} // namespace hitmap
