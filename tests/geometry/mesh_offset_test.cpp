// Meshes far from the origin, meshes without an area, and meshes that are too large to be drawn.
#include "core/geometry/mesh/coordinate_range.h"
#include "core/geometry/scene.h"
#include "core/geometry/upright.h"
#include "tests/geometry/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::TemporaryFolder;

constexpr int side = 20;          // vertices along a side of the grid
constexpr double east = 403000.0; // as in UTM coordinates
constexpr double north = 5604900.0;

glm::dvec3 grid_point(int x, int y) {
    return {east + 0.1 * x, north + 0.1 * y, 120.0 + 0.01 * ((x * 7 + y * 3) % 11)};
}

template <class Line>
std::string grid_lines(const Line& line) {
    std::string text;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            text += line(grid_point(x, y));
    return text;
}

/// @param first  the number of the first vertex
std::string grid_faces(const std::string& begin, int first) {
    std::string text;
    for (int y = 0; y + 1 < side; ++y)
        for (int x = 0; x + 1 < side; ++x) {
            const int v = first + y * side + x;
            text += fmt::format("{} {} {} {}\n", begin, v, v + 1, v + side);
            text += fmt::format("{} {} {} {}\n", begin, v + 1, v + side + 1, v + side);
        }
    return text;
}

std::string obj_grid() {
    return grid_lines([](const glm::dvec3& p) { return fmt::format("v {} {} {}\n", p.x, p.y, p.z); }) +
           grid_faces("f", 1);
}

std::string ply_header(const char* format, const char* type) {
    return fmt::format(
        "ply\nformat {0} 1.0\nelement vertex {2}\nproperty {1} x\nproperty {1} y\nproperty {1} z\n"
        "element face {3}\nproperty list uchar int vertex_indices\nend_header\n",
        format, type, side * side, 2 * (side - 1) * (side - 1));
}

std::string ply_text_grid(const char* type) {
    return ply_header("ascii", type) +
           grid_lines([](const glm::dvec3& p) { return fmt::format("{} {} {}\n", p.x, p.y, p.z); }) +
           grid_faces("3", 0);
}

std::string ply_binary_grid() {
    std::string text = ply_header("binary_little_endian", "double");
    const auto add = [&](const auto& value) {
        text.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    text += grid_lines(
        [](const glm::dvec3& p) { return std::string(reinterpret_cast<const char*>(&p), sizeof p); });
    for (int y = 0; y + 1 < side; ++y)
        for (int x = 0; x + 1 < side; ++x) {
            const int v = y * side + x;
            add(std::uint8_t{3});
            for (const int corner : {v, v + 1, v + side})
                add(corner);
            add(std::uint8_t{3});
            for (const int corner : {v + 1, v + side + 1, v + side})
                add(corner);
        }
    return text;
}

/// The sizes of the sets of x, y and z.
std::vector<std::size_t> distinct(const Mesh& mesh) {
    std::vector<std::size_t> sizes;
    for (int axis = 0; axis < 3; ++axis) {
        std::set<float> values;
        for (const glm::vec3& p : mesh.positions)
            values.insert(p[axis]);
        sizes.push_back(values.size());
    }
    return sizes;
}

TEST(MeshOffset, KeepsTheShapeOfAMeshFarFromTheOrigin) {
    const TemporaryFolder folder;
    const struct {
        const char* name;
        std::string content;
    } cases[] = {
        {"grid.obj", obj_grid()},
        {"text.ply", ply_text_grid("double")},
        {"binary.ply", ply_binary_grid()},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.name);
        const Scene scene = load_scene(folder.write(c.name, c.content));
        EXPECT_EQ(scene.mesh.positions.size(), std::size_t{side * side});
        EXPECT_EQ(distinct(scene.mesh)[0], std::size_t{side});
        EXPECT_EQ(distinct(scene.mesh)[1], std::size_t{side});
        EXPECT_EQ(scene.report.degenerate_triangles, 0U);
        EXPECT_TRUE(scene.report.warnings.empty());
        EXPECT_THAT(scene.report.notes, testing::Contains(testing::HasSubstr(
                                            "its coordinates are relative to (403001, 5604901, 120)")));
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const glm::dvec3 found =
                    glm::dvec3(scene.mesh.positions[static_cast<std::size_t>(y * side + x)]) + scene.offset;
                for (int axis = 0; axis < 3; ++axis)
                    EXPECT_NEAR(found[axis], grid_point(x, y)[axis], 1e-6);
            }
    }
}

TEST(MeshOffset, AddsTheTranslationOfAGltfNodeInDouble) {
    const TemporaryFolder folder;
    const float corners[] = {0, 0, 0, 0.125F, 0, 0, 0, 0.0625F, 0};
    folder.write("t.bin", {reinterpret_cast<const char*>(corners), sizeof corners});
    const Scene scene = load_scene(folder.write(
        "t.gltf",
        R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[403000.3,5604900.7,0]}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,)"
        R"("count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"t.bin"}]})"));
    ASSERT_EQ(scene.mesh.positions.size(), 3U);
    const glm::dvec3 second = glm::dvec3(scene.mesh.positions[1]) + scene.offset;
    EXPECT_NEAR(second.x, 403000.425, 1e-7);
    EXPECT_NEAR(second.y, 5604900.7, 1e-7);
    EXPECT_EQ(scene.offset.z, 0.0) << "an axis near the origin keeps its coordinates";
}

TEST(MeshOffset, IsTurnedWithTheMesh) {
    const TemporaryFolder folder;
    const Scene scene = load_upright_scene(folder.write("grid.obj", obj_grid()), UpAxis::z);
    EXPECT_EQ(scene.offset, glm::dvec3(403001, 120, -5604901));
    EXPECT_NO_THROW(
        (void)file_camera_from_json(R"({"position":[5604900.1,0,0],"target":[5604900.2,0,0]})", "near.json"))
        << "one point in 32-bit floats";
    Scene seen = scene;
    look_through(seen,
                 file_camera_from_json(
                     R"({"position":[403001.25,130,-5604900.5],"target":[403001,120,-5604901]})", "c.json"));
    EXPECT_EQ(seen.camera.position, glm::vec3(0.25F, 10.0F, 0.5F));
    EXPECT_EQ(camera_to_json(camera_in_file(seen.camera, seen.offset)).substr(0, 38),
              R"({"position":[403001.25,130,-5604900.5])");
}

TEST(MeshOffset, IsTakenOffOnlyFarAwayAndWhereFloatsLose) {
    const struct {
        glm::dvec3 lower, upper, offset;
    } cases[] = {
        {{0.1, 0.1, 0.1}, {1.1, 1.1, 1.1}, {0, 0, 0}},
        {{15.01, 0, 0}, {15.91, 1, 0}, {0, 0, 0}},
        {{15.51, 0, 0}, {16.11, 1, 0}, {15.75, 0, 0}},
        {{-1000.1, 0, 0}, {-999.1, 1, 0}, {-999.5, 0, 0}},
        {{5604900, 0, 0}, {5604901, 1, 0}, {0, 0, 0}},      // 32-bit floats already
        {{5604900.1, 0, 0}, {5604900.1, 0, 0}, {0, 0, 0}},  // a point
        {{1e300, 0, 0}, {2e300, 1, 0}, {0, 0, 0}},          // nearer than 16 times its side
        {{-1e308, 0.1, 0.1}, {1e308, 0.2, 0.2}, {0, 0, 0}}, // the side is infinite
        {{0.1, 100000.1, 0.1}, {0.9, 100000.9, 0.9}, {0, 100000.5, 0}},
    };
    for (const auto& c : cases) {
        CoordinateRange range;
        range.include(c.lower);
        range.include(c.upper);
        EXPECT_EQ(range.offset(), c.offset) << c.lower.x << " " << c.lower.y;
    }
    EXPECT_EQ(CoordinateRange().offset(), glm::dvec3(0.0));
}

/// The decimal text is just above the middle of two floats, and the double next to it is that middle.
TEST(MeshOffset, NearMeshesAreRoundedOnce) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(
        folder.write("once.obj", "v 1.00000005960464477539063 0 0\nv 0 1.00000005960464477539062 0\n"
                                 "v 0 0 1e-46\nv 0 1 1\nf 1 2 3\nf 1 2 4\n"));
    EXPECT_EQ(scene.mesh.positions[0].x, std::nextafter(1.0F, 2.0F));
    EXPECT_EQ(scene.mesh.positions[1].y, 1.0F);
    EXPECT_EQ(scene.mesh.positions[2].z, 0.0F);
    EXPECT_EQ(scene.offset, glm::dvec3(0.0));
}

TEST(MeshOffset, WarnsOfCoordinatesThatAreFloatsAlready) {
    const TemporaryFolder folder;
    const Scene coarse =
        load_scene(folder.write("float.obj", "v 5604900 0 0\nv 5604901 0 0\nv 5604900 1 0\nf 1 2 3\n"));
    EXPECT_THAT(coarse.report.warnings, testing::ElementsAre(testing::StartsWith(
                                            "the mesh is 1 units large, but its coordinates reach "
                                            "5.6049e+06, where 32-bit floats are 0.5 apart")));
    const Scene fine = load_scene(folder.write("near.obj", "v 200 0 0\nv 201 0 0\nv 200 1 0\nf 1 2 3\n"));
    EXPECT_TRUE(fine.report.warnings.empty());
}

TEST(MeshOffset, SaysThatAMeshHasNoAreaOrCannotBeDrawn) {
    const TemporaryFolder folder;
    const Scene line = load_scene(folder.write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"));
    EXPECT_THAT(
        line.report.warnings,
        testing::ElementsAre("no triangle of the mesh has an area: nothing of it can be seen or hit"));
    for (const char* scale : {"1e20", "1e-15"}) {
        const Scene scene = load_scene(
            folder.write("scaled.obj", fmt::format("v 0 0 0\nv {0} 0 0\nv 0 {0} 0\nf 1 2 3\n", scale)));
        EXPECT_THAT(scene.report.warnings,
                    testing::ElementsAre(testing::HasSubstr("pictures need sizes from 1e-09 to 1e+09")));
    }
}

} // namespace
} // namespace hitmap
