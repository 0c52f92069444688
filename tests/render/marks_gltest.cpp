#include "tests/render/golden_image.h"
#include "tests/render/pane.h"
#include "tests/render/special_values.h"

#include <gmock/gmock.h>

#include <set>
#include <stdexcept>

namespace hitmap {
namespace {

using test::colour_at;
using test::equals_golden;
using test::pixel_of;
using test::tiny_view;

using test::infinity;

/// Marks in the picture in addition to the colours of values.
class MarksTest : public test::Pane {
protected:
    static ColourRange difference() {
        ColourRange range{-1.0F, 1.0F};
        range.difference = true;
        return range;
    }
    [[nodiscard]] Image shown(const View& view, const ColourRange& range) {
        return draw_mesh_view(renderer_, view, range, {160, 120});
    }
    [[nodiscard]] std::set<std::tuple<int, int, int>> colours_around(const Image& image, float x, float y) {
        std::set<std::tuple<int, int, int>> colours;
        const auto middle = pixel_of(x, y);
        for (int dy = -6; dy <= 6; ++dy) {
            for (int dx = -6; dx <= 6; ++dx) {
                const Rgb c = colour_at(image, {middle.x + dx, middle.y + dy});
                colours.insert({c.r, c.g, c.b});
            }
        }
        return colours;
    }
};

View boxes_view() {
    View view = tiny_view();
    view.camera.position = {1.0F, 2.0F, 6.5F};
    view.camera.forward = {-0.2F, -0.3F, -1.0F};
    view.camera = normalised(view.camera);
    view.show(box_kind);
    return view;
}

TEST_F(MarksTest, Wireframe) {
    View view = tiny_view();
    view.wireframe = true;
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(MarksTest, WireframeKeepsTheColoursBetweenTheEdges) {
    View view = tiny_view();
    view.wireframe = true;
    const Image with = picture(view);
    const Image without = picture(tiny_view());
    EXPECT_EQ(colour_at(with, pixel_of(-1.5F, -0.5F)), colour_at(without, pixel_of(-1.5F, -0.5F)));
    int changed = 0;
    for (int y = 0; y < 120; ++y) {
        for (int x = 0; x < 160; ++x)
            changed += colour_at(with, {x, y}) == colour_at(without, {x, y}) ? 0 : 1;
    }
    EXPECT_GT(changed, 2 * (4 * 40 + 40) * 3 / 4); // four sides and a diagonal of both squares
    EXPECT_LT(changed, 2 * (4 * 40 + 80) * 5 / 4);
}

TEST_F(MarksTest, WireframeInTilesIsTheSame) {
    View view = tiny_view();
    view.camera.position = {0.137F, 0.211F, 5.3F};
    view.wireframe = true;
    PictureStyle small;
    small.largest_tile = 50;
    const Image tiled = picture(view, small);
    const Image whole = picture(view);
    int differing = 0;
    for (int y = 0; y < 120; ++y) {
        for (int x = 0; x < 160; ++x)
            differing += colour_at(tiled, {x, y}) == colour_at(whole, {x, y}) ? 0 : 1;
    }
    EXPECT_LE(differing, 12);
}

TEST_F(MarksTest, FewAccessesAreFaded) {
    show_boxes();
    renderer_.set_access_counts(face_kind, test::values({1, 9, 0, 0, 2}));
    renderer_.set_access_counts(box_kind, test::values({1, 20, 5}));
    View view = boxes_view();
    view.minimum_accesses = 5;
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(MarksTest, FadedIsNeitherFullColourNorNotAccessed) {
    renderer_.set_access_counts(face_kind, test::values({1, 9, 0, 0, 2}));
    View view = tiny_view();
    const Image full = picture(view);
    view.minimum_accesses = 3;
    const Image faded = picture(view);
    const auto place = pixel_of(-1.5F, -0.5F);
    EXPECT_EQ(colours_around(full, -1.4F, -0.5F).size(), 1U);
    EXPECT_EQ(colours_around(faded, -1.4F, -0.5F).size(), 2U); // pale and dots
    const Rgb value = colour_map_named("plasma").at(0.25F);
    EXPECT_TRUE(colours_around(faded, -1.4F, -0.5F).contains({value.r, value.g, value.b}));
    EXPECT_EQ(colour_at(full, place), value);
    EXPECT_EQ(colour_at(faded, pixel_of(-2.5F, 0.5F)), colour_map_named("plasma").at(0.75F)); // 9 accesses
    EXPECT_EQ(colour_at(faded, pixel_of(2.5F, -0.5F)), colour_at(full, pixel_of(2.5F, -0.5F)));
}

TEST_F(MarksTest, FadingFollowsTheMinimumAndThePane) {
    renderer_.set_access_counts(face_kind, test::values({1, 9, 0, 0, 2}));
    View view = tiny_view();
    const Image full = picture(view);
    view.minimum_accesses = 2;
    const Image two = picture(view);
    view.minimum_accesses = 3;
    const Image three = picture(view);
    EXPECT_FALSE(two == full);
    EXPECT_FALSE(three == two); // the difference is the triangle with 2 accesses
    {
        SceneRenderer other(geometry_); // replaces values and fade bits by its own
        other.set_access_counts(face_kind, test::values({5, 5, 5, 5, 5}));
        View others = view;
        others.minimum_accesses = 9;
        (void)draw_mesh_view(other, others, {}, {160, 120});
    }
    EXPECT_EQ(picture(view), three);
    view.minimum_accesses = 1;
    EXPECT_EQ(picture(view), full);
    renderer_.set_access_counts(face_kind, nullptr);
    view.minimum_accesses = 3;
    EXPECT_EQ(picture(view), full);
}

TEST_F(MarksTest, FadeBitsCostMemoryOnlyWhenTheyAreAskedFor) {
    const std::uint64_t before = geometry_->gpu_bytes();
    renderer_.set_access_counts(face_kind, test::values({1, 9, 0, 0, 2}));
    View view = tiny_view();
    (void)picture(view);
    EXPECT_EQ(geometry_->gpu_bytes(), before);
    view.minimum_accesses = 2;
    (void)picture(view);
    EXPECT_EQ(geometry_->gpu_bytes(), before + 4);
}

TEST_F(MarksTest, Differences) {
    renderer_.set_values(face_kind, test::values({-0.8F, infinity, 0.0F, -infinity, 0.6F}));
    renderer_.set_values(box_kind, test::values({-infinity, infinity, 0.4F}));
    EXPECT_TRUE(equals_golden(shown(boxes_view(), difference())));
}

TEST_F(MarksTest, DifferencesTakeTheDivergingMapAndStripesForOneSide) {
    renderer_.set_values(face_kind, test::values({-0.8F, infinity, 0.0F, -infinity, 0.6F}));
    const Image image = shown(tiny_view(), difference());
    EXPECT_EQ(colour_at(image, pixel_of(-1.5F, -0.5F)), difference_map().at(0.1F));
    EXPECT_EQ(colour_at(image, pixel_of(1.5F, 0.5F)), difference_map().at(0.8F));
    const auto only_b = colours_around(image, -2.4F, 0.4F);
    const auto only_a = colours_around(image, 2.4F, -0.4F);
    EXPECT_EQ(only_b.size(), 2U);
    EXPECT_EQ(only_a.size(), 2U);
    EXPECT_TRUE(only_a.contains({only_a_colour.r, only_a_colour.g, only_a_colour.b}));
    EXPECT_TRUE(only_b.contains({only_b_colour.r, only_b_colour.g, only_b_colour.b}));
    for (const auto& [r, g, b] : only_a) {
        const Rgb seen{static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g),
                       static_cast<std::uint8_t>(b)};
        EXPECT_TRUE(seen == pattern_at(Pattern::only_a, 0, 0, 1.0F) ||
                    seen == pattern_at(Pattern::only_a, 4, 0, 1.0F));
    }
}

TEST_F(MarksTest, HighlightedFacesAndBoxes) {
    show_boxes();
    Highlights highlights;
    highlights.selected = {face_kind, 1};
    highlights.hovered = {box_kind, 1};
    highlights.touched = {{face_kind, 3}, {face_kind, 4}};
    renderer_.set_highlights(highlights);
    EXPECT_TRUE(equals_golden(picture(boxes_view())));
}

TEST_F(MarksTest, HiddenHighlightsAreDashed) {
    Highlights highlights;
    highlights.selected = {box_kind, 2};
    renderer_.set_highlights(highlights);
    EXPECT_TRUE(equals_golden(picture(tiny_view())));
}

TEST_F(MarksTest, HighlightsAreSeenFromBothSidesAndGoAway) {
    View behind = tiny_view();
    behind.camera.position.z = -6.0F;
    behind.camera.forward.z = 1.0F;
    for (const View& view : {tiny_view(), behind}) {
        const Image plain = picture(view);
        Highlights highlights;
        highlights.hovered = {face_kind, 0};
        renderer_.set_highlights(highlights);
        EXPECT_FALSE(picture(view) == plain);
        renderer_.set_highlights({});
        EXPECT_EQ(picture(view), plain);
    }
}

TEST_F(MarksTest, HighlightsOfElementsThatAreNotThere) {
    Highlights highlights;
    highlights.hovered = Highlight{face_kind, 2}; // padding has no outline
    const Image plain = picture(tiny_view());
    for (const Highlight missing :
         {highlights.hovered.value(), Highlight{face_kind, 5}, Highlight{box_kind, 1'000}, {pixel_kind, 0}}) {
        highlights.hovered = missing;
        renderer_.set_highlights(highlights);
        EXPECT_EQ(picture(tiny_view()), plain);
    }
}

TEST_F(MarksTest, PicksTheEdgeOfABoxThatIsNotHidden) {
    show_boxes();
    View view = tiny_view();
    view.show(box_kind);
    EXPECT_FALSE(box_at(80, 60)); // nothing was drawn yet
    (void)picture(view);
    // Upper front edge of box 2: y = 0.5, z = 0.5, 120 / 5.5 / 6 * 6 = 21.8 pixels a unit.
    const auto inner = box_at(80 - 44, 60 - 11);
    ASSERT_TRUE(inner);
    EXPECT_EQ(inner->element.element, 2U);
    EXPECT_NEAR(inner->position.y, 0.5F, 0.01F);
    EXPECT_NEAR(inner->position.z, 0.5F, 0.01F);
    // The far upper edge of box 0 (y = 1, z = -1) is behind the face: 120 / 7 = 17.1 pixels per unit.
    EXPECT_FALSE(box_at(80 - 34, 60 - 17));
    EXPECT_FALSE(box_at(-1, 60));
    view.show(box_kind, false);
    (void)picture(view);
    EXPECT_FALSE(box_at(80 - 44, 60 - 11));
}

} // namespace
} // namespace hitmap
