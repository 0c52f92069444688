#include "core/base/error.h"
#include "render/picture/metric_picture.h"
#include "tests/render/golden_image.h"
#include "tests/render/pane.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

namespace hitmap {
namespace {

using test::colour_at;
using test::pixel_of;
using test::tiny_view;

class PictureTest : public test::Pane {
protected:
    static WantedPicture request() {
        WantedPicture request;
        request.size = {640, 360};
        request.view = tiny_view();
        request.bar = {"L1 hit rate", "%", ValueStyle::percent};
        request.caption = {"tiny scene, frame 0 of 1", "L1 hit rate 50.0 %"};
        request.supersampling = 1;
        return request;
    }
};

std::set<std::tuple<int, int, int>> colours_in(const Image& image, int x0, int x1) {
    std::set<std::tuple<int, int, int>> colours;
    for (int y = 0; y < image.size.height; ++y) {
        for (int x = x0; x < x1; ++x) {
            const std::uint8_t* p = image.pixel(x, y);
            colours.insert({p[0], p[1], p[2]});
        }
    }
    return colours;
}

/// Fonts differ between systems. Therefore the test looks for parts of the picture and does not compare
/// pixels.
TEST_F(PictureTest, HasMeshBarSwatchAndCaption) {
    const Image image = render_picture(renderer_, request());
    EXPECT_EQ(image.size, (FrameSize{640, 360}));
    const ColourMap& map = colour_map_named("plasma");

    // The bar: some column in the right part contains all colours of the map from top to bottom.
    int best = 0;
    for (int x = 500; x < 640; ++x) {
        int entry = 255;
        int steps = 0;
        for (int y = 0; y < 360; ++y) {
            const Rgb here = colour_at(image, {x, y});
            while (entry >= 0 && !(map.colours[static_cast<std::size_t>(entry)] == here))
                --entry;
            if (entry < 0) {
                entry = 255;
                steps = 0;
                continue;
            }
            ++steps;
            best = std::max(best, steps);
        }
    }
    EXPECT_GT(best, 150);

    const auto right = colours_in(image, 545, 640);
    const Rgb plain = not_accessed_at(3, 0, 1.0F);
    EXPECT_TRUE(right.contains({plain.r, plain.g, plain.b})); // swatch
    const auto left = colours_in(image, 0, 300);
    EXPECT_TRUE(left.contains({map.at(0.25F).r, map.at(0.25F).g, map.at(0.25F).b}));
    Image caption({640, 30});
    std::copy_n(image.pixel(0, 330), caption.rgba.size(), caption.rgba.data());
    EXPECT_GT(colours_in(caption, 0, 300).size(), 5U); // anti-aliased letters
}

TEST_F(PictureTest, NothingOfALongMeaningOfASwatchIsCutOff) {
    // Texts that differ in their last word alone would have the same start with an ellipsis.
    WantedPicture by_rays = request();
    by_rays.bar.undefined = "not accessed by these rays";
    WantedPicture by_others = request();
    by_others.bar.undefined = "not accessed by these lanes";
    const Image rays = render_picture(renderer_, by_rays);
    const Image others = render_picture(renderer_, by_others);
    EXPECT_EQ(rays.size, others.size);
    EXPECT_NE(rays.rgba, others.rgba);
}

TEST_F(PictureTest, ArrowHeadsShowClampedEnds) {
    WantedPicture plain = request();
    WantedPicture clamped = request();
    clamped.range.values_above = true;
    const Image without = render_picture(renderer_, plain);
    const Image with = render_picture(renderer_, clamped);
    int changed = 0;
    int lowest = 0;
    for (int y = 0; y < 360; ++y) {
        for (int x = 0; x < 640; ++x) {
            if (std::equal(with.pixel(x, y), with.pixel(x, y) + 4, without.pixel(x, y))) continue;
            ++changed;
            lowest = std::max(lowest, y);
        }
    }
    EXPECT_GT(changed, 20);
    EXPECT_LT(lowest, 100); // only at the upper end
}

TEST_F(PictureTest, SwatchesOfDifferencesAndOfWhatIsFaded) {
    WantedPicture marked = request();
    marked.bar = difference_bar_text("l1-hit-rate"_metric);
    marked.range = make_colour_range(RangeMode::full, marked.bar.style, std::nullopt);
    marked.view.minimum_accesses = 4;
    const auto right = colours_in(render_picture(renderer_, marked), 545, 640);
    for (const Rgb c :
         {only_a_colour, only_b_colour, difference_map().colours.front(), difference_map().colours.back()})
        EXPECT_TRUE(right.contains({c.r, c.g, c.b}));
}

/// The caption has many words in each line, as that of a difference does.
TEST_F(PictureTest, NothingOfACaptionIsCut) {
    for (const FrameSize size : {FrameSize{1280, 720}, FrameSize{575, 404}, FrameSize{300, 200}}) {
        WantedPicture whole = request();
        whole.size = size;
        whole.caption.clear();
        for (int line = 0; line < 7; ++line) {
            std::string words;
            for (int word = 0; word < 25; ++word)
                words += fmt::format("word{} ", word);
            whole.caption.push_back(words + "end");
        }
        const Image image = render_picture(renderer_, whole);
        for (std::string& line : whole.caption) {
            const std::string before = line;
            line.back() = 'g';
            EXPECT_NE(image, render_picture(renderer_, whole))
                << size.width << ": its last letter is not seen";
            line = before;
        }
        const Rgb first = colour_at(image, {0, 0});
        EXPECT_TRUE(first == whole.style.background) << "the mesh keeps its place";
    }
}

TEST_F(PictureTest, HistogramBehindTheBar) {
    WantedPicture with = request();
    with.histogram = Histogram{{1, 4, 2, 0}};
    const auto grey = std::tuple{0xc8, 0xcc, 0xd4};
    EXPECT_TRUE(colours_in(render_picture(renderer_, with), 545, 640).contains(grey));
    EXPECT_FALSE(colours_in(render_picture(renderer_, request()), 545, 640).contains(grey));
}

TEST_F(PictureTest, LargePicturesAreJoinedFromTiles) {
    show_boxes();
    View view = tiny_view();
    view.camera.position = {0.137F, 0.211F, 5.3F};
    view.show(box_kind);
    PictureStyle small;
    small.largest_tile = 1000;
    const FrameSize size{5000, 750};
    const Image large = draw_mesh_view(renderer_, view, {}, size, {}, 1, 2.0F);
    const Image tiled = draw_mesh_view(renderer_, view, {}, size, small, 1, 2.0F);
    int differing = 0;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x)
            differing += std::equal(large.pixel(x, y), large.pixel(x, y) + 4, tiled.pixel(x, y)) ? 0 : 1;
    }
    EXPECT_LE(differing, size.width * size.height / 10'000); // rounding of edges
    EXPECT_EQ(tiled, draw_mesh_view(renderer_, view, {}, size, small, 1, 2.0F));
}

TEST_F(PictureTest, SameRequestSameBytes) {
    EXPECT_EQ(render_picture(renderer_, request()), render_picture(renderer_, request()));
}

TEST_F(PictureTest, AnySizeAndSampling) {
    for (const FrameSize size : {FrameSize{64, 64}, {64, 400}, {900, 64}, {333, 251}}) {
        for (int sampling = 1; sampling <= 4; sampling += 3) {
            WantedPicture any = request();
            any.size = size;
            any.supersampling = sampling;
            EXPECT_EQ(render_picture(renderer_, any).size, size);
        }
    }
    WantedPicture bad = request();
    bad.size = {63, 100};
    try {
        (void)render_picture(renderer_, bad);
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "a picture has 64x64 to 32767x32767 pixels, not 63x100");
    }
}

TEST_F(PictureTest, SamplingKeepsFlatColours) {
    const Image image = draw_mesh_view(renderer_, tiny_view(), {}, {160, 120}, {}, 3);
    EXPECT_EQ(colour_at(image, pixel_of(-1.5F, -0.5F)), colour_map_named("plasma").at(0.25F));
}

TEST_F(PictureTest, TransparentBackground) {
    PictureStyle style;
    style.transparent = true;
    const Image image = draw_mesh_view(renderer_, tiny_view(), {}, {160, 120}, style, 2);
    EXPECT_EQ(image.pixel(80, 60)[3], 0);
    EXPECT_EQ(image.pixel(pixel_of(-1.5F, -0.5F).x, pixel_of(-1.5F, -0.5F).y)[3], 255);
    EXPECT_TRUE(test::equals_golden(image));
}

TEST_F(PictureTest, TilesJoinWithoutSeams) {
    show_boxes();
    View view = tiny_view();
    view.camera.position = {0.137F, 0.211F, 5.3F}; // keeps edges away from the centres of pixels
    view.show(box_kind);
    view.show_axes = true;
    const Image expected = picture(view);
    for (const auto& [x, y] : {std::pair{0, 0}, {80, 0}, {0, 60}, {80, 60}}) {
        DrawTarget target = whole();
        target.x = x;
        target.y = y;
        target.tile = {80, 60};
        (void)renderer_.draw(view, {}, target);
        Image tile({80, 60});
        glReadPixels(0, 0, 80, 60, GL_RGBA, GL_UNSIGNED_BYTE, tile.rgba.data());
        int differing = 0;
        for (int row = 0; row < 60; ++row) {
            for (int column = 0; column < 80; ++column) {
                const std::uint8_t* whole_pixel = expected.pixel(x + column, 119 - y - row);
                differing += std::equal(whole_pixel, whole_pixel + 4, tile.pixel(column, row)) ? 0 : 1;
            }
        }
        // The matrix of a tile is rounded differently, so that an edge may fall into the neighbouring pixel.
        EXPECT_LE(differing, 3) << x << " " << y;
    }
}

TEST_F(PictureTest, BiggerThanATile) {
    const Image image = draw_mesh_view(renderer_, tiny_view(), {}, {3200, 30});
    EXPECT_EQ(image.size, (FrameSize{3200, 30}));
    const ColourMap& map = colour_map_named("plasma");
    EXPECT_EQ(colour_at(image, {1600 - 5 * 2 - 1, 12}), map.at(0.75F));
    EXPECT_EQ(colour_at(image, {3150, 12}), (Rgb{255, 255, 255}));
}

TEST_F(PictureTest, CanBeCancelled) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)render_picture(renderer_, request(), JobContext{stop.get_token()}), Cancelled);
}

} // namespace
} // namespace hitmap
