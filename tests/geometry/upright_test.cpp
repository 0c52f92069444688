#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "tests/geometry/mesh_text.h"
#include "tests/geometry/temporary_folder.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

using test::positions_of;
using test::TemporaryFolder;

constexpr UpAxis all_axes[] = {UpAxis::x,       UpAxis::y,       UpAxis::z,
                               UpAxis::minus_x, UpAxis::minus_y, UpAxis::minus_z};

glm::vec3 vector_of(UpAxis axis) {
    const auto number = static_cast<int>(axis);
    glm::vec3 v(0.0F);
    v[number % 3] = number < 3 ? 1.0F : -1.0F;
    return v;
}

/// A pyramid on a square in the plane z = 0, with its tip at z = 1.
constexpr const char* pyramid = R"(v -1 -1 0
v 1 -1 0
v 1 1 0
v -1 1 0
v 0 0 1
f 4 3 2 1
f 1 2 5
f 2 3 5
f 3 4 5
f 4 1 5
)";

/// All sides of a cube are equal.
constexpr const char* cube = R"(v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
f 4 1 5 8
)";

std::string dae(const char* declaration) {
    return std::string(R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/>)") +
           declaration + R"(</asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 0 2</float_array>
<technique_common><accessor source="#pa" count="3" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>3</vcount><p>0 1 2</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";
}

TEST(Upright, TurnsBringTheAxisUpAndAreUndoneExactly) {
    const glm::vec3 v(0.1F, -2.3F, 4e-7F);
    const glm::vec3 w(-5.0F, 0.7F, 1.1F);
    for (const UpAxis axis : all_axes) {
        SCOPED_TRACE(name_of(axis));
        EXPECT_EQ(turned_up(vector_of(axis), axis), glm::vec3(0, 1, 0));
        EXPECT_EQ(turned_back(turned_up(v, axis), axis), v);
        EXPECT_EQ(turned_up(turned_back(v, axis), axis), v);
        EXPECT_EQ(turned_up(glm::cross(v, w), axis), glm::cross(turned_up(v, axis), turned_up(w, axis)))
            << "a rotation, no mirror";
    }
}

TEST(Upright, NamesComeBack) {
    for (const std::string_view name : up_names())
        EXPECT_EQ(name_of(parse_up(name, "--up")), name);
    EXPECT_EQ(parse_up("+z", "--up"), UpAxis::z);
    for (const char* wrong : {"", "w", "Z", "-", "--y", "auto "}) {
        try {
            (void)parse_up(wrong, "--up");
            FAIL() << wrong;
        } catch (const UsageError& error) {
            EXPECT_EQ(error.what(), "--up: expected auto|x|y|z|-x|-y|-z, found '" + std::string(wrong) + "'");
        }
    }
}

TEST(ReleaseOnlyUpright, BuiltinScenesAreRecognisedWhicheverWayAFileHasThem) {
    for (const char* spec : {"builtin:atrium?triangles=130000", "builtin:statue?triangles=1000",
                             "builtin:teapot?triangles=1000"}) {
        const Mesh mesh = load_scene(spec).mesh;
        for (const UpAxis axis : {UpAxis::y, UpAxis::z}) {
            Mesh turned = mesh;
            turn_back(turned, axis);
            for (const char* file : {"a.obj", "a.stl"}) {
                const UpAxisGuess guess = guess_up_axis(turned, file);
                EXPECT_EQ(guess.axis, axis) << spec << ' ' << file;
                EXPECT_EQ(guess.basis, UpBasis::shape) << spec << ' ' << file;
            }
        }
    }
}

TEST(Upright, WhereTheShapeDoesNotTellTheFormatDecides) {
    const TemporaryFolder folder;
    const Mesh mesh = load_scene(folder.write("cube.obj", cube)).mesh;
    const struct {
        const char* file;
        UpAxis axis;
        UpBasis basis;
    } cases[] = {
        {"a.obj", UpAxis::y, UpBasis::convention},     {"A.OBJ", UpAxis::y, UpBasis::convention},
        {"a.stl", UpAxis::z, UpBasis::convention},     {"a.ply", UpAxis::z, UpBasis::convention},
        {"a.unknown", UpAxis::y, UpBasis::convention}, {"a.gltf", UpAxis::y, UpBasis::standard},
        {"a.glb", UpAxis::y, UpBasis::standard},       {"a.3mf", UpAxis::z, UpBasis::standard},
    };
    for (const auto& expected : cases) {
        const UpAxisGuess guess = guess_up_axis(mesh, expected.file);
        EXPECT_EQ(guess.axis, expected.axis) << expected.file;
        EXPECT_EQ(guess.basis, expected.basis) << expected.file;
        EXPECT_FALSE(guess.reason.empty()) << expected.file;
    }
}

TEST(Upright, MeshesWithoutHeightOrAreaAreLeftToTheFormat) {
    Mesh point;
    point.positions = {{0, 0, 0}};
    point.faces = {{0, 0, 0}};
    Mesh flat;
    flat.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    flat.faces = {{0, 1, 2}, {0, 2, 3}};
    for (const Mesh* mesh : {&point, &flat})
        EXPECT_EQ(guess_up_axis(*mesh, "a.obj").axis, UpAxis::y);
}

TEST(Upright, FilesAreTurnedAndTheSceneSaysHow) {
    const TemporaryFolder folder;
    const std::string file = folder.write("pyramid.obj", pyramid);
    const Scene as_it_is = load_scene(file);
    EXPECT_FALSE(as_it_is.up.has_value());
    const Scene guessed = load_upright_scene(file, std::nullopt);
    ASSERT_TRUE(guessed.up.has_value());
    EXPECT_EQ(guessed.up->axis, UpAxis::z);
    EXPECT_EQ(guessed.up->basis, UpBasis::shape);
    EXPECT_FLOAT_EQ(bounds(guessed.mesh).upper.y, 1.0F);
    EXPECT_EQ(guessed.camera, framing_camera(bounds(guessed.mesh)));
    for (const UpAxis axis : all_axes) {
        const Scene given = load_upright_scene(file, axis);
        EXPECT_EQ(given.up->axis, axis);
        EXPECT_EQ(given.up->basis, UpBasis::given);
        EXPECT_EQ(given.source_hash, source_hash(as_it_is.mesh)) << "the same mesh, whichever way it stands";
        EXPECT_EQ(given.mesh.faces, as_it_is.mesh.faces);
        for (std::size_t v = 0; v < given.mesh.positions.size(); ++v)
            EXPECT_EQ(given.mesh.positions[v], turned_up(as_it_is.mesh.positions[v], axis));
        for (std::size_t n = 0; n < given.mesh.normals.size(); ++n)
            EXPECT_EQ(given.mesh.normals[n], turned_up(as_it_is.mesh.normals[n], axis));
    }
}

TEST(Upright, ColladaIsTurnedOnceAndByItsOwnAxes) {
    const TemporaryFolder folder;
    const char* lying = "(0 0 0) (1 0 0) (0 0 2)\n";
    const char* standing = "(0 0 0) (1 0 0) (0 2 0)\n";
    const struct {
        const char* declaration;
        UpChoice wanted;
        UpAxis axis;
        const char* triangle;
    } cases[] = {
        {"<up_axis>Z_UP</up_axis>", std::nullopt, UpAxis::z, standing},
        {"<up_axis>Z_UP</up_axis>", UpAxis::z, UpAxis::z, standing},
        {"<up_axis> Z_UP </up_axis>", std::nullopt, UpAxis::z, standing},
        {"<up_axis> Z_UP </up_axis>", UpAxis::y, UpAxis::y, lying},
        {"<up_axis>Z_UP</up_axis>", UpAxis::y, UpAxis::y, lying},
        {"<up_axis>Y_UP</up_axis>", std::nullopt, UpAxis::y, lying},
        {"<up_axis>Y_UP</up_axis>", UpAxis::z, UpAxis::z, standing},
        {"<up_axis sid=\"up\">Z_UP</up_axis>", std::nullopt, UpAxis::z, standing},
        {"<up_axis sid=\"up\">Z_UP</up_axis>", UpAxis::y, UpAxis::y, lying},
        {"<!-- <up_axis>Z_UP</up_axis> -->", std::nullopt, UpAxis::y, lying},
        {"<!-- <up_axis>Z_UP</up_axis> --><up_axis>Y_UP</up_axis>", UpAxis::z, UpAxis::z, standing},
        {"", std::nullopt, UpAxis::y, lying},
    };
    for (const auto& expected : cases) {
        const Scene scene =
            load_upright_scene(folder.write("a.dae", dae(expected.declaration)), expected.wanted);
        EXPECT_EQ(positions_of(scene.mesh), expected.triangle) << expected.declaration;
        EXPECT_EQ(scene.up->axis, expected.axis) << expected.declaration;
        EXPECT_EQ(scene.up->basis, expected.wanted ? UpBasis::given : UpBasis::standard);
    }
}

TEST(ReleaseOnlyUpright, BuiltinScenesStandAsTheyAre) {
    const Scene scene = load_upright_scene("builtin:teapot?triangles=1000", UpAxis::y);
    EXPECT_EQ(source_hash(scene.mesh), source_hash(load_scene("builtin:teapot?triangles=1000").mesh));
    EXPECT_FALSE(scene.up.has_value());
    EXPECT_THROW((void)load_upright_scene("builtin:teapot", UpAxis::z), UsageError);
    EXPECT_THROW((void)load_upright_scene("builtin:nothing", std::nullopt), UsageError);
}

} // namespace
} // namespace hitmap
