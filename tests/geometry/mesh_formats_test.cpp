// All constructs of the formats, with the resulting mesh or the message.
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "tests/geometry/mesh_text.h"
#include "tests/geometry/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::positions_of;
using test::TemporaryFolder;

struct FormatCase {
    const char* name;    ///< file name
    std::string content; ///< file content
    std::string expected;
};

/// Triangles, contents declared in the file, warnings and notes; or the message without the folder.
std::string outcome(const std::string& path, const std::string& folder) {
    try {
        const Scene scene = load_scene(path);
        std::string text = positions_of(scene.mesh) + declared_text(scene.report) + '\n';
        for (const std::string& warning : scene.report.warnings)
            text += "warning: " + warning + '\n';
        for (const std::string& note : scene.report.notes)
            text += "note: " + note + '\n';
        return text;
    } catch (const Error& error) {
        std::string message = error.what();
        if (message.starts_with(folder)) message.erase(0, folder.size());
        return message;
    }
}

void check(const std::vector<FormatCase>& cases) {
    const TemporaryFolder folder;
    for (const FormatCase& c : cases) {
        SCOPED_TRACE(c.name);
        EXPECT_EQ(outcome(folder.write(c.name, c.content), folder.path("")), c.expected);
    }
}

// The corners of a square in the order of a strip.
const std::string one = "(0 0 0) (1 0 0) (0 1 0)\n";
const std::string two = one + "(1 0 0) (1 1 0) (0 1 0)\n";

const std::string ply_vertices = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string ply_corners = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n";

std::string ply(const std::string& elements, const std::string& body, const std::string& format = "ascii") {
    return "ply\nformat " + format + " 1.0\n" + elements + "end_header\n" + body;
}

template <class T>
std::string bytes_of(std::initializer_list<T> values, bool big_endian = false) {
    std::string bytes;
    for (T value : values) {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        for (std::size_t i = 0; i < sizeof value; ++i)
            bytes += raw[big_endian ? sizeof value - 1 - i : i];
    }
    return bytes;
}

TEST(MeshFormats, Ply) {
    const std::string faces = "element face 1\nproperty list uchar int vertex_indices\n";
    const std::string strips = "element tristrips 1\nproperty list int int vertex_indices\n";
    check({
        {"polygon.ply", ply(ply_vertices + faces, ply_corners + "4 0 1 3 2\n"),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n4 vertices, 1 face\n"},
        {"vertex_index.ply",
         ply(ply_vertices + "element face 1\nproperty list uint8 uint32 vertex_index\n",
             ply_corners + "3 0 1 2\n"),
         one + "4 vertices, 1 face\nnote: 1 vertex is used by no face and is left out\n"},
        {"strip.ply", ply(ply_vertices + strips, ply_corners + "4 0 1 2 3\n"),
         one + "(1 0 0) (1 1 0) (0 1 0)\n4 vertices, 1 triangle strip\n"},
        {"tri_strips.ply",
         ply(ply_vertices + "element tri_strips 2\nproperty list int int vertex_indices\n",
             ply_corners + "3 0 1 2\n3 1 3 2\n"),
         two + "4 vertices, 2 triangle strips\n"},
        {"restart.ply", ply(ply_vertices + strips, ply_corners + "9 0 1 2 -1 1 3 2 -1 0\n"),
         two + "4 vertices, 1 triangle strip\n"},
        {"restart_unsigned.ply",
         ply(ply_vertices + "element tristrips 2\nproperty list int uint vertex_indices\n",
             ply_corners + "7 0 1 2 4294967295 1 3 2\n2 0 1\n"),
         two + "4 vertices, 2 triangle strips\n"},
        {"restart_short.ply",
         ply(ply_vertices + "element tristrips 2\nproperty list uchar ushort vertex_indices\n",
             bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}) + '\7' +
                 bytes_of<std::uint16_t>({0, 1, 2, 0xFFFF, 1, 3, 2}) + '\0',
             "binary_little_endian"),
         two + "4 vertices, 2 triangle strips\n"},
        {"restart_fan.ply",
         ply(ply_vertices + "element trifans 2\nproperty list uchar int vertex_indices\n",
             ply_corners + "7 0 1 2 -1 1 3 2\n2 0 1\n"),
         two + "4 vertices, 2 triangle fans\n"},
        {"fan_beyond.ply",
         ply(ply_vertices + "element trifans 1\nproperty list uchar uint vertex_indices\n",
             ply_corners + "3 0 1 65535\n"),
         "fan_beyond.ply: line 14: fan 0: expected a vertex number below 4, found 65535"},
        {"strip_and_faces.ply", ply(ply_vertices + faces + strips, ply_corners + "3 0 1 2\n3 1 3 2\n"),
         two + "4 vertices, 1 face, 1 triangle strip\n"},
        {"fan.ply",
         ply(ply_vertices + "element trifans 1\nproperty list uchar int vertex_indices\n",
             ply_corners + "4 0 1 3 2\n"),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n4 vertices, 1 triangle fan\n"},
        {"faces_first.ply", ply(faces + ply_vertices, "3 0 1 2\n" + ply_corners),
         one + "1 face, 4 vertices\nnote: 1 vertex is used by no face and is left out\n"},
        {"edges.ply",
         ply(ply_vertices + faces + "element edge 1\nproperty int vertex1\nproperty int vertex2\n",
             ply_corners + "4 0 1 3 2\n0 3\n"),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n4 vertices, 1 face, 1 edge\n"
         "warning: 1 line is left out: a ray tracer meets triangles only\n"},
        {"unknown.ply",
         ply("comment by hand\nobj_info none\nelement vertex 3\nproperty double x\nproperty uchar "
             "red\nproperty float32 y\n"
             "property float z\nelement face 1\nproperty list uchar float uv\nproperty list ushort short "
             "vertex_indices\n"
             "property uchar flags\nelement camera 1\nproperty float f\n",
             "0 9 0 0\n1 9 0 0\n0 9 1 0\n2 .5 .5 3 0 1 2 7\n1.5\n"),
         one + "3 vertices, 1 face, 1 element 'camera'\n"},
        {"crlf.ply",
         "ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\nproperty "
         "float z\r\n"
         "element face 1\r\nproperty list uchar int vertex_indices\r\nend_header\r\n0 0 0\r\n1 0 0\r\n0 1 "
         "0\r\n3 0 1 2\r\n",
         one + "3 vertices, 1 face\n"},
        {"little.ply",
         ply(ply_vertices + faces,
             bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}) + '\4' + bytes_of<int>({0, 1, 3, 2}),
             "binary_little_endian"),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n4 vertices, 1 face\n"},
        {"big.ply",
         ply(ply_vertices + "element face 1\nproperty list ushort double vertex_indices\n",
             bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, true) +
                 bytes_of<std::uint16_t>({3}, true) + bytes_of<double>({0, 1, 2}, true),
             "binary_big_endian"),
         one + "4 vertices, 1 face\nnote: 1 vertex is used by no face and is left out\n"},
        {"two_corners.ply",
         ply(ply_vertices + "element face 4\nproperty list uchar int vertex_indices\n",
             ply_corners + "0\n1 0\n2 0 1\n4 0 1 3 2\n"),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n4 vertices, 4 faces\n"
         "warning: 1 face without corners is left out\n"
         "warning: 1 point is left out: a ray tracer meets triangles only\n"
         "warning: 1 line is left out: a ray tracer meets triangles only\n"},
        {"beyond.ply", ply(ply_vertices + faces, ply_corners + "3 0 1 4\n"),
         "beyond.ply: line 14: face 0: expected a vertex number below 4, found 4"},
        {"negative.ply", ply(ply_vertices + faces, ply_corners + "3 0 1 -1\n"),
         "negative.ply: line 14: face 0: expected a vertex number below 4, found -1"},
        {"few.ply",
         ply(ply_vertices + "element face 3\nproperty list uchar int vertex_indices\n",
             ply_corners + "3 0 1 2\n"),
         "few.ply: line 14: expected more elements, found the end of the file"},
        {"cut.ply", ply(ply_vertices + faces, bytes_of<float>({0, 0, 0, 1}), "binary_little_endian"),
         "cut.ply: byte 169: expected 4 values of 12 bytes, found 16 bytes to the end of the file"},
        {"count.ply", ply("element vertex 1e-320\n", ""),
         "count.ply: line 3: expected a number of elements, found '1e-320'"},
        {"word.ply", ply(ply_vertices + faces, "0 0 zero\n" + ply_corners),
         "word.ply: line 10: expected a number, found 'zero'"},
        {"version.ply", "ply\nformat ascii 2.0\n", "version.ply: line 2: expected version 1.0, found '2.0'"},
        {"no_x.ply", ply("element vertex 1\nproperty float y\n", "0\n"),
         "no_x.ply: expected properties x, y and z of the element vertex, found not all of them"},
    });
}

TEST(MeshFormats, Obj) {
    const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
    check({
        {"negative.obj", v + "f -4 -3 -2\nf -3/1 -1/1 -2/1\n", two + "4 vertices, 2 faces\n"},
        {"continued.obj", v + "f 1 2 \\\n4 3 # all four\n",
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n4 vertices, 1 face\n"},
        {"later.obj", "f 1 2 3\nf 2 4 3\n" + v, two + "4 vertices, 2 faces\n"},
        {"groups.obj",
         "mtllib none.mtl\no a\n" + v +
             "g x y\nusemtl red\ns 1\nf 1 2 3\no b\ng\nusemtl blue\ns off\nf 2 4 3\n",
         two + "4 vertices, 2 faces, 1 material library (not read)\n"},
        {"colours.obj", "v 0 0 0 1 0 0\nv 1 0 0 .5\nv 0 1 0 1 1 1\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3//1\n",
         one + "3 vertices, 1 normal, 1 face\n"},
        {"others.obj", v + "f 1 2 3\nf 2 4 3\nl 1 2 3\np 1 4\nf 1 2\nf 3\n",
         two + "4 vertices, 4 faces, 1 line, 2 points\nwarning: 3 points are left out: a ray tracer meets "
               "triangles only\n"
               "warning: 3 lines are left out: a ray tracer meets triangles only\n"},
        {"surface.obj",
         v + "f 1 2 3\nf 2 4 3\ncstype bezier\ndeg 1 1\nsurf 0 1 0 1 1 2 3 4\nparm u 0 1\nend\n",
         two + "4 vertices, 2 faces, 1 curve or surface\nwarning: 1 free-form curve or surface is "
               "left out\n"},
        {"mark.obj", "\xef\xbb\xbf" + v + "f 1 2 3\nf 2 4 3\n", two + "4 vertices, 2 faces\n"},
        {"first.obj", "vv 9 9 9\n" + v + "f 1 2 3\n",
         "first.obj: line 1: expected a statement of OBJ at its begin, found 'vv'"},
        {"invisible.obj", v + "\xe2\x80\x8bv 9 9 9\nf 1 2 3\n",
         "invisible.obj: line 5: expected a statement of OBJ, found '\\xe2\\x80\\x8bv'"},
        {"unknown.obj", v + "hello world\nf 1 2 3\nf 2 4 3\n",
         two + "4 vertices, 2 faces\nwarning: 1 statement that is not of OBJ is passed over (first at "
               "line 5: 'hello')\n"},
        {"zero.obj", v + "f 0 1 2\n",
         "zero.obj: line 5: expected the number of a vertex, found 0 (4 are there so far)"},
        {"far_back.obj", v + "f -5 1 2\n",
         "far_back.obj: line 5: expected the number of a vertex, found -5 (4 are there so far)"},
        {"normal.obj", v + "vn 0 0 1\nf 1//1 2//2 3//1\n",
         "normal.obj: line 6: expected the number of a normal, found 2 (1 are in the file)"},
        {"corner.obj", v + "f 1 2 x\n",
         "corner.obj: line 5: expected a corner (vertex, vertex/texture/normal), found 'x'"},
        {"short.obj", "v 0 0\n", "short.obj: line 1: expected three numbers, found nothing"},
        {"word.obj", "v 0 0 zero\n", "word.obj: line 1: expected three numbers, found 'zero'"},
    });
}

std::string facet(const std::string& corners) {
    return "facet normal 0 0 1\nouter loop\n" + corners + "endloop\nendfacet\n";
}

std::string binary_stl(std::uint32_t declared, const std::string& head = "") {
    std::string bytes = head;
    bytes.resize(80, '\0');
    bytes +=
        bytes_of({declared}) + bytes_of<float>({0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0}) + std::string(2, '\0');
    return bytes + bytes_of<float>({0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0}) + std::string(2, '\0');
}

TEST(MeshFormats, Stl) {
    const std::string first = facet("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n");
    const std::string second = facet("vertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n");
    check({
        {"solids.stl", "solid a b\n" + first + "endsolid a b\nsolid\n" + second + "endsolid\n",
         two + "2 solids, 2 facets\n"},
        {"upper.stl",
         "SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 "
         "0\nENDLOOP\nENDFACET\nENDSOLID\n",
         one + "1 solid, 1 facet\n"},
        {"quad.stl",
         "solid\n" + facet("vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n") + "endsolid\n",
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n1 solid, 1 facet\n"},
        {"no_end.stl", "solid a\n" + first,
         one + "1 solid, 1 facet\nwarning: the last solid has no endsolid: the file may be cut off\n"},
        {"binary.stl", binary_stl(2), two + "2 facets\n"},
        {"binary_solid.stl", binary_stl(2, "solid by another program"), two + "2 facets\n"},
        {"behind.stl", binary_stl(2) + "xyz",
         two + "2 facets\nnote: 3 bytes behind the last facet are passed over\n"},
        {"more.stl", binary_stl(3), "more.stl: byte 80: expected 3 facets (234 bytes), found 184 bytes"},
        {"fewer.stl", binary_stl(1), "fewer.stl: byte 80: expected 1 facet (134 bytes), found 184 bytes"},
        {"cut.stl", "solid a\n" + first.substr(0, 41),
         "cut.stl: line 4: expected a number, found the end of the file"},
        {"line.stl", "solid\n" + facet("vertex 0 0 0\nvertex 1 0 0\n"),
         "line.stl: line 6: expected at least three times vertex, found 'endloop'"},
    });
}

/// One node with one primitive; the corners of the square are embedded data.
std::string gltf(const std::string& primitive, const std::string& root = "", const std::string& accessor = "",
                 const std::string& nodes = R"({"mesh":0})") {
    // 12 floats, then the indices 0 1 2 1 3 2 and 0 1 9 as 16-bit numbers
    return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0})" + primitive +
           R"(}]}],"accessors":[)" + R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3")" +
           accessor + R"(},{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"},)" +
           R"({"bufferView":1,"byteOffset":12,"componentType":5123,"count":3,"type":"SCALAR"},)" +
           R"({"bufferView":0,"componentType":5123,"count":4,"type":"VEC3"}],)" +
           R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":18}],)" +
           R"("buffers":[{"byteLength":66,"uri":"data:application/octet-stream;base64,)" +
           "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAgD8AAAAAAAABAAIAAQADAAIAAAABAAkA"
           R"("}])" +
           root + "}";
}

std::string glb(const std::string& json, const std::string& binary) {
    const auto padded = [](std::string text, char with) {
        return text.append((4 - text.size() % 4) % 4, with);
    };
    const std::string first = padded(json, ' ');
    const std::string second = padded(binary, '\0');
    const auto number = [](std::size_t n) { return bytes_of({static_cast<std::uint32_t>(n)}); };
    return "glTF" + number(2) + number(28 + first.size() + second.size()) + number(first.size()) + "JSON" +
           first + number(second.size()) + std::string("BIN\0", 4) + second;
}

TEST(MeshFormats, Gltf) {
    const std::string all = "1 mesh, 1 node, 4 vertices\n";
    const std::string unused = "note: 1 vertex is used by no face and is left out\n";
    const std::string strip = one + "(1 0 0) (1 1 0) (0 1 0)\n";
    const std::string none = ": expected triangles, found none (";
    check({
        {"points.gltf", gltf(R"(,"mode":0)"),
         "points.gltf" + none + "0 lines, 4 points; the file declares 1 mesh, 1 node, 4 vertices)"},
        {"lines.gltf", gltf(R"(,"mode":1)"),
         "lines.gltf" + none + "2 lines, 0 points; the file declares 1 mesh, 1 node, 4 vertices)"},
        {"loop.gltf", gltf(R"(,"mode":2)"),
         "loop.gltf" + none + "4 lines, 0 points; the file declares 1 mesh, 1 node, 4 vertices)"},
        {"line_strip.gltf", gltf(R"(,"mode":3)"),
         "line_strip.gltf" + none + "3 lines, 0 points; the file declares 1 mesh, 1 node, 4 vertices)"},
        {"triangles.gltf", gltf(R"(,"indices":1)"), two + all},
        {"loose.gltf", gltf(""),
         one + all + "warning: 1 corner behind the last whole triangle of a primitive is left out\n" +
             unused},
        {"strip.gltf", gltf(R"(,"mode":5)"), strip + all},
        {"fan.gltf", gltf(R"(,"mode":6)"), one + "(0 0 0) (0 1 0) (1 1 0)\n" + all},
        {"mode.gltf", gltf(R"(,"mode":7)"),
         "mode.gltf: /meshes/0/primitives/0: expected a mode from 0 to 6, found 7"},
        {"beyond.gltf", gltf(R"(,"indices":2)"),
         "beyond.gltf: /meshes/0/primitives/0/indices: index 2: expected a vertex number below 4, found 9"},
        {"matrix.gltf",
         gltf(R"(,"indices":1)", "", "", R"({"mesh":0,"matrix":[2,0,0,0, 0,2,0,0, 0,0,2,0, 1,0,0,1]})"),
         "(1 0 0) (3 0 0) (1 2 0)\n(3 0 0) (3 2 0) (1 2 0)\n" + all},
        {"rotation.gltf",
         gltf(R"(,"indices":1)", "", "", R"({"mesh":0,"rotation":[0,0,1,0],"translation":[0,0,5]})"),
         "(0 0 5) (-1 0 5) (0 -1 5)\n(-1 0 5) (-1 -1 5) (0 -1 5)\n" + all},
        {"cycle.gltf", gltf("", "", "", R"({"children":[0]})"),
         "cycle.gltf: /nodes/0: expected a tree of nodes, found a node that is in it twice"},
        {"no_node.gltf", gltf(R"(,"indices":1)", "", "", "{}"),
         "no_node.gltf" + none + "0 lines, 0 points; the file declares 1 mesh, 1 node)"},
        {"skin.gltf", gltf(R"(,"indices":1,"targets":[{}])", "", "", R"({"mesh":0,"skin":0})"),
         two + all +
             "warning: 1 mesh is taken without its skin, as it was modelled\n"
             "warning: 1 primitive is taken without its morph targets\n"},
        {"no_positions.gltf", gltf(R"(,"indices":1},{"attributes":{}},{"attributes":{})"),
         two + all + "warning: 2 primitives are left out: they have no positions\n"},
        {"sparse.gltf", gltf("", "", R"(,"sparse":{"count":1})"),
         "sparse.gltf: /accessors/0: sparse accessors are not supported"},
        {"draco.gltf", gltf("", R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"),
         "draco.gltf: /extensionsRequired/0: the extension KHR_draco_mesh_compression, which the file "
         "requires, is not supported"},
        {"meshopt.gltf",
         gltf("", R"(,"extensionsRequired":["KHR_materials_unlit","EXT_meshopt_compression"])"),
         "meshopt.gltf: /extensionsRequired/1: the extension EXT_meshopt_compression, which the file "
         "requires, is not supported"},
        {"count.gltf", gltf("", "", R"(,"byteOffset":4)"),
         "count.gltf: /accessors/0: expected 4 elements of 12 bytes in its bufferView, found 44 bytes"},
        {"old.gltf", R"({"asset":{"version":"1.0"}})", "old.gltf: /: expected glTF 2, found version 1.0"},
        {"http.gltf",
         R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
         R"({"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],)"
         R"("bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12,"uri":"http://a/b"}]})",
         "http.gltf: /buffers/0/uri: expected data or a file's name, found 'http://a/b'"},
        {"binary.glb",
         glb(R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
             R"({"attributes":{"POSITION":0},"mode":5}]}],"accessors":[{"bufferView":0,"componentType":5123,"count":4,"type":"VEC3",)"
             R"("normalized":false}],"bufferViews":[{"buffer":0,"byteLength":24}],"buffers":[{"byteLength":24}]})",
             bytes_of<std::uint16_t>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0})),
         strip + all},
        {"cut.glb", "glTF\2", "cut.glb: byte 4: expected at least 20 bytes, found 5"},
    });
}

/// A geometry with eight corners: a square within a square.
std::string dae(const std::string& primitives,
                const std::string& nodes = R"(<node><instance_geometry url="#g"/></node>)") {
    return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">)"
           R"(<asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh><source id="p">)"
           R"(<float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 1 1 0</float_array><technique_common>)"
           R"(<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>)"
           R"(<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v">)"
           R"(<input semantic="POSITION" source="#p"/></vertices>)" +
           primitives +
           R"(</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s">)" + nodes +
           R"(</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

std::string dae_primitive(const std::string& kind, const std::string& lists, int count = 1) {
    return "<" + kind + " count=\"" + std::to_string(count) +
           R"("><input semantic="VERTEX" source="#v" offset="0"/>)" + lists + "</" + kind + ">";
}

TEST(MeshFormats, Collada) {
    const std::string triangles = dae_primitive("triangles", "<p>0 1 2 1 3 2</p>", 2);
    check({
        {"triangles.dae", dae(triangles), two + "2 triangles\n"},
        {"polygons.dae", dae(dae_primitive("polygons", "<p>0 1 3 2</p>")),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n1 polygon\n"},
        {"strips.dae", dae(dae_primitive("tristrips", "<p>0 1 2 3</p>")),
         one + "(0 1 0) (1 0 0) (1 1 0)\n1 triangle strip\n"},
        {"fans.dae", dae(dae_primitive("trifans", "<p>0 1 3 2</p>")),
         "(0 0 0) (1 0 0) (1 1 0)\n(0 0 0) (1 1 0) (0 1 0)\n1 triangle fan\n"},
        {"holes.dae", dae(dae_primitive("polygons", "<ph><p>0 1 3 2</p><h>0 1 2</h></ph>")),
         "holes.dae: line 1: polygons with holes (<ph>) are not supported"},
        {"lines.dae", dae(triangles + dae_primitive("lines", "<p>0 1</p>")),
         two + "2 triangles, 1 line\nwarning: 1 line is left out: a ray tracer meets triangles only\n"},
        {"instances.dae",
         dae(triangles, R"(<node id="a"><instance_geometry url="#g"/></node>)"
                        R"(<node><translate>5 0 0</translate><instance_node url="#a"/></node>)"),
         two + "(5 0 0) (6 0 0) (5 1 0)\n(6 0 0) (6 1 0) (5 1 0)\n2 triangles\n"},
        // assimp 5.2 loops at a text until memory is exhausted.
        {"text.dae", dae(dae_primitive("triangles", "<p>0 1\n2 is</p>")),
         "text.dae: line 2: expected whole numbers in <p>, found 'is'"},
        {"comment.dae", dae(dae_primitive("triangles", "<p>0 1<!-- two --> 2</p>")),
         "comment.dae: line 1: expected whole numbers in <p>, found '<!--'"},
        {"corners.dae", dae(dae_primitive("polylist", "<vcount>x</vcount><p>0 1 2</p>")),
         "corners.dae: line 1: expected whole numbers in <vcount>, found 'x'"},
        {"empty.dae", dae(triangles + dae_primitive("triangles", "<p/>", 0)), two + "2 triangles\n"},
        {"many.dae", dae(dae_primitive("triangles", "<p>0 1 2</p>", 2000000000)),
         "many.dae: line 1: expected as count of <triangles> a number from 0 to the 848 bytes of the file, "
         "found '2000000000'"},
        {"beyond.dae", dae(triangles, "").replace(dae("").find("count=\"4\""), 9, "count=\"5\""),
         "beyond.dae: line 1: expected an <accessor> within the 12 values of its array, found one "
         "that ends behind them"},
        {"few.dae", dae(dae_primitive("triangles", "<p>0 1 2</p>", 2)),
         "few.dae: expected a mesh (OBJ, PLY, STL, glTF, COLLADA, ...): Expected different index count in "
         "<p> element."},
    });
}

TEST(MeshFormats, FilesOutsideTheFolderAreRefusedUnlessAllowed) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("meshes/below"));
    const std::string corners = bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0});
    folder.write("secret.bin", corners);
    folder.write("meshes/below/own.bin", corners);
    std::filesystem::create_symlink(folder.path("secret.bin"), folder.path("meshes/link.bin"));
    const auto naming = [&](const std::string& uri) {
        return folder.write(
            "meshes/a.gltf",
            R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
            R"({"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
            R"("bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":")" +
                uri + R"("}]})");
    };
    EXPECT_EQ(outcome(naming("below/own.bin"), ""), one + "1 mesh, 1 node, 3 vertices\n");
    for (const std::string& uri : {std::string("../secret.bin"), std::string("below/..%2F../secret.bin"),
                                   std::string("link.bin"), folder.path("secret.bin")}) {
        SCOPED_TRACE(uri);
        const std::string mesh = naming(uri);
        const std::string message = outcome(mesh, "");
        EXPECT_NE(
            message.find("a.gltf: /buffers/0/uri: expected only files in its own folder or below, found "),
            std::string::npos)
            << message;
        EXPECT_EQ(positions_of(load_scene(mesh, {}, {true}).mesh), one);
    }
}

TEST(MeshFormats, MaterialsAreNotOpened) {
    const TemporaryFolder folder;
    EXPECT_EQ(
        outcome(folder.write("a.obj", "mtllib ../outside.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), ""),
        one + "3 vertices, 1 face, 1 material library (not read)\n");
}

} // namespace
} // namespace hitmap
