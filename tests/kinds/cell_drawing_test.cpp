#include "core/base/error.h"
#include "render/view/range_choice.h"
#include "render/view/view_json.h"
#include "tests/kinds/drawing.h"
#include "tests/render/gpu_shortage.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

namespace hitmap {
namespace {

using test::cell_kind;
using test::colour_at;
using test::colours_within;
using test::nothing;
using test::pixel_of;
using test::tuple_of;

/// Three cells side by side, of which the second is padding, and a face behind the first cell. Each cell has
/// a triangle in the plane z = 0 that is seen from +z, and its fourth corner behind it.
std::shared_ptr<const RecordedScene> cell_scene() {
    auto scene = std::make_shared<RecordedScene>();
    PrimitiveBuffer cells{cell_kind, 4, {}, {0, -1, 1}};
    for (const float x : {-2.0F, 0.0F, 2.0F}) {
        const auto first = static_cast<std::uint32_t>(scene->vertices.size());
        scene->vertices.insert(
            scene->vertices.end(),
            {{x - 0.9F, -1.0F, 0.0F}, {x + 0.9F, -1.0F, 0.0F}, {x, 1.0F, 0.0F}, {x, 0.0F, -1.0F}});
        cells.corners.insert(cells.corners.end(), {first, first + 1, first + 2, first + 3});
    }
    scene->primitives = {cells};
    scene->vertices.insert(scene->vertices.end(),
                           {{-3.0F, -2.0F, -2.0F}, {-1.0F, -2.0F, -2.0F}, {-2.0F, 3.0F, -2.0F}});
    scene->face_slots = {{12, 13, 14}};
    return scene;
}

View cell_view() {
    return test::flat_view(cell_kind);
}

class CellDrawing : public test::KindDrawing {
protected:
    CellDrawing() : KindDrawing(cell_scene()) { set_values(cell_kind, {0.25F, nothing, 0.75F}); }
};

TEST_F(CellDrawing, CellsHaveTheColoursOfTheirValues) {
    const Image image = picture(cell_view());
    EXPECT_EQ(colour_at(image, pixel_of(-2.0F, -0.5F)), map_.at(0.25F));
    EXPECT_EQ(colour_at(image, pixel_of(2.0F, -0.5F)), map_.at(0.75F));
    EXPECT_EQ(colour_at(image, pixel_of(0.0F, -0.5F)), white_) << "padding is not drawn";
}

TEST_F(CellDrawing, CellsAreDrawnOnlyIfTheyAreShown) {
    View view = cell_view();
    view.show(cell_kind, false);
    const Image image = picture(view);
    EXPECT_EQ(colour_at(image, pixel_of(2.0F, -0.5F)), white_);
    EXPECT_FALSE(pick(pixel_of(2.0F, -0.5F), view));
    EXPECT_EQ(renderer_.geometry().gpu_bytes(), SceneGeometry(prepare_scene(cell_scene())).gpu_bytes())
        << "cells take memory when they are shown first";
}

TEST_F(CellDrawing, CellsThatAreNotAccessedAreGrey) {
    set_values(cell_kind, {nothing, nothing, 0.75F});
    const Rgb grey = colour_at(picture(cell_view()), pixel_of(-2.0F, -0.5F));
    EXPECT_EQ(grey.r, grey.g);
    EXPECT_NE(grey, white_);
}

TEST_F(CellDrawing, CellsTurnDarkerFromTheSideWithShading) {
    View view = cell_view();
    view.shading = true;
    const Rgb full = map_.at(0.75F);
    EXPECT_NEAR(colour_at(picture(view), pixel_of(2.0F, -0.5F)).r, full.r, 6) << "almost from the front";
    // The triangle on the right has the normal (2, 0.9, -0.9), so that shading takes 5 % of its colour.
    view.camera.position = {8.0F, 0.0F, -0.3F};
    view.camera.forward = {-1.0F, 0.0F, 0.0F};
    EXPECT_NEAR(colour_at(picture(view), {80, 60}).r, 0.953 * full.r, 2);
}

TEST_F(CellDrawing, CellsAndFacesHideEachOther) {
    renderer_.set_values(face_kind, std::make_shared<const std::vector<float>>(1, 1.0F));
    View view = cell_view();
    EXPECT_EQ(colour_at(picture(view), pixel_of(-2.0F, -0.5F)), map_.at(0.25F)) << "the cell is nearer";
    EXPECT_EQ(pick(pixel_of(-2.0F, -0.5F), view)->element, (Highlight{cell_kind, 0}));
    view.camera.position.z = -8.0F;
    view.camera.forward.z = 1.0F;
    const Image behind = picture(view);
    EXPECT_EQ(colour_at(behind, {80 + 40, 60}), map_.at(1.0F)) << "the face is nearer";
    EXPECT_EQ(pick({80 + 40, 60}, view)->element, (Highlight{face_kind, 0}));
}

TEST_F(CellDrawing, ACellIsPickedWhereItIsDrawn) {
    const View view = cell_view();
    const Image image = picture(view);
    for (int y = 0; y < size.height; y += 3) {
        for (int x = 0; x < size.width; x += 3) {
            const auto found = pick({x, y}, view);
            const Rgb colour = colour_at(image, {x, y});
            const bool is_first = colour == map_.at(0.25F);
            const bool is_last = colour == map_.at(0.75F);
            const bool is_cell = found && found->element.kind == cell_kind;
            EXPECT_EQ(is_cell, is_first || is_last) << x << ' ' << y;
            if (is_cell) {
                EXPECT_EQ(found->element.element, is_first ? 0U : 2U);
            }
        }
    }
    const auto found = pick(pixel_of(2.0F, -0.5F), view);
    EXPECT_NEAR(found->position.x, 2.0F, 0.05F);
    EXPECT_NEAR(found->position.z, 0.0F, 0.001F);
}

TEST_F(CellDrawing, WhatIsCutAwayIsNeitherDrawnNorPicked) {
    View view = cell_view();
    view.cut_plane = CutPlane{{0.0F, 1.0F, 0.0F}, -0.7F};
    const Image image = picture(view);
    EXPECT_EQ(colour_at(image, pixel_of(2.0F, -0.5F)), white_);
    EXPECT_EQ(colour_at(image, pixel_of(2.0F, -0.9F)), map_.at(0.75F));
    EXPECT_FALSE(pick(pixel_of(2.0F, -0.5F), view));
    EXPECT_TRUE(pick(pixel_of(2.0F, -0.9F), view));
}

TEST_F(CellDrawing, ASelectedCellIsOutlined) {
    const Image before = picture(cell_view());
    Highlights highlights;
    highlights.selected = Highlight{cell_kind, 2};
    renderer_.set_highlights(highlights);
    const Image after = picture(cell_view());
    EXPECT_EQ(colour_at(after, pixel_of(2.0F, -1.0F)), white_) << "the edge at the bottom";
    EXPECT_EQ(colour_at(before, pixel_of(2.0F, -0.95F)), map_.at(0.75F));
    EXPECT_EQ(colour_at(after, pixel_of(2.0F, -0.5F)), map_.at(0.75F)) << "its surface keeps its colour";
}

TEST_F(CellDrawing, CellsWithFewAccessesAreFaded) {
    View view = cell_view();
    view.minimum_accesses = 5;
    set_counts(cell_kind, {2.0F, nothing, 9.0F});
    const Image faded = picture(view);
    EXPECT_EQ(colour_at(faded, pixel_of(2.0F, -0.5F)), map_.at(0.75F));
    const auto pale = colours_within(faded, pixel_of(-2.3F, -0.5F), pixel_of(-1.7F, -0.8F));
    EXPECT_EQ(pale.size(), 2U) << "dots of the full colour on a pale one";
    EXPECT_TRUE(pale.contains(tuple_of(map_.at(0.25F))));
}

/// In a difference, +infinity is a cell that only B accesses, -infinity one that only A does.
TEST_F(CellDrawing, CellsOfOneSideOfADifferenceHaveItsPattern) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    set_values(cell_kind, {-infinity, nothing, infinity});
    ColourRange range{-1.0F, 1.0F};
    range.difference = true;
    const Image image = picture(cell_view(), range);
    const auto only_a = colours_within(image, pixel_of(-2.3F, -0.5F), pixel_of(-1.7F, -0.8F));
    const auto only_b = colours_within(image, pixel_of(1.7F, -0.3F), pixel_of(2.3F, -0.9F));
    EXPECT_EQ(only_a.size(), 2U) << "vertical stripes";
    EXPECT_TRUE(only_a.contains(tuple_of(only_a_colour)));
    EXPECT_EQ(only_b.size(), 2U) << "horizontal stripes";
    EXPECT_TRUE(only_b.contains(tuple_of(only_b_colour)));
    set_values(cell_kind, {0.5F, nothing, -0.25F});
    const Image both = picture(cell_view(), range);
    EXPECT_EQ(colour_at(both, pixel_of(-2.0F, -0.5F)), difference_map().at(0.75F));
    EXPECT_EQ(colour_at(both, pixel_of(2.0F, -0.5F)), difference_map().at(0.375F));
}

TEST_F(CellDrawing, APartHasOnlyItsCells) {
    const View view = cell_view();
    const Image all = picture(view);
    const std::uint64_t bytes = renderer_.gpu_bytes();
    set_part(cell_kind, {false, true, true});
    const Image part = picture(view);
    EXPECT_NE(colour_at(part, pixel_of(-2.0F, -0.5F)), map_.at(0.25F));
    EXPECT_EQ(colour_at(part, pixel_of(2.0F, -0.5F)), map_.at(0.75F));
    EXPECT_EQ(pick(pixel_of(-2.0F, -0.5F), view)->element, (Highlight{face_kind, 0}));
    EXPECT_EQ(pick(pixel_of(2.0F, -0.5F), view)->element, (Highlight{cell_kind, 2}));
    EXPECT_EQ(renderer_.gpu_bytes(), bytes + 2 * 12 * 4 + 12) << "the indices of 8 triangles and of a face";
    set_part(cell_kind, {});
    EXPECT_EQ(picture(view).rgba, all.rgba) << "a part says nothing of kinds that it does not list";
    renderer_.set_part(nullptr);
    EXPECT_EQ(picture(view).rgba, all.rgba);
    EXPECT_EQ(renderer_.gpu_bytes(), bytes);
}

TEST_F(CellDrawing, CellsAreUploadedInPieces) {
    const View view = cell_view();
    const Image expected = picture(view);
    SceneRenderer other(std::make_shared<SceneGeometry>(prepare_scene(cell_scene())));
    other.set_values(cell_kind,
                     std::make_shared<std::vector<float>>(std::vector<float>{0.25F, nothing, 0.75F}));
    DrawEffort effort;
    effort.upload_bytes = 1;
    DrawState state;
    int draws = 0;
    do {
        state = test::PictureOfEffort(other, view, effort).state;
        ++draws;
    } while (draws < 60 && !state.complete());
    EXPECT_TRUE(state.complete());
    EXPECT_GT(draws, 3);
    EXPECT_EQ(draw_mesh_view(other, view, {0.0F, 1.0F}, size).rgba, expected.rgba);
}

/// So many cells that their corners and the indices of a part take several pieces; the last one is that of
/// cell_scene() at x = 2, the others are too small to be seen.
std::shared_ptr<const RecordedScene> many_cells(std::uint32_t count) {
    auto scene = std::make_shared<RecordedScene>();
    scene->vertices.assign({{-2.0F, 0.0F, 0.0F},
                            {1.1F, -1.0F, 0.0F},
                            {2.9F, -1.0F, 0.0F},
                            {2.0F, 1.0F, 0.0F},
                            {2.0F, 0.0F, -1.0F}});
    PrimitiveBuffer cells{cell_kind, 4, std::vector<std::uint32_t>(std::size_t{4} * count, 0), {}};
    std::ranges::copy(std::array{1U, 2U, 3U, 4U}, cells.corners.end() - 4);
    scene->primitives = {cells};
    return scene;
}

TEST_F(CellDrawing, ManyCellsOfAPartAreUploadedInSeveralPieces) {
    constexpr std::uint32_t count = 17000; // 68,000 triangles; a piece has 65,536 of them or 786,432 bytes
    SceneRenderer other(std::make_shared<SceneGeometry>(prepare_scene(many_cells(count))));
    std::vector<float> values(count, 0.25F);
    values.back() = 0.75F;
    other.set_values(cell_kind, std::make_shared<const std::vector<float>>(values));
    auto part = std::make_shared<ScenePart>();
    part->drawn[cell_kind].assign(count, true);
    part->drawn[cell_kind][0] = false;
    other.set_part(part);
    DrawEffort effort;
    effort.upload_bytes = 1;
    DrawState state;
    int draws = 0;
    do {
        state = test::PictureOfEffort(other, cell_view(), effort).state;
        ++draws;
    } while (draws < 60 && !state.complete());
    EXPECT_TRUE(state.complete());
    EXPECT_GT(draws, 6) << "four pieces of corners, one of elements, two of indices";
    EXPECT_EQ(colour_at(draw_mesh_view(other, cell_view(), {0.0F, 1.0F}, size), pixel_of(2.0F, -0.5F)),
              map_.at(0.75F));
}

TEST_F(CellDrawing, CellsOfAPartHaveMemoryForAllOrAreNotDrawn) {
    View faces = cell_view();
    faces.show(cell_kind, false);
    set_part(cell_kind, {false, true, true});
    const Image without = picture(faces);
    constexpr int buffers = 4; // corners, elements, values, indices of the part
    for (int allowed = 0; allowed < buffers; ++allowed) {
        const test::GpuShortage shortage(allowed);
        EXPECT_THROW(renderer_.reserve(cell_kind, cell_view()), Error) << allowed;
        EXPECT_NO_THROW(check_gl_errors("a shortage"));
        EXPECT_EQ(picture(faces).rgba, without.rgba) << allowed;
    }
    renderer_.reserve(cell_kind, cell_view());
    const test::GpuShortage none(0);
    EXPECT_EQ(colour_at(picture(cell_view()), pixel_of(2.0F, -0.5F)), map_.at(0.75F));
    EXPECT_EQ(none.refused(), 0) << "what is reserved is enough";
}

TEST_F(CellDrawing, RefusesValuesOfAnotherLengthOrKind) {
    const auto two = std::make_shared<const std::vector<float>>(2, 0.5F);
    EXPECT_THROW(renderer_.set_values(cell_kind, two), std::invalid_argument);
    EXPECT_THROW(renderer_.set_values(pixel_kind, two), std::invalid_argument);
}

TEST(CellView, IsStoredUnderItsPlural) {
    View view;
    view.show(cell_kind);
    const std::string json = view_to_json(view);
    EXPECT_THAT(json, testing::HasSubstr("\"show_cells\": true"));
    EXPECT_TRUE(view_from_json(json, "view.json").shows(cell_kind));
    EXPECT_FALSE(view_from_json(R"({"show_cells": false})", "view.json", view).shows(cell_kind));
}

TEST(CellView, ColoursKindsInDrawingOrder) {
    View view;
    view.shown_kinds = KindSet(box_kind, cell_kind);
    EXPECT_THAT(coloured_kinds(view), testing::ElementsAre(box_kind, cell_kind));
    view.shown_kinds = {};
    EXPECT_THAT(coloured_kinds(view), testing::ElementsAre(face_kind, box_kind, cell_kind));
}

} // namespace
} // namespace hitmap
