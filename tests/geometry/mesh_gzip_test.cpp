// Meshes that are compressed with gzip.
#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "tests/geometry/mesh_text.h"
#include "tests/geometry/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace hitmap {
namespace {

using test::positions_of;
using test::TemporaryFolder;

std::string gzipped(const std::string& text) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    std::string bytes(deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    bytes.resize(bytes.size() - stream.avail_out);
    deflateEnd(&stream);
    return bytes;
}

const std::string one_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string one_ply =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const std::string one_stl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
    "endfacet\nendsolid a\n";

TEST(MeshGzip, ReadsCompressedMeshes) {
    const TemporaryFolder folder;
    const struct {
        const char* name;
        std::string content;
    } cases[] = {
        {"a.obj.gz", gzipped(one_obj)},
        {"a.PLY.GZ", gzipped(one_ply)},
        {"a.stl.gz", gzipped(one_stl)},
        {"no_ending", gzipped(one_ply)},
        {"two_members.obj.gz", gzipped(one_obj.substr(0, 10)) + gzipped(one_obj.substr(10))},
        {"padded.obj.gz", gzipped(one_obj) + std::string(100, '\0')},
        {"named_wrongly.obj", gzipped(one_obj)},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.name);
        EXPECT_EQ(positions_of(load_scene(folder.write(c.name, c.content)).mesh),
                  "(0 0 0) (1 0 0) (0 1 0)\n");
    }
}

/// The up axis of an ambiguous mesh is that of the format.
TEST(MeshGzip, HasTheAxesOfItsFormat) {
    const TemporaryFolder folder;
    for (const char* name : {"a.stl", "a.stl.gz"})
        EXPECT_EQ(load_upright_scene(
                      folder.write(name, std::string(name) == "a.stl" ? one_stl : gzipped(one_stl)), {})
                      .up->axis,
                  UpAxis::z)
            << name;
}

TEST(MeshGzip, RefusesBrokenFilesAndBombs) {
    const TemporaryFolder folder;
    const std::string whole = gzipped(one_obj);
    const struct {
        const char* name;
        std::string content;
        const char* message;
    } cases[] = {
        {"cut.obj.gz", whole.substr(0, whole.size() - 12),
         "expected the end of the compressed data, found the end of"},
        {"broken.obj.gz", whole.substr(0, 10) + "\xff\xff\xff\xff\xff",
         "expected compressed data of gzip, found other"},
        {"head.obj.gz", whole.substr(0, 3), "expected the end of the compressed data"},
        {"text.dae.gz", gzipped("<COLLADA></COLLADA>"),
         "expected PLY, OBJ, STL or glTF as the contents of a file of gzip"},
        {"bomb.obj.gz", gzipped(one_obj + std::string(60'000'000, '\n')),
         "bytes to unpack (200 for each of the file)"},
        {"inside.obj.gz", gzipped("v 0 0\n"), "line 1: expected three numbers, found nothing"},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.name);
        const std::string file = folder.write(c.name, c.content);
        try {
            static_cast<void>(load_scene(file));
            ADD_FAILURE() << "accepted";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(),
                        testing::AllOf(testing::StartsWith(file), testing::HasSubstr(c.message)));
        }
    }
}

} // namespace
} // namespace hitmap
