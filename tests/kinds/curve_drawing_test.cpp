#include "core/base/error.h"
#include "render/view/view_json.h"
#include "tests/kinds/drawing.h"
#include "tests/render/gpu_shortage.h"

#include <gmock/gmock.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::cell_kind;
using test::colour_at;
using test::colours_within;
using test::curve_kind;
using test::nothing;
using test::pixel_of;
using test::tuple_of;

/// In the plane z = 0: curves 0, 1 and 3 are horizontal lines of three edges at y = 2, 1 and -2 from x = -3
/// to 3, and curve 2 is padding. A cell whose front is in the plane z = 1 hides the right end of curve 3; a
/// face in the plane z = 0.5 hides the left end of curve 1.
std::shared_ptr<const RecordedScene> curve_scene() {
    auto scene = std::make_shared<RecordedScene>();
    PrimitiveBuffer curves{curve_kind, 4, {}, {0, 1, -1, 2}};
    for (const float y : {2.0F, 1.0F, 0.0F, -2.0F}) {
        const auto first = static_cast<std::uint32_t>(scene->vertices.size());
        scene->vertices.insert(scene->vertices.end(),
                               {{-3.0F, y, 0.0F}, {-1.0F, y, 0.0F}, {1.0F, y, 0.0F}, {3.0F, y, 0.0F}});
        curves.corners.insert(curves.corners.end(), {first, first + 1, first + 2, first + 3});
    }
    scene->vertices.insert(scene->vertices.end(), {{1.5F, -3.0F, 1.0F},
                                                   {3.5F, -3.0F, 1.0F},
                                                   {2.5F, -0.5F, 1.0F},
                                                   {2.5F, -2.0F, 0.9F},
                                                   {-3.5F, 0.2F, 0.5F},
                                                   {-1.5F, 0.2F, 0.5F},
                                                   {-2.5F, 1.6F, 0.5F}});
    const PrimitiveBuffer cells{cell_kind, 4, {16, 17, 18, 19}, {}};
    scene->primitives = {cells, curves};
    scene->face_slots = {{20, 21, 22}};
    return scene;
}

View curve_view() {
    return test::flat_view(curve_kind);
}

class CurveDrawing : public test::KindDrawing {
protected:
    CurveDrawing() : KindDrawing(curve_scene()) {
        set_values(curve_kind, {0.25F, 0.5F, nothing, 0.75F});
        set_values(face_kind, {0.0F});
    }
    /// The colours at x from the line of a curve to three pixels above and below it.
    static std::set<std::tuple<int, int, int>> colours_at(const Image& image, float x, float y) {
        const test::Place place = pixel_of(x, y);
        return colours_within(image, {place.x, place.y - 3}, {place.x, place.y + 3});
    }
    [[nodiscard]] bool shows(const Image& image, float x, float y, float value) const {
        return colours_at(image, x, y).contains(tuple_of(map_.at(value)));
    }
    Highlight picked(const View& view, float x, float y) {
        const auto found = pick(pixel_of(x, y), view);
        return found ? found->element : Highlight{pixel_kind, 0};
    }
    static constexpr Highlight none{pixel_kind, 0};
};

TEST_F(CurveDrawing, EdgesHaveTheColoursOfTheirValuesAndARim) {
    const Image image = picture(curve_view());
    for (const float x : {-2.0F, 0.0F, 2.0F})
        EXPECT_TRUE(shows(image, x, 2.0F, 0.25F)) << x;
    EXPECT_EQ(colours_at(image, 0.0F, -2.0F).size(), 3U) << "the edge, its dark rim and the background";
    EXPECT_TRUE(shows(image, 0.0F, 1.0F, 0.5F));
    EXPECT_TRUE(shows(image, 0.0F, -2.0F, 0.75F));
    EXPECT_EQ(colours_at(image, 0.0F, 0.0F).size(), 1U) << "padding is not drawn";
}

TEST_F(CurveDrawing, EdgesAreDrawnThinWhileTheCameraMoves) {
    DrawEffort effort;
    effort.halo = false;
    test::PictureOfEffort drawn(renderer_, curve_view(), effort);
    EXPECT_EQ(colours_at(drawn.image, 0.0F, 2.0F).size(), 2U) << "no rim";
    EXPECT_TRUE(shows(drawn.image, 0.0F, 2.0F, 0.25F));
}

TEST_F(CurveDrawing, WhatIsNotAccessedIsNotDrawn) {
    set_values(curve_kind, {nothing, 0.5F, nothing, 0.75F});
    const View view = curve_view();
    const Image image = picture(view);
    EXPECT_EQ(colours_at(image, 0.0F, 2.0F).size(), 1U);
    EXPECT_TRUE(shows(image, 0.0F, 1.0F, 0.5F));
    EXPECT_EQ(picked(view, 0.0F, 2.0F), none);
    renderer_.set_values(curve_kind, nullptr);
    EXPECT_EQ(colours_at(picture(view), 0.0F, 1.0F).size(), 1U);
    EXPECT_EQ(picked(view, 0.0F, 1.0F), none);
}

TEST_F(CurveDrawing, SurfacesHideEdges) {
    View view = curve_view();
    view.show(cell_kind);
    set_values(cell_kind, {1.0F});
    const Image image = picture(view);
    EXPECT_FALSE(shows(image, 2.5F, -2.0F, 0.75F)) << "behind the cell";
    EXPECT_EQ(colour_at(image, pixel_of(2.5F, -2.0F)), map_.at(1.0F));
    EXPECT_FALSE(shows(image, -2.5F, 1.0F, 0.5F)) << "behind the face";
    EXPECT_TRUE(shows(image, 0.0F, -2.0F, 0.75F));
    EXPECT_EQ(picked(view, 2.5F, -2.0F), (Highlight{cell_kind, 0}));
    EXPECT_EQ(picked(view, -2.5F, 1.0F), (Highlight{face_kind, 0}));
    EXPECT_EQ(picked(view, 0.0F, -2.0F), (Highlight{curve_kind, 3}));
    view.show(cell_kind, false);
    view.show(face_kind, false);
    const Image alone = picture(view);
    EXPECT_TRUE(shows(alone, 2.5F, -2.0F, 0.75F));
    EXPECT_EQ(picked(view, 2.5F, -2.0F), (Highlight{curve_kind, 3}));
    EXPECT_EQ(picked(view, -2.5F, 1.0F), (Highlight{curve_kind, 1}));
}

TEST_F(CurveDrawing, AnEdgeIsPickedWithinFourPixels) {
    const View view = curve_view();
    (void)picture(view);
    const test::Place on = pixel_of(0.3F, 2.0F);
    for (const int away : {-6, -3, 0, 3, 6}) {
        const auto found = pick({on.x, on.y + away}, view);
        ASSERT_EQ(found.has_value(), away > -6 && away < 6) << away;
        if (!found) continue;
        EXPECT_EQ(found->element, (Highlight{curve_kind, 0}));
        EXPECT_NEAR(found->position.x, 0.3F, 0.05F);
        EXPECT_NEAR(found->position.y, 2.0F, 1e-4F);
    }
    EXPECT_FALSE(renderer_.pick_element(on.x, on.y, KindSet(face_kind, box_kind)));
}

TEST_F(CurveDrawing, ASelectedCurveIsOutlined) {
    const View view = curve_view();
    const Image before = picture(view);
    Highlights highlights;
    highlights.selected = Highlight{curve_kind, 3};
    renderer_.set_highlights(highlights);
    const Image after = picture(view);
    EXPECT_TRUE(colours_at(after, 0.0F, -2.0F).contains(tuple_of(white_)));
    EXPECT_NE(colours_at(after, 0.0F, -2.0F), colours_at(before, 0.0F, -2.0F));
    EXPECT_EQ(colours_at(after, 0.0F, 2.0F), colours_at(before, 0.0F, 2.0F)) << "the others stay";
    highlights.selected = Highlight{curve_kind, 2};
    renderer_.set_highlights(highlights);
    EXPECT_EQ(picture(view).rgba, before.rgba) << "padding has no outline";
}

TEST_F(CurveDrawing, WhatIsCutAwayIsNeitherDrawnNorPicked) {
    View view = curve_view();
    view.cut_plane = CutPlane{{1.0F, 0.0F, 0.0F}, 0.0F}; // x <= 0
    const Image image = picture(view);
    EXPECT_TRUE(shows(image, -0.5F, 2.0F, 0.25F));
    EXPECT_FALSE(shows(image, 0.5F, 2.0F, 0.25F));
    EXPECT_EQ(picked(view, -0.5F, 2.0F), (Highlight{curve_kind, 0}));
    EXPECT_EQ(picked(view, 0.5F, 2.0F), none);
}

TEST_F(CurveDrawing, APartHasOnlyItsCurves) {
    const View view = curve_view();
    const Image all = picture(view);
    set_part(curve_kind, {false, true, true, true});
    for (int round = 0; round < 2; ++round) {
        const Image part = picture(view);
        EXPECT_FALSE(shows(part, 0.0F, 2.0F, 0.25F));
        EXPECT_TRUE(shows(part, 0.0F, 1.0F, 0.5F));
        EXPECT_EQ(picked(view, 0.0F, 2.0F), none);
        EXPECT_EQ(picked(view, 0.0F, 1.0F), (Highlight{curve_kind, 1}));
        set_values(curve_kind, {0.25F, 0.5F, nothing, 0.75F}); // values come before or after the part
    }
    set_part(curve_kind, {});
    EXPECT_EQ(picture(view).rgba, all.rgba) << "a part says nothing of kinds that it does not list";
    renderer_.set_part(nullptr);
    EXPECT_EQ(picture(view).rgba, all.rgba);
}

/// The colours along the lines of a curve.
std::set<std::tuple<int, int, int>> colours_along(const Image& image, float y) {
    const test::Place from = pixel_of(-0.9F, y);
    const test::Place to = pixel_of(0.9F, y);
    return colours_within(image, {from.x, from.y - 1}, {to.x, to.y});
}

/// Edges are dashed as those of boxes are.
TEST_F(CurveDrawing, MarksOfDifferencesAndFewAccessesAreDashes) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    set_values(curve_kind, {-infinity, 0.5F, nothing, infinity});
    ColourRange range{-1.0F, 1.0F};
    range.difference = true;
    const Image image = picture(curve_view(), range);
    EXPECT_TRUE(colours_along(image, 2.0F).contains(tuple_of(only_a_colour)));
    EXPECT_TRUE(colours_along(image, -2.0F).contains(tuple_of(only_b_colour)));
    EXPECT_TRUE(colours_along(image, 1.0F).contains(tuple_of(difference_map().at(0.75F))));
    const auto drawn = [&](float y, Rgb colour) {
        int pixels = 0;
        for (int x = pixel_of(-0.9F, y).x; x < pixel_of(0.9F, y).x; ++x)
            for (int up = -1; up < 1; ++up)
                if (colour_at(image, {x, pixel_of(0.0F, y).y + up}) == colour) {
                    ++pixels;
                    break;
                }
        return pixels;
    };
    EXPECT_EQ(drawn(1.0F, difference_map().at(0.75F)), 36) << "both sides: a whole line";
    EXPECT_LT(drawn(2.0F, only_a_colour), 34);
    EXPECT_GT(drawn(2.0F, only_a_colour), 18) << "long dashes";
    EXPECT_LT(drawn(-2.0F, only_b_colour), 24) << "short dashes";
}

TEST_F(CurveDrawing, FewAccessesFadeACurve) {
    View view = curve_view();
    const Image plain = picture(view);
    view.minimum_accesses = 5;
    set_counts(curve_kind, {2.0F, 9.0F, nothing, 9.0F});
    const Image faded = picture(view);
    EXPECT_EQ(colours_along(faded, 1.0F), colours_along(plain, 1.0F));
    EXPECT_NE(colours_along(faded, 2.0F), colours_along(plain, 2.0F));
    EXPECT_TRUE(colours_along(faded, 2.0F).contains(tuple_of(map_.at(0.25F))));
    EXPECT_TRUE(colours_along(faded, 2.0F).contains(tuple_of(white_))) << "gaps, without a rim";
}

TEST_F(CurveDrawing, CurvesHaveMemoryForAllOrTakeNone) {
    EXPECT_TRUE(renderer_.is_optional(curve_kind) && renderer_.is_optional(cell_kind));
    EXPECT_FALSE(renderer_.is_optional(face_kind));
    View faces = curve_view();
    faces.show(curve_kind, false);
    const Image without = picture(faces);
    View view = curve_view();
    view.minimum_accesses = 2;
    set_counts(curve_kind, {9.0F, 9.0F, 9.0F, 9.0F});
    const std::uint64_t bytes = geometry_->gpu_bytes();
    constexpr int buffers = 4; // corners, elements, values, fade bits
    for (int allowed = 0; allowed < buffers; ++allowed) {
        const test::GpuShortage shortage(allowed);
        EXPECT_THROW(renderer_.reserve(curve_kind, view), Error);
        EXPECT_NO_THROW(check_gl_errors("a shortage"));
        EXPECT_EQ(geometry_->gpu_bytes(), bytes) << allowed;
        EXPECT_EQ(picture(faces).rgba, without.rgba) << allowed;
    }
    const test::GpuShortage enough(buffers);
    renderer_.reserve(curve_kind, view);
    EXPECT_NE(picture(view).rgba, without.rgba);
    EXPECT_EQ(geometry_->gpu_bytes(), bytes + 9 * 2 * 12 + 9 * 4 + 4 * 4 + 4);
    EXPECT_EQ(enough.refused(), 0);
}

TEST(CurveView, IsStoredUnderItsPlural) {
    View view;
    view.show(curve_kind);
    const std::string json = view_to_json(view);
    EXPECT_THAT(json, testing::HasSubstr("\"show_curves\": true"));
    EXPECT_TRUE(view_from_json(json, "view.json").shows(curve_kind));
    EXPECT_LT(json.find("show_faces"), json.find("cull_back_faces"));
    EXPECT_LT(json.find("cull_back_faces"), json.find("show_boxes"));
    EXPECT_LT(json.find("show_boxes"), json.find("show_cells"));
    EXPECT_LT(json.find("show_cells"), json.find("show_curves"));
}

} // namespace
} // namespace hitmap
