#include "app/figure/figure_json.h"
#include "app/figure/figure_layout.h"
#include "core/base/error.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hitmap {
namespace {

/// Two rows of two meshes, and a colour bar beside them.
Figure small_matrix() {
    return parse_figure(R"({
        "width": 80, "dpi": 254, "gap": 2, "font_size": 7,
        "recordings": {"a": {"trace": "builtin:teapot"}},
        "rows": [{"name": "top"}, {"height": 10}],
        "columns": [{"name": "left"}, {"name": "right"}, {"width": 15}],
        "panels": [
          [{"caption": "a caption that takes more than one line of text"},
           {"insets": [{"region": [0.1, 0.1, 0.2, 0.1], "width": 0.5}]}, {"kind": "colour-bar", "rows": 2}],
          [{}, {"kind": "text", "text": "t"}, null]]})",
                        "f.json");
}

std::vector<FigureNeed> needs_of(const Figure& figure) {
    std::vector<FigureNeed> needs(figure.panels.size());
    for (std::size_t i = 0; i < needs.size(); ++i) {
        needs[i].caption = figure.panels[i].caption;
        if (figure.panels[i].kind == FigurePanelKind::mesh) needs[i].aspect = 1.5;
    }
    return needs;
}

TEST(FigureLayout, PlacesPanelsAndTexts) {
    const Figure figure = small_matrix();
    // By hand: the name of a row takes 1.6 x 7 pt = 3.95 mm, so that the flexible columns share
    // 80 - 3.95 - 15 - 2 x 2 = 57.05 mm. The first row is 28.52 / 1.5 = 19.01 mm high, and its captions of
    // three lines (3 x 1.25 + 0.35) x 7 pt = 10.12 mm. The pictures begin and end at tenths of a millimetre
    // (254 DPI).
    EXPECT_EQ(layout_text(figure, lay_out_figure(figure, needs_of(figure))),
              "page 80.00 x 49.04\n"
              "panel 1.1 at 4.00, 4.00: 28.50 x 19.00\n"
              "panel 1.2 at 34.50, 4.00: 28.50 x 19.00\n"
              "  inset at 48.80, 18.20: 14.20 x 4.80\n"
              "panel 1.3 at 65.00, 3.95: 15.00 x 41.14\n"
              "panel 2.1 at 10.70, 35.10: 15.00 x 10.00\n"
              "panel 2.2 at 34.48, 35.09: 28.52 x 10.00\n"
              "text at 18.21, 2.35: left\n"
              "text at 48.74, 2.35: right\n"
              "text at 18.21, 26.18: (a) a caption that\n"
              "text at 18.21, 29.26: takes more than one\n"
              "text at 18.21, 32.35: line of text\n"
              "text at 48.74, 26.18: (b)\n"
              "text at 18.21, 48.30: (c)\n"
              "upwards at 2.35, 13.46: top\n");
}

TEST(FigureLayout, PicturesHaveWholePixels) {
    Figure figure = small_matrix();
    figure.dots_per_inch = 173.0;
    const FigureLayout layout = lay_out_figure(figure, needs_of(figure));
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        if (!has_colours(figure.panels[i].kind)) continue;
        const FigureArea& area = layout.panels[i];
        for (const double place : {area.left, area.top, area.right(), area.bottom()}) {
            const double pixels = place * figure.pixels_per_point();
            EXPECT_NEAR(pixels, std::round(pixels), 1e-9);
        }
    }
}

TEST(FigureLayout, RefusesColumnsWithoutWidth) {
    Figure figure = small_matrix();
    figure.columns[2].size = 70.0;
    EXPECT_THROW((void)lay_out_figure(figure, needs_of(figure)), Error);
}

TEST(FigureLayout, RowsGiveTheHeightThatPanelsNeed) {
    const Figure figure = small_matrix();
    std::vector<FigureNeed> needs = needs_of(figure);
    needs[0].least_height = [](double width) { return width; }; // in points, as high as wide
    const FigureLayout layout = lay_out_figure(figure, needs);
    // The place of 28.52 x 19.01 mm grows to 28.52 x 28.52, which the panel fills whatever its aspect.
    EXPECT_NEAR(layout.panels[0].height, layout.panels[0].width, 0.5);
    EXPECT_NEAR(layout.panels[0].width, 28.52 * points_per_mm, 0.5);
    EXPECT_NEAR(layout.panels[1].height, layout.panels[1].width / 1.5, 0.5);
}

TEST(FigureLayout, RefusesRowsThatAreTooLow) {
    const Figure figure = small_matrix();
    std::vector<FigureNeed> needs = needs_of(figure);
    needs[4].least_height = [](double) { return 12.0 * points_per_mm; }; // in the row of 10 mm
    try {
        (void)lay_out_figure(figure, needs);
        FAIL() << "expected an error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "the panel in row 2, column 2: expected a height of at least 12.0 mm, so that "
                     "its parts do not overlap, found 10.0 mm");
    }
    needs[4].spare = 3.0 * points_per_mm;
    EXPECT_NO_THROW((void)lay_out_figure(figure, needs));
}

TEST(FigureLayout, CountsLettersLikeColumnsOfTables) {
    EXPECT_EQ(figure_letter(0), "(a)");
    EXPECT_EQ(figure_letter(25), "(z)");
    EXPECT_EQ(figure_letter(26), "(aa)");
    EXPECT_EQ(figure_letter(26 * 27), "(aaa)");
}

} // namespace
} // namespace hitmap
