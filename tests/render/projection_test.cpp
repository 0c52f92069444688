#include "render/view/projection.h"
#include "tests/render/tiny_scene.h"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace hitmap {
namespace {

const Aabb bounds{{-3.0F, -1.0F, -1.0F}, {3.0F, 1.0F, 1.0F}};

/// Pixel coordinates (y downwards, pixel centres at integers) and depth.
glm::vec3 project(const ViewMatrices& matrices, FrameSize size, const glm::vec3& p) {
    const glm::vec4 clip = matrices.world_to_clip() * glm::vec4(p, 1.0F);
    return {(clip.x / clip.w + 1.0F) * 0.5F * static_cast<float>(size.width) - 0.5F,
            (1.0F - clip.y / clip.w) * 0.5F * static_cast<float>(size.height) - 0.5F, clip.z / clip.w};
}

TEST(Projection, ATallPictureShowsWhatASquareOneDoes) {
    View view;
    view.camera.position = {0.0F, 0.0F, 5.0F};
    const float edge = 5.0F * std::tan(glm::radians(0.5F * view.camera.fov_y_degrees));
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        view.projection = projection;
        view.focus_distance = 5.0F;
        for (const FrameSize size : {FrameSize{100, 100}, {100, 300}, {300, 100}}) {
            const ViewMatrices matrices = view_matrices(view, bounds, size);
            const glm::vec3 corner = project(matrices, size, {edge, edge, 0.0F});
            EXPECT_NEAR(corner.x, 0.5F * static_cast<float>(size.width) + 49.5F, 1e-3);
            EXPECT_NEAR(corner.y, 0.5F * static_cast<float>(size.height) - 50.5F, 1e-3);
        }
    }
}

TEST(Projection, AgreesWithTheRaysOfTheCamera) {
    View view;
    view.camera.position = {3.0F, 2.0F, 5.0F};
    view.camera.forward = glm::normalize(glm::vec3(-1.0F, -0.5F, -2.0F));
    view.camera.up = {0.0F, 1.0F, 0.0F};
    view.camera = normalised(view.camera);
    view.camera.fov_y_degrees = 47.0F;
    const FrameSize size{97, 53};
    const ViewMatrices matrices = view_matrices(view, bounds, size);
    for (const auto& [x, y] : {std::pair{0, 0}, {96, 52}, {48, 26}, {10, 50}}) {
        const glm::vec3 p =
            view.camera.position + 7.0F * ray_direction(view.camera, x, y, size.width, size.height);
        const glm::vec3 found = project(matrices, size, p);
        EXPECT_NEAR(found.x, x, 1e-3);
        EXPECT_NEAR(found.y, y, 1e-3);
    }
}

TEST(Projection, DepthFallsFromNearToFar) {
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        View view = test::tiny_view();
        view.projection = projection;
        const ViewMatrices matrices = view_matrices(view, bounds, {160, 120});
        float last = 1.0F;
        for (const float z : {5.9F, 5.0F, 1.0F, 0.0F, -0.9F}) {
            const float depth = project(matrices, {160, 120}, {0.0F, 0.0F, z}).z;
            EXPECT_LT(depth, last);
            EXPECT_GT(depth, 0.0F);
            last = depth;
        }
    }
}

TEST(Projection, OrthographicIsAsHighAsPerspectiveAtTheFocus) {
    View view = test::tiny_view();
    view.focus_distance = 6.0F;
    const FrameSize size{160, 120};
    const glm::vec3 perspective = project(view_matrices(view, bounds, size), size, {2.0F, 1.0F, 0.0F});
    view.projection = Projection::orthographic;
    const ViewMatrices matrices = view_matrices(view, bounds, size);
    const glm::vec3 here = project(matrices, size, {2.0F, 1.0F, 0.0F});
    const glm::vec3 nearer = project(matrices, size, {2.0F, 1.0F, 1.0F});
    EXPECT_NEAR(here.x, perspective.x, 1e-3);
    EXPECT_NEAR(here.y, perspective.y, 1e-3);
    EXPECT_EQ(here.x, nearer.x);
    EXPECT_LT(here.z, nearer.z);
}

TEST(Projection, UnprojectIsTheInverse) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> part(-1.0F, 1.0F);
    const FrameSize size{640, 360};
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        View view = test::tiny_view();
        view.projection = projection;
        const ViewMatrices matrices = view_matrices(view, bounds, size);
        for (int i = 0; i < 100; ++i) {
            const glm::vec3 p{3.0F * part(random), part(random), part(random)};
            const glm::vec3 seen = project(matrices, size, p);
            const glm::vec3 found = unproject(matrices, size, seen.x, seen.y, seen.z);
            EXPECT_LT(glm::distance(found, p), 2e-3F);
        }
    }
}

TEST(Projection, TilesShowPartsOfThePicture) {
    const View view = test::tiny_view();
    const FrameSize picture{160, 120};
    const FrameSize tile{40, 30};
    const ViewMatrices matrices = view_matrices(view, bounds, picture);
    const glm::vec3 p{1.3F, -0.4F, 0.2F};
    const glm::vec3 whole = project(matrices, picture, p);
    for (const auto& [x, y] : {std::pair{0, 0}, {120, 90}, {40, 60}}) {
        const glm::vec4 clip =
            tile_matrix(picture, x, y, tile) * matrices.world_to_clip() * glm::vec4(p, 1.0F);
        // Pixel rows of a tile are counted from below.
        const float column = (clip.x / clip.w + 1.0F) * 0.5F * 40.0F - 0.5F + static_cast<float>(x);
        const float row = (clip.y / clip.w + 1.0F) * 0.5F * 30.0F - 0.5F + static_cast<float>(y);
        EXPECT_NEAR(column, whole.x, 1e-3);
        EXPECT_NEAR(row, 119.0F - whole.y, 1e-3);
    }
}

} // namespace
} // namespace hitmap
