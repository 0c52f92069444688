#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "tests/geometry/mesh_text.h"
#include "tests/geometry/temporary_folder.h"

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace hitmap {
namespace {

using test::positions_of;
using test::TemporaryFolder;

// One square of two triangles in every format.
constexpr const char* square = "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n";

constexpr const char* square_obj = R"(v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
f 1 2 3 4
)";

constexpr const char* square_ply = R"(ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element face 2
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
1 1 0
0 1 0
3 0 1 2
3 0 2 3
)";

constexpr const char* square_stl = R"(solid square
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 1 1 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 1 0
vertex 0 1 0
endloop
endfacet
endsolid square
)";

/// A glTF file with the two triangles of the square. `node` is the JSON of the node's transform, `primitive`
/// has further members of the primitive.
std::string square_gltf(const std::string& nodes, const std::string& buffer = "square.bin") {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":4}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
"buffers":[{"byteLength":60,"uri":")" +
           buffer + R"("}]})";
}

std::string square_bin() {
    const float positions[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const std::uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    std::string bytes(60, '\0');
    std::memcpy(bytes.data(), positions, 48);
    std::memcpy(bytes.data() + 48, indices, 12);
    return bytes;
}

/// COLLADA with the square as a polygon, in centimetres; the z axis is up if `z_up`.
std::string square_dae(bool z_up) {
    return std::string(R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter=")") +
           (z_up ? "0.01" : "1") + R"("/><up_axis>)" + (z_up ? "Z_UP" : "Y_UP") + R"(</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
<technique_common><accessor source="#pa" count="4" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";
}

TEST(MeshImport, ReadsTheSameSquareFromEveryFormat) {
    const TemporaryFolder folder;
    folder.write("square.bin", square_bin());
    const std::pair<const char*, std::string> files[] = {
        {"square.obj", square_obj},        {"square.ply", square_ply},
        {"square.stl", square_stl},        {"square.gltf", square_gltf(R"({"mesh":0})")},
        {"square.dae", square_dae(false)},
    };
    for (const auto& [name, content] : files) {
        SCOPED_TRACE(name);
        const Scene scene = load_scene(folder.write(name, content));
        EXPECT_EQ(positions_of(scene.mesh), square);
        EXPECT_EQ(scene.name, name);
        EXPECT_EQ(scene.mesh.positions.size(), 4U);
        EXPECT_EQ(scene.report.meshes, 1U);
        ASSERT_EQ(scene.mesh.normal_faces.size(), 2U);
        for (const glm::vec3& normal : scene.mesh.normals)
            EXPECT_EQ(normal, glm::vec3(0, 0, 1));
        EXPECT_EQ(normalised(scene.camera), scene.camera);
    }
}

TEST(MeshImport, AppliesTransformsOfNestedNodesAndJoinsMeshes) {
    const TemporaryFolder folder;
    folder.write("square.bin", square_bin());
    const Scene scene =
        load_scene(folder.write("nodes.gltf", square_gltf(R"({"translation":[10,0,0],"children":[1,2]},
{"mesh":0,"scale":[2,2,2]},{"mesh":0,"translation":[1,0,0]})")));
    EXPECT_EQ(positions_of(scene.mesh), "(10 0 0) (12 0 0) (12 2 0)\n(10 0 0) (12 2 0) (10 2 0)\n"
                                        "(11 0 0) (12 0 0) (12 1 0)\n(11 0 0) (12 1 0) (11 1 0)\n");
    EXPECT_EQ(scene.report.meshes, 2U);
    EXPECT_EQ(scene.report.joined_vertices, 1U) << "(12 0 0) is a corner of both";
}

TEST(MeshImport, MirroringNodesKeepTheOutside) {
    const TemporaryFolder folder;
    folder.write("square.bin", square_bin());
    const Scene scene =
        load_scene(folder.write("mirror.gltf", square_gltf(R"({"mesh":0,"scale":[-1,1,1]})")));
    EXPECT_EQ(positions_of(scene.mesh), "(0 0 0) (-1 1 0) (-1 0 0)\n(0 0 0) (0 1 0) (-1 1 0)\n");
    EXPECT_EQ(scene.mesh.normals.front(), glm::vec3(0, 0, 1));
}

TEST(MeshImport, TurnsTheFilesUpAxisAndUnit) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("z_up.dae", square_dae(true)));
    // z up becomes y up: (x, y, z) -> (x, z, -y), centimetres become metres
    const Aabb box = bounds(scene.mesh);
    EXPECT_NEAR(box.upper.x, 0.01F, 1e-6F);
    EXPECT_NEAR(box.lower.z, -0.01F, 1e-6F);
    EXPECT_NEAR(box.upper.y, 0.0F, 1e-6F);
}

TEST(MeshImport, SeamsInNormalsDoNotSplitVertices) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("seam.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
vn 0 0 1
vn 1 0 0
f 1//1 2//1 3//1
f 1//2 3//2 4//2
)"));
    EXPECT_EQ(scene.mesh.positions.size(), 4U);
    EXPECT_EQ(scene.report.joined_vertices, 0U);
    ASSERT_EQ(scene.mesh.normals.size(), 2U);
    EXPECT_EQ(scene.mesh.normals[scene.mesh.normal_faces[0].x], glm::vec3(0, 0, 1));
    EXPECT_EQ(scene.mesh.normals[scene.mesh.normal_faces[1].x], glm::vec3(1, 0, 0));
}

TEST(MeshImport, FillsInNormalsThatAreMissing) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("half.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
v 5 0 0
v 6 0 0
v 5 0 1
vn 0 0.6 0.8
o with
f 1//1 2//1 3//1
o without
f 4 5 6
)"));
    ASSERT_EQ(scene.mesh.normal_faces.size(), 2U);
    EXPECT_EQ(scene.mesh.normals[scene.mesh.normal_faces[0].y], glm::vec3(0, 0.6F, 0.8F));
    EXPECT_EQ(scene.mesh.normals[scene.mesh.normal_faces[1].y], glm::vec3(0, -1, 0));
}

TEST(MeshImport, JoinsBitwiseWithMinusZeroAsZeroAndNothingElse) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("zero.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
v -0.0 -0.0 -0.0
v 1.0000001 0 0
v 0 0 1
f 1 2 3
f 4 5 6
)"));
    EXPECT_EQ(scene.mesh.positions.size(), 5U) << "0 and -0 are one, 1 and 1.0000001 are two";
    EXPECT_EQ(scene.report.joined_vertices, 1U);
}

TEST(MeshImport, DropsAndCountsLinesAndPoints) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("mixed.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
v 9 9 9
v 8 8 8
v 7 7 7
f 1 2 3
l 4 5 6
p 6
)"));
    EXPECT_EQ(positions_of(scene.mesh), "(0 0 0) (1 0 0) (0 1 0)\n");
    EXPECT_EQ(scene.mesh.positions.size(), 3U) << "vertices of lines and points are left out";
    EXPECT_EQ(scene.report.dropped_lines, 2U);
    EXPECT_EQ(scene.report.dropped_points, 1U);
}

TEST(MeshImport, KeepsAndCountsDegenerateTriangles) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("degenerate.obj", R"(v 0 0 0
v 1 0 0
v 2 0 0
v 0 1 0
f 1 2 3
f 1 1 4
f 1 2 4
)"));
    EXPECT_EQ(positions_of(scene.mesh),
              "(0 0 0) (1 0 0) (2 0 0)\n(0 0 0) (0 0 0) (0 1 0)\n(0 0 0) (1 0 0) (0 1 0)\n");
    EXPECT_EQ(scene.report.degenerate_triangles, 2U);
}

/// For triangles in the plane z = 0, all of which must face forward.
double forward_area(const Mesh& mesh) {
    double sum = 0.0;
    for (const glm::uvec3& face : mesh.faces) {
        const glm::dvec3 a = mesh.positions[face.x];
        const double area =
            0.5 *
            glm::cross(glm::dvec3(mesh.positions[face.y]) - a, glm::dvec3(mesh.positions[face.z]) - a).z;
        EXPECT_GT(area, 0.0);
        sum += area;
    }
    return sum;
}

TEST(MeshImport, CutsConcavePolygonsInsideTheirOutline) {
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("arrow.obj", R"(v 0 0 0
v 4 0 0
v 4 4 0
v 1 1 0
v 0 4 0
f 1 2 3 4 5
)"));
    ASSERT_EQ(scene.mesh.faces.size(), 3U);
    EXPECT_DOUBLE_EQ(forward_area(scene.mesh), 10.0) << "none covers the notch";
}

/// Corners are alternately on a circle and on a smaller circle.
std::string star_obj(int corners, double inner) {
    std::ostringstream text;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2.0 * glm::pi<double>() * i / corners;
        const double radius = i % 2 == 0 ? 10.0 : inner;
        text << "v " << radius * std::cos(angle) << ' ' << radius * std::sin(angle) << " 0\n";
    }
    text << 'f';
    for (int i = 1; i <= corners; ++i)
        text << ' ' << i;
    return text.str();
}

TEST(MeshImport, CutsStarsOfManyCornersInsideTheirOutline) {
    const TemporaryFolder folder;
    constexpr int corners = 600;
    const Scene scene = load_scene(folder.write("star.obj", star_obj(corners, 5.0)));
    ASSERT_EQ(scene.mesh.faces.size(), corners - 2U);
    const double triangle = 0.5 * 10.0 * 5.0 * std::sin(2.0 * glm::pi<double>() / corners);
    EXPECT_NEAR(forward_area(scene.mesh), corners * triangle, 1e-3);
}

TEST(MeshImport, CutsPolygonsOfManyCornersWithinTheTimeOfTheirSize) {
    constexpr int corners = 60'000;
    const TemporaryFolder folder;
    const Scene scene = load_scene(folder.write("disc.obj", star_obj(corners, 10.0)));
    EXPECT_EQ(scene.mesh.faces.size(), corners - 2U);
}

TEST(MeshImport, StopsWhenAsked) {
    const TemporaryFolder folder;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)load_scene(folder.write("square.obj", square_obj), {stop.get_token(), nullptr}),
                 Cancelled);
}

TEST(MeshImport, TellsHowFarItIs) {
    const TemporaryFolder folder;
    Progress progress;
    (void)load_scene(folder.write("square.obj", square_obj), {{}, &progress});
    const Progress::Snapshot last = progress.snapshot();
    EXPECT_EQ(last.stage, "joining vertices");
    EXPECT_EQ(last.total, 2U);
    EXPECT_EQ(last.done, 2U);
}

struct BrokenFile {
    const char* name;
    std::string content;
    const char* message; ///< after the path
};

TEST(MeshImport, ExplainsBrokenFiles) {
    const TemporaryFolder folder;
    folder.write("short.bin", square_bin().substr(0, 50));
    const BrokenFile files[] = {
        {"empty.obj", "", ": byte 0: expected a mesh, found an empty file"},
        {"notes.txt", "just some text\n", ": expected a mesh (OBJ, PLY, STL, glTF, COLLADA, ...): "},
        {"text.ply", "just some text\n", ": line 1: expected ply, found 'just'"},
        {"cut.ply", std::string(square_ply).substr(0, 120), ": line 8: expected a type"},
        {"cut.gltf", square_gltf(R"({"mesh":0})").substr(0, 300), ": line 3, column 34: expected"},
        {"missing.gltf", square_gltf(R"({"mesh":0})", "elsewhere.bin"),
         ": /buffers/0/uri: expected the file 'elsewhere.bin', found nothing"},
        {"short.gltf", square_gltf(R"({"mesh":0})", "short.bin"),
         ": /buffers/0: expected 60 bytes, found 50"},
        {"cut.dae", square_dae(false).substr(0, 400), ": expected a mesh"},
        {"nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n",
         ": vertex 1: expected finite coordinates, found (1, nan, 0)"},
        {"huge.obj", "v 0 0 0\nv 1 0 0\nv 0 1e39 0\nf 1 2 3\n",
         ": vertex 2: expected finite coordinates, found (0, inf, 0)"},
        {"lines.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n",
         ": expected triangles, found none (2 lines, 0 points; the file declares 3 vertices, 1 line)"},
        {"points.ply",
         "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
         "end_header\n0 0 0\n1 0 0\n",
         ": expected triangles, found none (0 lines, 2 points; the file declares 2 vertices)"},
        {"index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n",
         ": line 4: expected the number of a vertex, found 9 (3 are in the file)"},
    };
    for (const BrokenFile& file : files) {
        SCOPED_TRACE(file.name);
        const std::string path = folder.write(file.name, file.content);
        try {
            const Scene scene = load_scene(path);
            ADD_FAILURE() << "was read:\n" << positions_of(scene.mesh);
        } catch (const FileError& error) {
            const std::string what = error.what();
            EXPECT_EQ(what.find(path), 0U) << what;
            EXPECT_NE(what.find(file.message), std::string::npos) << what;
        }
    }
}

TEST(MeshImport, ExplainsPathsThatAreNoFiles) {
    const TemporaryFolder folder;
    const auto message_of = [](const std::string& path) -> std::string {
        try {
            (void)load_scene(path);
        } catch (const FileError& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message_of(folder.path("nothing.obj")),
              folder.path("nothing.obj") + ": the file does not exist");
    std::filesystem::create_symlink("loop.obj", folder.path("loop.obj"));
    EXPECT_EQ(message_of(folder.path("loop.obj")),
              folder.path("loop.obj") + ": cannot be read: Too many levels of symbolic links");
    EXPECT_EQ(message_of(folder.path("")), folder.path("") + ": expected a mesh file, found a folder");
}

} // namespace
} // namespace hitmap
