#include "render/elements/box_pick.h"
#include "render/view/projection.h"
#include "tests/render/special_values.h"
#include "tests/render/tiny_scene.h"

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace hitmap {
namespace {

using test::nan;
constexpr FrameSize picture_size{160, 120};

/// tiny_scene() seen by tiny_view().
struct Picker {
    std::shared_ptr<const PreparedScene> prepared = prepare_scene(test::tiny_scene());
    std::vector<float> values = {0.0F, 0.5F, 0.9F};
    LevelRange levels{0, 9};
    EdgePickPlace place;

    Picker() {
        place.world_to_clip =
            view_matrices(test::tiny_view(), prepared->bounds, picture_size).world_to_clip();
        place.picture = picture_size;
    }
    [[nodiscard]] std::optional<BoxPick> at_place() const {
        NearestEdge nearest(place);
        return pick_box_edge(*prepared, values, find_box_runs(*prepared, values, levels), place, nearest);
    }
    /// Searches at a point of the world, displaced by some pixels.
    [[nodiscard]] std::optional<BoxPick> at(glm::vec3 point, glm::vec2 moved = glm::vec2(0.0F)) {
        const glm::vec4 clip = place.world_to_clip * glm::vec4(point, 1.0F);
        place.pixel = (glm::vec2(clip) / clip.w + 1.0F) * 0.5F * glm::vec2(160.0F, 120.0F) + moved;
        return at_place();
    }
};

TEST(ReleaseOnlyBoxPick, FindsTheEdgeWithinTheRadius) {
    Picker picker;
    const auto found = picker.at({2.0F, 1.0F, 1.0F}, {0.0F, 3.0F});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->box, 1U);
    EXPECT_LT(glm::distance(found->position, glm::vec3(2.0F, 1.0F, 1.0F)), 1e-3F);
    EXPECT_FALSE(picker.at({2.0F, 1.0F, 1.0F}, {0.0F, 4.5F}));
    EXPECT_FALSE(picker.at({0.0F, 0.0F, 0.0F}));
}

TEST(BoxPick, PositionsAreThoseOfTheWorld) {
    Picker picker;
    // A third of the way along an edge that leads away from the eye.
    const glm::vec3 point(-1.0F, 1.0F, 1.0F - 2.0F / 3.0F);
    const auto found = picker.at(point);
    ASSERT_TRUE(found);
    EXPECT_LT(glm::distance(found->position, point), 1e-3F);
}

TEST(BoxPick, LeavesOutOtherLevelsAndWhatWasNotAccessed) {
    Picker picker;
    const glm::vec3 inner(-2.0F, 0.5F, 0.5F);
    ASSERT_TRUE(picker.at(inner));
    EXPECT_EQ(picker.at(inner)->box, 2U);
    picker.levels = {0, 0};
    EXPECT_FALSE(picker.at(inner));
    picker.values[1] = nan;
    EXPECT_FALSE(picker.at({2.0F, 1.0F, 1.0F}));
}

TEST(BoxPick, EdgesThatAreCutAwayAreNotFound) {
    Picker picker;
    const glm::vec3 inner(-2.0F, 0.5F, 0.5F);
    picker.place.radius = 1.0F;                              // excludes the edge behind it
    picker.place.half_spaces = {{-1.0F, 0.0F, 0.0F, -1.7F}}; // x <= -1.7
    ASSERT_TRUE(picker.at(inner));
    EXPECT_NEAR(picker.at(inner)->position.x, -2.0F, 0.01F) << "a position on the whole edge";
    picker.place.half_spaces = {{-1.0F, 0.0F, 0.0F, -2.3F}};
    EXPECT_FALSE(picker.at(inner));
    picker.place.half_spaces = {{0.0F, 1.0F, 0.0F, -0.6F}}; // y >= 0.6
    EXPECT_FALSE(picker.at(inner)) << "all of the edge is cut away";
}

TEST(BoxPick, FacesHideEdges) {
    Picker picker;
    const glm::vec3 inner(-2.0F, 0.5F, -0.5F);
    picker.place.radius = 1.0F; // excludes the edge in front of it
    ASSERT_TRUE(picker.at(inner));
    const glm::vec4 clip = picker.place.world_to_clip * glm::vec4(inner, 1.0F);
    EdgePickPlace::Depths& faces = picker.place.surfaces;
    faces.size = picture_size;
    faces.depth.assign(160 * 120, 1.01F * clip.z / clip.w);
    EXPECT_FALSE(picker.at(inner));
    EXPECT_TRUE(picker.at({-2.0F, 0.5F, 0.5F}));    // in front of the faces
    faces.depth.assign(160 * 120, clip.z / clip.w); // edges on faces are visible
    EXPECT_TRUE(picker.at(inner));
}

TEST(BoxPick, TheNearestToTheEyeWinsAmongEdgesOnePixelApart) {
    Picker picker;
    auto scene = std::make_shared<RecordedScene>(*test::tiny_scene());
    scene->boxes = {{{-1, -1, -3}, {1, 1, -2}}, {{-0.9F, -0.9F, -1}, {0.9F, 0.9F, -0.5F}}};
    scene->boxes[1].upper.y = 1.0F * 6.5F / 8.0F; // its front edge covers that of the other box
    scene->box_level = {0, 0};
    picker.prepared = prepare_scene(scene);
    picker.values = {1.0F, 1.0F};
    const auto found = picker.at({0.0F, 1.0F, -2.0F});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->box, 1U);
}

TEST(BoxPick, EyeInsideABox) {
    Picker picker;
    picker.levels = {0, 0};
    View view = test::tiny_view();
    view.camera.position = {-2.0F, 0.0F, 0.9F};
    picker.place.world_to_clip = view_matrices(view, picker.prepared->bounds, picture_size).world_to_clip();
    const auto found = picker.at({-1.0F, 1.0F, -0.5F});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->box, 0U);
    EXPECT_LT(glm::distance(found->position, glm::vec3(-1.0F, 1.0F, -0.5F)), 1e-3F);
}

/// The reference implementation samples every edge in small steps.
/// The pixels of 201 points on each edge of each box, four times each.
std::vector<glm::vec2> pixels_of_edges(const std::vector<Aabb>& boxes, const glm::mat4& world_to_clip) {
    std::vector<glm::vec2> pixels;
    for (const Aabb& box : boxes) {
        for (int corner = 0; corner < 8; ++corner) {
            for (int axis = 0; axis < 3; ++axis) {
                for (int step = 0; step <= 200; ++step) {
                    glm::vec3 share((corner & 1) != 0, (corner & 2) != 0, (corner & 4) != 0);
                    share[axis] = static_cast<float>(step) / 200.0F;
                    const glm::vec4 clip = world_to_clip * glm::vec4(box.lower + share * box.extent(), 1.0F);
                    pixels.push_back((glm::vec2(clip) / clip.w + 1.0F) * 0.5F * glm::vec2(160.0F, 120.0F));
                }
            }
        }
    }
    return pixels;
}

TEST(ReleaseOnlyBoxPick, FindsWhatSteppingAlongTheEdgesFinds) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> place(-2.0F, 2.0F);
    std::uniform_real_distribution<float> extent(0.05F, 0.6F);
    auto scene = std::make_shared<RecordedScene>();
    for (int i = 0; i < 40; ++i) {
        const glm::vec3 lower(place(random), place(random), place(random));
        scene->boxes.push_back({lower, lower + glm::vec3(extent(random), extent(random), extent(random))});
    }
    Picker picker;
    picker.prepared = prepare_scene(scene);
    picker.values.assign(40, 1.0F);
    picker.place.world_to_clip =
        view_matrices(test::tiny_view(), picker.prepared->bounds, picture_size).world_to_clip();
    const std::vector<glm::vec2> pixels = pixels_of_edges(scene->boxes, picker.place.world_to_clip);
    std::uniform_real_distribution<float> x(0.0F, 160.0F);
    std::uniform_real_distribution<float> y(0.0F, 120.0F);
    int found_any = 0;
    for (int i = 0; i < 200; ++i) {
        picker.place.pixel = {x(random), y(random)};
        float nearest_squared = std::numeric_limits<float>::infinity();
        for (const glm::vec2& pixel : pixels) {
            const float dx = pixel.x - picker.place.pixel.x;
            const float dy = pixel.y - picker.place.pixel.y;
            if (dx * dx + dy * dy < nearest_squared) nearest_squared = dx * dx + dy * dy;
        }
        const float nearest = std::sqrt(nearest_squared);
        const auto found = picker.at_place();
        if (std::abs(nearest - 4.0F) > 0.1F) {
            EXPECT_EQ(found.has_value(), nearest < 4.0F) << nearest;
        }
        found_any += found ? 1 : 0;
    }
    EXPECT_GT(found_any, 50);
}

} // namespace
} // namespace hitmap
