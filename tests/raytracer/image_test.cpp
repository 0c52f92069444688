#include "core/raytracer/shaded_picture.h"
#include "core/raytracer/shading.h"
#include "tests/raytracer/plain_tracer.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

/// Empty if the pictures are equal; otherwise the first difference and the number of differences.
std::string difference(const Picture& a, const Picture& b) {
    if (a.width != b.width || a.height != b.height || a.pixels.size() != b.pixels.size()) return "size";
    std::string first;
    unsigned count = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        if (a.pixels[i] == b.pixels[i]) continue;
        if (count++ == 0)
            first = fmt::format("pixel ({}, {}): {:08x} and {:08x}", i % a.width, i / a.width, a.pixels[i],
                                b.pixels[i]);
    }
    return count == 0 ? "" : fmt::format("{}, {} pixels in all", first, count);
}

Picture trace(const Scene& scene, const TraceOptions& options) {
    NullSink sink;
    ThreadPool pool(1);
    return trace_scene(scene, options, sink, pool).picture;
}

TraceOptions options_of_size(std::uint32_t width, std::uint32_t height) {
    TraceOptions options;
    options.width = width;
    options.height = height;
    options.sm_count = 4;
    options.warps_per_sm = 4;
    return options;
}

/// Number of pixels that show the scene and not the background.
std::size_t covered(const Picture& picture) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        count +=
            picture.pixels[i] != background(static_cast<std::uint32_t>(i) / picture.width, picture.height);
    return count;
}

struct Case {
    std::string name;
    Scene scene;
    std::uint32_t width;
    std::uint32_t height;
};

std::vector<Case> cases() {
    return {
        {"soup of 5,000", triangle_soup(5000, 1), 56, 40},
        {"soup of 50", triangle_soup(50, 2), 61, 61},
        {"soup of 3", triangle_soup(3, 3), 9, 11},
        {"rays through corners", exact_grid(16), 16, 16},
        {"rays through corners and edges", exact_grid(8), 24, 24},
        {"camera in planes", room_with_planes_through_the_camera(), 33, 33},
        {"camera in planes, no central column", room_with_planes_through_the_camera(), 32, 32},
        {"ties everywhere", coplanar_triangles(300, 1), 64, 64},
        {"teapot", load_scene("builtin:teapot?triangles=3000"), 48, 40},
        {"statue", load_scene("builtin:statue?triangles=4000"), 48, 48},
        {"one triangle", scene_of({{-1, -1, -2}, {1, -1, -2}, {0, 1, -2}}, straight_camera({0, 0, 0})), 9, 5},
        {"nothing", scene_of({}, straight_camera({0, 0, 0})), 4, 4},
        {"one pixel", triangle_soup(200, 4), 1, 1},
        {"a column", triangle_soup(200, 5), 1, 70}};
}

TEST(ReleaseOnlyImage, EqualsThatOfAPlainLoopOverAllTriangles) {
    for (const Case& c : cases()) {
        SCOPED_TRACE(c.name);
        ASSERT_LE(c.scene.mesh.faces.size(), 5000U);
        const Picture expected = plain_trace(c.scene, c.width, c.height);
        EXPECT_EQ(difference(trace(c.scene, options_of_size(c.width, c.height)), expected), "");
        if (c.name != "nothing" && c.width * c.height > 100) {
            EXPECT_GT(covered(expected), 20U);
        }
    }
}

TEST(ReleaseOnlyImage, CanBeShadedFromTheRecordedSceneWithoutTracing) {
    for (const Case& c : cases()) {
        SCOPED_TRACE(c.name);
        RecordingInMemory recording;
        ThreadPool pool(1);
        const TraceOptions options = options_of_size(c.width, c.height);
        const Picture traced = trace_scene(c.scene, options, recording, pool).picture;
        const Camera camera = recording.scene.cameras.at(0);
        EXPECT_EQ(
            difference(shaded_picture(recording.scene, recording.scene, camera, c.width, c.height), traced),
            "");
    }
}

TEST(ReleaseOnlyImage, WithoutNormalsFacesAreFlat) {
    const Scene scene = scene_of({{-9, -9, -2}, {9, -9, -2}, {0, 9, -2}}, straight_camera({0, 0, 0}));
    RecordedScene recorded;
    recorded.vertices = scene.mesh.positions;
    recorded.face_slots = {{0, 1, 2}};
    const Picture picture = shaded_picture(recorded, recorded, scene.camera, 1, 1);
    const std::vector<glm::vec3> normals(3, glm::vec3(0, 0, 1));
    const TracedRay ray = primary_ray(scene.camera, 0, 0, 1, 1);
    EXPECT_EQ(picture.pixels.at(0),
              shade(ray, Hit{2.0F, 0, 0.25F, 0.5F}, normals[0], normals[1], normals[2]));
}

TEST(ReleaseOnlyImage, IsTheSameUnderEveryOptionThatShouldNotChangeIt) {
    const Scene scenes[] = {triangle_soup(700, 6), exact_grid(8), room_with_planes_through_the_camera(),
                            coplanar_triangles(300, 2)};
    for (const Scene& scene : scenes) {
        const Picture expected = plain_trace(scene, 40, 24);
        for (const BvhMethod method : {BvhMethod::sah, BvhMethod::median})
            for (const std::uint32_t leaf_size : {1U, 4U, 7U, 64U})
                for (const Fetch fetch : {Fetch::lane, Fetch::warp}) {
                    SCOPED_TRACE(fmt::format("{} {} {}", static_cast<int>(method), leaf_size,
                                             static_cast<int>(fetch)));
                    TraceOptions options = options_of_size(40, 24);
                    options.bvh = {method, leaf_size};
                    options.fetch = fetch;
                    EXPECT_EQ(difference(trace(scene, options), expected), "");
                }
    }
}

TEST(ReleaseOnlyImage, DoesNotDependOnTheDeviceOrTheThreads) {
    const Scene scene = triangle_soup(300, 8);
    const Picture expected = plain_trace(scene, 50, 30);
    for (const std::uint32_t sms : {1U, 3U, 68U, 500U})
        for (const std::uint32_t warps : {1U, 5U, 32U}) {
            TraceOptions options = options_of_size(50, 30);
            options.sm_count = sms;
            options.warps_per_sm = warps;
            options.seed = sms;
            NullSink sink;
            ThreadPool pool(3);
            EXPECT_EQ(difference(trace_scene(scene, options, sink, pool).picture, expected), "")
                << sms << " SMs, " << warps << " warps";
        }
}

TEST(ReleaseOnlyImage, TiesGoToTheLowestFace) {
    // The same square four times with different shading. Regardless of the tree, faces 0 and 1 must be
    // visible.
    std::vector<glm::vec3> corners;
    for (int copy = 0; copy < 4; ++copy)
        for (const glm::vec3& p : {glm::vec3(-1, -1, -1), glm::vec3(1, -1, -1), glm::vec3(-1, 1, -1),
                                   glm::vec3(-1, 1, -1), glm::vec3(1, -1, -1), glm::vec3(1, 1, -1)})
            corners.push_back(p);
    const Camera camera = straight_camera({0, 0, 0});
    const Scene one = scene_of({corners.begin(), corners.begin() + 6}, camera);
    const Scene four = scene_of(corners, camera);
    for (const std::uint32_t leaf_size : {1U, 2U, 8U}) {
        TraceOptions options = options_of_size(16, 16); // the diagonal passes through pixel centres
        options.bvh.leaf_size = leaf_size;
        EXPECT_EQ(difference(trace(four, options), trace(one, options)), "");
    }
}

} // namespace
} // namespace hitmap
