#include "core/base/error.h"
#include "render/elements/prepared_scene.h"
#include "tests/render/tiny_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hitmap {
namespace {

using testing::ElementsAre;

TEST(PreparedScene, LeavesPaddingOut) {
    const auto prepared = prepare_scene(test::tiny_scene());
    EXPECT_THAT(prepared->draw_slots, ElementsAre(0, 1, 3, 4));
    EXPECT_THAT(prepared->stages, ElementsAre(4));
    EXPECT_EQ(prepared->bounds, (Aabb{{-3.0F, -1.0F, 0.0F}, {3.0F, 1.0F, 0.0F}}));
}

TEST(PreparedScene, DrawsCopiesOfFacesWithTheirSlots) {
    auto scene = std::make_shared<RecordedScene>(*test::tiny_scene());
    const auto first = static_cast<std::uint32_t>(scene->vertices.size());
    scene->vertices.insert(scene->vertices.end(), {{8, 0, 0}, {9, 0, 0}, {8, 1, 0}});
    scene->face_copies = {{3, {first, first + 1, first + 2}, 7}};
    const auto prepared = prepare_scene(scene);
    EXPECT_THAT(prepared->draw_slots, ElementsAre(0, 1, 3, 4, 3));
    EXPECT_EQ(prepared->drawn_corners(2), scene->face_slots[3]);
    EXPECT_EQ(prepared->drawn_corners(4), scene->face_copies[0].corners);
    EXPECT_EQ(prepared->bounds.upper, glm::vec3(9.0F, 1.0F, 0.0F));
}

TEST(PreparedScene, OrdersBoxesByLevel) {
    auto scene = std::make_shared<RecordedScene>(*test::tiny_scene());
    scene->box_level = {2, 0, 2};
    const auto prepared = prepare_scene(scene);
    EXPECT_THAT(prepared->box_order, ElementsAre(1, 0, 2));
    EXPECT_THAT(prepared->level_starts, ElementsAre(0, 1, 1, 3));
    scene->box_level.clear();
    EXPECT_THAT(prepare_scene(scene)->level_starts, ElementsAre(0, 3));
}

TEST(PreparedScene, FrustumEndsAtTheTriangleInTheMiddle) {
    auto scene = std::make_shared<RecordedScene>(*test::tiny_scene());
    EXPECT_FLOAT_EQ(prepare_scene(scene)->frustum_distance, 3.0F); // camera at z = 3 before the left square
    // Looks away from the scene: the far side of the bounds.
    scene->cameras[0].forward = {0.0F, 0.0F, 1.0F};
    EXPECT_NEAR(prepare_scene(scene)->frustum_distance, std::sqrt(4.0F + 0.25F + 9.0F) + std::sqrt(10.0F),
                1e-5);
    scene->cameras.clear();
    EXPECT_EQ(prepare_scene(scene)->frustum_distance, 1.0F);
}

TEST(PreparedScene, RefusesFacesWithoutVertices) {
    auto scene = std::make_shared<RecordedScene>(*test::tiny_scene());
    scene->face_slots[3].y = 8;
    try {
        (void)prepare_scene(scene);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "face slot 3: expected vertices below 8, found 8");
    }
}

TEST(PreparedScene, EmptyAndNonFiniteScenesHaveBounds) {
    EXPECT_EQ(prepare_scene(std::make_shared<RecordedScene>())->bounds, (Aabb{{0, 0, 0}, {1, 1, 1}}));
    auto scene = std::make_shared<RecordedScene>(*test::tiny_scene());
    scene->vertices[0].x = std::nanf("");
    scene->vertices[5].y = INFINITY;
    const Aabb bounds = prepare_scene(scene)->bounds;
    EXPECT_EQ(bounds, (Aabb{{-3.0F, -1.0F, 0.0F}, {3.0F, 1.0F, 0.0F}}));
}

/// A strip of many triangles; one of each 64 is ten times as large.
std::shared_ptr<const RecordedScene> large_scene(std::uint32_t triangles) {
    auto scene = std::make_shared<RecordedScene>();
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const auto x = static_cast<float>(i);
        const float height = i % 64 == 17 ? 10.0F : 1.0F;
        scene->vertices.insert(scene->vertices.end(),
                               {{x, 0.0F, 0.0F}, {x + 1.0F, 0.0F, 0.0F}, {x, height, 0.0F}});
        scene->face_slots.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
    }
    return scene;
}

TEST(PreparedScene, DrawsTheLargestOfEachNeighbourhoodFirst) {
    constexpr std::uint32_t triangles = 64 * 4000;
    const auto prepared = prepare_scene(large_scene(triangles));
    for (unsigned threads : {1U, 3U}) {
        ThreadPool pool(threads);
        const auto again = prepare_scene(large_scene(triangles), {}, &pool);
        EXPECT_EQ(again->draw_slots, prepared->draw_slots);
        EXPECT_EQ(again->stages, prepared->stages);
        EXPECT_EQ(again->bounds, prepared->bounds);
        EXPECT_EQ(again->frustum_distance, prepared->frustum_distance);
    }
    ASSERT_THAT(prepared->stages, ElementsAre(triangles / 64, triangles / 16, triangles / 4, triangles));
    for (std::uint32_t i = 0; i < triangles / 64; ++i)
        ASSERT_EQ(prepared->draw_slots[i], 64 * i + 17);
    std::vector<std::uint32_t> all = prepared->draw_slots;
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> expected(triangles);
    std::iota(expected.begin(), expected.end(), 0U);
    EXPECT_EQ(all, expected);
}

TEST(PreparedScene, TheLastNeighbourhoodMayBeSmaller) {
    constexpr std::uint32_t groups = 4000;
    const auto prepared = prepare_scene(large_scene(64 * groups + 5));
    EXPECT_THAT(prepared->stages, ElementsAre(groups + 1, 4 * groups + 4, 16 * groups + 5, 64 * groups + 5));
    std::vector<std::uint32_t> all = prepared->draw_slots;
    std::size_t first = 0;
    for (const std::uint64_t end : prepared->stages) {
        EXPECT_TRUE(std::is_sorted(all.begin() + static_cast<std::ptrdiff_t>(first),
                                   all.begin() + static_cast<std::ptrdiff_t>(end)));
        first = end;
    }
    std::sort(all.begin(), all.end());
    EXPECT_TRUE(std::adjacent_find(all.begin(), all.end()) == all.end());
    EXPECT_EQ(all.back(), 64 * groups + 4);
}

TEST(PreparedScene, CanBeCancelled) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)prepare_scene(test::tiny_scene(), JobContext{stop.get_token()}), Cancelled);
}

} // namespace
} // namespace hitmap
