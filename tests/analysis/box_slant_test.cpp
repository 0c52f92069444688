#include "core/analysis/groups/box_slant.h"
#include "core/base/error.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

Aabb box(glm::vec3 lower, glm::vec3 upper) {
    Aabb result;
    result.include(lower);
    result.include(upper);
    return result;
}

/// Seen from the origin along -z: a triangle at the left that faces the camera, and one at the right seen
/// edge-on with three times the area. Boxes: 0 is the left leaf, 1 the right leaf, 2 their parent, 3 an empty
/// box beside it.
RecordedScene scene_of_slants() {
    RecordedScene scene;
    scene.vertices = {{-2, -1, -10}, {0, -1, -10}, {-1, 2, -10}, {0, 0, -8}, {0, 0, -14}, {0, 3, -11}};
    scene.face_slots = {{0, 1, 2}, {0, 0, 0}, {3, 4, 5}};
    scene.face_source = {0, -1, 1};
    scene.boxes = {box({-2, -1, -10}, {0, 2, -10}), box({0, 0, -14}, {0, 3, -8}),
                   box({-2, -1, -14}, {0, 3, -8}), box({50, 50, 50}, {60, 60, 60})};
    scene.box_parent = {2, 2, -1, -1};
    Camera camera;
    camera.position = {0, 0, 0};
    scene.cameras = {camera};
    scene.width = scene.height = 100;
    return scene;
}

std::string text_of(const std::vector<BoxSlant>& slants) {
    std::string text;
    for (const BoxSlant& slant : slants)
        text += fmt::format("{}: {:.0f}; ", slant.triangles, slant.degrees);
    return text;
}

TEST(BoxSlants, AreMeansByAreaOfAllTrianglesBelow) {
    EXPECT_EQ(text_of(box_slants(scene_of_slants())), "1: 6; 1: 90; 2: 69; 0: 0; ")
        << "(3 * 6 + 9 * 90) / 12";
}

TEST(BoxSlants, NeedLinksAndACamera) {
    RecordedScene without_links = scene_of_slants();
    without_links.box_parent.clear();
    EXPECT_TRUE(box_slants(without_links).empty());
    RecordedScene without_camera = scene_of_slants();
    without_camera.cameras.clear();
    EXPECT_TRUE(box_slants(without_camera).empty());
}

TEST(BoxSlants, BoxesThatAreTheirOwnAncestorsEnd) {
    RecordedScene circle = scene_of_slants();
    circle.box_parent = {2, 2, 0, -1};
    EXPECT_EQ(text_of(box_slants(circle)), "0: 0; 0: 0; 0: 0; 0: 0; ") << "no way to them from a root";
}

TEST(BoxSlants, StopWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(static_cast<void>(box_slants(scene_of_slants(), {stop.get_token()})), Cancelled);
}

} // namespace
} // namespace hitmap
