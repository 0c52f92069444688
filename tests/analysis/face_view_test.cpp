#include "core/geometry/face_view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hitmap {
namespace {

/// A camera at the origin that looks along -z, with an opening angle of 90 degrees: at depth 10 a picture of
/// 100 pixels is 20 units high.
Camera camera() {
    Camera camera;
    camera.position = {0, 0, 0};
    camera.forward = {0, 0, -1};
    camera.fov_y_degrees = 90;
    return camera;
}

TEST(FaceView, AFacingTriangleHasItsProjectedArea) {
    // Legs of 2 units at depth 10 are 10 pixels long.
    const FaceView view = face_view(camera(), 100, {glm::vec3(-1, -1, -10), {1, -1, -10}, {-1, 1, -10}});
    EXPECT_NEAR(*view.pixels, 50.0, 1e-9);
    EXPECT_GT(*view.cosine, 0.99);
}

TEST(FaceView, TheOrderOfTheCornersDecidesTheFacing) {
    EXPECT_LT(*face_view(camera(), 100, {glm::vec3(-1, -1, -10), {-1, 1, -10}, {1, -1, -10}}).cosine, -0.99);
}

TEST(FaceView, ATiltedTriangleHasTheCosineOfItsTilt) {
    // Rotated by 60 degrees about the x axis; its centre is on the axis of the camera.
    const float c = 0.5F;
    const float s = std::sqrt(0.75F);
    const FaceView view =
        face_view(camera(), 100, {glm::vec3(-1, -c, -10 + s), {1, -c, -10 + s}, {0, 2 * c, -10 - 2 * s}});
    EXPECT_NEAR(*view.cosine, 0.5, 1e-6);
}

TEST(FaceView, WhatIsBehindOrHasNoAreaIsUndefined) {
    EXPECT_FALSE(face_view(camera(), 100, {glm::vec3(-1, -1, -10), {1, -1, -10}, {0, 1, 1}}).pixels);
    const FaceView line = face_view(camera(), 100, {glm::vec3(0, 0, -10), {1, 0, -10}, {2, 0, -10}});
    EXPECT_FALSE(line.cosine);
    EXPECT_EQ(*line.pixels, 0.0);
}

} // namespace
} // namespace hitmap
