// Messages of `hitmap trace` about mesh files, and files that it rejects.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MeshFiles, WhatIsDeclaredStandsBesideWhatCameIn) {
    const TemporaryFolder folder;
    folder.write(
        "scan.ply",
        "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n1 1 0\n7 7 7\n7 0 1 2 -1 1 3 2\n");
    const Outcome traced = folder.hitmap("trace scan.ply -o scan.hmt --resolution 8x8");
    ASSERT_EQ(traced.status, 0) << traced.err;
    EXPECT_THAT(traced.err, Not(HasSubstr("warning"))) << "nothing that could be seen is missing";
    EXPECT_THAT(traced.err,
                HasSubstr("scan.ply: declares 5 vertices, 1 triangle strip; read: 4 vertices, 2 triangles; "
                          "1 vertex is used by no face and is left out\n"));
    EXPECT_THAT(folder.hitmap("info scan.hmt").out,
                HasSubstr("mesh declares    5 vertices, 1 triangle strip\n"
                          "mesh read        4 vertices, 2 triangles; 1 vertex is used by no face and "
                          "is left out\n"));
}

TEST(MeshFiles, ASweepSaysOnceWhatDidNotComeIn) {
    const TemporaryFolder folder;
    folder.write("lines.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 7 7\nf 1 2 3\nl 1 2\n");
    folder.write("e.json",
                 R"({"scenes":{"a":"lines.obj","b":{"scene":"lines.obj","camera":{"position":[0,0,5],)"
                 R"("target":[0,0,0],"up":[0,1,0],"fov_y_degrees":40}}},"defaults":{"resolution":"8x8"}})");
    const Outcome swept = folder.hitmap("sweep e.json -o out");
    ASSERT_EQ(swept.status, 0) << swept.err;
    const std::string sentence =
        "lines.obj: declares 4 vertices, 1 face, 1 line; read: 3 vertices, 1 triangle; "
        "1 vertex is used by no face and is left out\n"
        "lines.obj: warning: 1 line is left out: a ray tracer meets triangles only\n"
        "lines.obj: up axis";
    EXPECT_THAT(swept.err, HasSubstr(sentence));
    EXPECT_EQ(swept.err.find(sentence), swept.err.rfind(sentence)) << swept.err;
    EXPECT_THAT(swept.err, HasSubstr("\"up\" in the experiment gives another\n"));
}

TEST(MeshFiles, AreNotOverwrittenByARecording) {
    const TemporaryFolder folder;
    const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    folder.write("mesh.obj", mesh);
    folder.write("empty", "");
    ASSERT_EQ(folder.hitmap("trace mesh.obj -o t.hmt --resolution 8x8").status, 0);
    for (const char* command :
         {"trace builtin:teapot -o mesh.obj", "trace mesh.obj -o mesh.obj",
          "cut t.hmt -o mesh.obj --first 0 --last 9", "relayout t.hmt -o mesh.obj --node-order veb",
          "import t.hmt -o mesh.obj", "record -o mesh.obj -- true"}) {
        const Outcome refused = folder.hitmap(command);
        EXPECT_EQ(refused.status, 2) << command;
        EXPECT_THAT(refused.err, HasSubstr("output: expected a")) << command;
        EXPECT_THAT(refused.err, HasSubstr("found 'mesh.obj'")) << command;
        EXPECT_EQ(folder.read("mesh.obj"), mesh) << command;
    }
    EXPECT_THAT(
        folder.hitmap("trace builtin:teapot -o mesh.obj").err,
        HasSubstr(
            "--output: expected a new file, or a recording to replace, found 'mesh.obj', which is none"));
    EXPECT_EQ(folder.hitmap("trace mesh.obj -o t.hmt --resolution 8x8").status, 0)
        << "a recording is replaced";
    EXPECT_EQ(folder.hitmap("trace mesh.obj -o empty --resolution 8x8").status, 0);
    // Any input: the layout that is read beside the recording.
    folder.write("layout.json", "{}");
    EXPECT_THAT(folder.hitmap("export t.hmt --layout layout.json --metrics ./layout.json").err,
                HasSubstr("expected another file than the input, found './layout.json'"));
    EXPECT_EQ(folder.read("layout.json"), "{}");
}

TEST(MeshFiles, ABrokenOneIsAMessageWithFileAndPlace) {
    const TemporaryFolder folder;
    folder.write(
        "cut.ply",
        "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\nabc");
    const Outcome traced = folder.hitmap("trace cut.ply -o cut.hmt");
    EXPECT_EQ(traced.status, 1);
    EXPECT_EQ(
        traced.err,
        "hitmap: cut.ply: byte 169: expected 4 values of 12 bytes, found 3 bytes to the end of the file\n");
    EXPECT_FALSE(folder.has("cut.hmt"));
    EXPECT_FALSE(folder.has("cut.hmt.part"));
}

TEST(MeshFiles, OneThatBreaksItsReaderIsAMessage) {
    const TemporaryFolder folder;
    // assimp 5.2 dereferences a null pointer with this file.
    folder.write(
        "crash.dae",
        R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">)"
        R"(<asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh><source id="p">)"
        R"(<float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array></source><vertices id="v">)"
        R"(<input semantic="POSITION" source="#p"/></vertices><triangles count="1">)"
        R"(<input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>)"
        R"(</library_geometries><library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/>)"
        R"(</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)");
    const Outcome traced = folder.hitmap("trace crash.dae -o crash.hmt");
    EXPECT_EQ(traced.status, 1);
    EXPECT_THAT(traced.err, testing::StartsWith("hitmap: crash.dae: expected a mesh"));
}

TEST(MeshFiles, FilesOutsideTheFolderNeedAnOption) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "meshes");
    folder.write("outside.bin",
                 std::string(12, '\0') +
                     std::string("\0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\0\0", 24));
    folder.write(
        "meshes/a.gltf",
        R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
        R"({"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":)"
        R"("VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"../outside.bin"}]})");
    const Outcome refused = folder.hitmap("trace meshes/a.gltf -o a.hmt --resolution 8x8");
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(
        refused.err,
        HasSubstr("meshes/a.gltf: /buffers/0/uri: expected only files in its own folder or below, found "
                  "../outside.bin (--allow-files-outside lets it be read)"));
    const Outcome allowed =
        folder.hitmap("trace meshes/a.gltf -o a.hmt --resolution 8x8 --allow-files-outside");
    EXPECT_EQ(allowed.status, 0) << allowed.err;
    folder.write("e.json", R"({"scenes":{"a":{"scene":"meshes/a.gltf"}},"defaults":{"resolution":"8x8"}})");
    EXPECT_EQ(folder.hitmap("sweep e.json -o out").status, 1);
    folder.write(
        "e.json",
        R"({"scenes":{"a":{"scene":"meshes/a.gltf","allow_files_outside":true}},"defaults":{"resolution":"8x8"}})");
    const Outcome swept = folder.hitmap("sweep e.json -o out");
    EXPECT_EQ(swept.status, 0) << swept.err;
}

TEST(MeshFiles, ANameThatIsNotUtf8IsRecordedEscaped) {
    const TemporaryFolder folder;
    folder.write("B\xfcste.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Outcome traced = folder.hitmap("trace B\xfcste.obj -o b.hmt --resolution 8x8");
    ASSERT_EQ(traced.status, 0) << traced.err;
    const Outcome info = folder.hitmap("info b.hmt");
    EXPECT_EQ(info.status, 0) << info.err;
    EXPECT_THAT(info.out, HasSubstr("source           B\\xfcste.obj\n"));
    EXPECT_EQ(folder.hitmap("validate b.hmt").status, 0);
    for (const std::string command :
         {"cut b.hmt -o c.hmt --requests :9", "relayout b.hmt -o c.hmt --node-order veb"}) {
        EXPECT_EQ(folder.hitmap(command).status, 0);
        EXPECT_EQ(folder.hitmap("validate c.hmt").status, 0) << command;
    }
}

} // namespace
} // namespace hitmap::test
