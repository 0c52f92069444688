#include "core/base/error.h"
#include "core/layout/model/image_size.h"
#include "core/layout/model/layout_json.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

RecordingLayout example() {
    RecordingLayout layout;
    BufferLayout vertices;
    vertices.name = "vertices";
    vertices.role = Role::vertices;
    vertices.address = 0xffff'ffff'ffff'f000;
    vertices.bytes = 3200;
    vertices.stride = 32;
    vertices.element_bytes = 28;
    vertices.offset = 16;
    BufferLayout faces;
    faces.name = "faces \"of\" a mesh";
    faces.role = Role::faces;
    faces.address = 0x7f00;
    faces.bytes = 60;
    faces.stride = faces.element_bytes = 6;
    faces.index_bytes = 2;
    faces.base_vertices = {{0, 0}, {6, std::nullopt}, {8, -3}};
    faces.origin = Origin::derived;
    BufferLayout normals;
    normals.role = Role::vertex_attributes;
    normals.bytes = 48;
    normals.stride = 4;
    normals.element_bytes = 12;
    normals.layout = ElementLayout::planar;
    BufferLayout stack;
    stack.role = Role::stack;
    stack.space = Space::local;
    layout.buffers = {vertices, faces, normals, stack};
    layout.width = 640;
    layout.height = 480;
    layout.image_origin = Origin::assumed;
    layout.pixels = PixelOrder::grid;
    layout.camera = Camera{};
    layout.mesh = {"bunny.obj", "slots.txt", UpAxis::z};
    return layout;
}

TEST(LayoutJson, IsReadAsItWasWritten) {
    const RecordingLayout layout = example();
    EXPECT_EQ(layout_from_json(layout_to_json(layout), "a.json"), layout);
    EXPECT_EQ(layout_from_json(layout_to_json({}), "a.json"), RecordingLayout{});
}

/// A layout with the given list of allocations, or further keys.
std::string with(const std::string& allocations, const std::string& more = "") {
    return R"({"format": "hitmap layout", "version": 1, "allocations": [)" + allocations + "]" + more + "}";
}

TEST(LayoutJson, KeysThatMayBeMissingHaveDefaults) {
    const RecordingLayout layout =
        layout_from_json(with(R"({"role": "boxes", "address": 4096, "bytes": 240, "stride": 24})"), "a.json");
    ASSERT_EQ(layout.buffers.size(), 1);
    EXPECT_EQ(layout.buffers[0].address, 4096);
    EXPECT_EQ(layout.buffers[0].element_bytes, 24);
    EXPECT_EQ(layout.buffers[0].element_count(), 10);
    EXPECT_EQ(layout.buffers[0].origin, Origin::given) << "the user wrote it";
    EXPECT_EQ(layout.pixels, PixelOrder::recorded);
}

struct BrokenLayout {
    std::string json;
    std::string message;
};
class BrokenLayouts : public testing::TestWithParam<BrokenLayout> {};

TEST_P(BrokenLayouts, IsRefusedByItsPlace) {
    try {
        (void)layout_from_json(GetParam().json, "a.json");
        FAIL() << "was read";
    } catch (const FileError& error) {
        EXPECT_EQ(std::string(error.what()), GetParam().message);
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenLayouts,
    testing::Values(
        BrokenLayout{"{}", "a.json: /: expected the key 'format', found none"},
        BrokenLayout{R"({"format": "layout"})",
                     R"(a.json: /format: expected "hitmap layout", found "layout")"},
        BrokenLayout{R"({"format": "hitmap layout", "version": 2, "allocations": []})",
                     "a.json: /version: expected a whole number from 1 to 1, found 2"},
        BrokenLayout{with("", R"(, "size": 1)"), "a.json: /size: expected one of the keys format, version, "
                                                 "allocations, image, pixels, camera, mesh, "
                                                 "found 'size'"},
        BrokenLayout{with("{}"), "a.json: /allocations/0: expected the key 'role', found none"},
        BrokenLayout{
            with(R"({"role": "face"})"),
            "a.json: /allocations/0/role: expected one of framebuffer, nodes, boxes, faces, vertices, "
            "vertex attributes, stack, other, found \"face\""},
        BrokenLayout{with(R"({"role": "other", "address": "0xg0", "bytes": 1})"),
                     "a.json: /allocations/0/address: expected an address of 64 bits in hexadecimal digits, "
                     "found \"0xg0\""},
        BrokenLayout{
            with(R"({"role": "other", "address": "0x0", "bytes": -1})"),
            "a.json: /allocations/0/bytes: expected a whole number from 0 to 9007199254740992, found -1"},
        BrokenLayout{
            with(R"({"name": "b", "role": "boxes", "address": "0xffffffffffffffff", "bytes": 24})"),
            "a.json: allocation 'b': expected an end within 64 bits, found 24 bytes at 0xffffffffffffffff"},
        BrokenLayout{with(R"({"name": "b", "role": "boxes", "address": 0, "bytes": 24, "stride": 8,
                              "element_bytes": 24})"),
                     "a.json: allocation 'b': expected at most 8 element bytes, its stride, found 24"},
        BrokenLayout{with(R"({"name": "f", "role": "faces", "address": 0, "bytes": 24, "stride": 8})"),
                     "a.json: allocation 'f': expected a stride of at least 12, three indices, found 8"},
        BrokenLayout{with(R"({"name": "f", "role": "faces", "address": 0, "bytes": 24, "stride": 12,
                              "index_bytes": 3})"),
                     "a.json: allocation 'f': expected indices of 2 or 4 bytes, found 3"},
        BrokenLayout{with(R"({"name": "f", "role": "faces", "address": 0, "bytes": 24, "stride": 12,
                              "base_vertices": [{"first_face": 0}]})"),
                     "a.json: /allocations/0/base_vertices/0: expected the key 'base_vertex', found none"},
        BrokenLayout{with(R"({"name": "f", "role": "faces", "address": 0, "bytes": 24, "stride": 12,
                              "base_vertices": [{"first_face": 0, "base_vertex": 0.5}]})"),
                     "a.json: /allocations/0/base_vertices/0/base_vertex: expected a whole number from "
                     "-4294967296 to 4294967296, found 0.5"},
        BrokenLayout{with(R"({"name": "f", "role": "faces", "address": 0, "bytes": 24, "stride": 12,
                              "base_vertices": [{"first_face": 2, "base_vertex": 0}]})"),
                     "a.json: allocation 'f': expected base vertices of the 2 faces, found first face 2"},
        BrokenLayout{with(R"({"name": "b", "role": "boxes", "address": 0, "bytes": 24, "stride": 24,
                              "base_vertices": [{"first_face": 0, "base_vertex": null}]})"),
                     "a.json: allocation 'b': expected base vertices of faces only, found boxes"},
        BrokenLayout{with(R"({"name": "b", "role": "boxes", "address": 0, "bytes": 64, "stride": 32,
                              "element_bytes": 28, "offset": 8})"),
                     "a.json: allocation 'b': expected an offset of a box within its element, found 8"},
        BrokenLayout{with(R"({"name": "v", "role": "vertices", "address": 0, "bytes": 24, "stride": 8})"),
                     "a.json: allocation 'v': expected at least 12 bytes a vertex, found 8"},
        BrokenLayout{with(R"({"name": "n", "role": "nodes", "address": 0, "bytes": 24, "stride": 4,
                              "layout": "planar"})"),
                     "a.json: allocation 'n': expected planes of vertices or vertex attributes, found nodes"},
        BrokenLayout{with("", R"(, "image": {"width": 0, "height": 4})"),
                     "a.json: /image/width: expected a whole number from 1 to 65536, found 0"},
        BrokenLayout{with(R"({"role": "framebuffer", "address": 0, "bytes": 40, "stride": 4})",
                          R"(, "image": {"width": 4, "height": 4})"),
                     "a.json: expected an image of 10 pixels, the elements of the framebuffer, found 4 x 4"},
        BrokenLayout{with("", R"(, "pixels": "scanline")"),
                     "a.json: /pixels: expected one of recorded, writes, grid, threads, found \"scanline\""},
        BrokenLayout{with("", R"(, "camera": {"position": [0, 0]})"),
                     "a.json: /camera/position: expected [x,y,z], found [0,0]"},
        BrokenLayout{with("", R"(, "mesh": {"faces": "f.txt"})"),
                     "a.json: /mesh: expected the key 'file', found none"}));

TEST(ImageSize, IsOfAUsualRatioOrAsSquareAsPossible) {
    const auto size = [](std::uint64_t pixels) {
        RecordingLayout layout;
        BufferLayout& framebuffer = layout.buffers.emplace_back();
        framebuffer.role = Role::framebuffer;
        framebuffer.bytes = pixels;
        framebuffer.stride = framebuffer.element_bytes = 1;
        set_usual_image_size(layout);
        return std::pair(layout.width, layout.height);
    };
    EXPECT_EQ(size(512 * 512), std::pair(512U, 512U));
    EXPECT_EQ(size(1920 * 1080), std::pair(1920U, 1080U));
    EXPECT_EQ(size(640 * 480), std::pair(640U, 480U));
    EXPECT_EQ(size(7 * 5), std::pair(7U, 5U));
    EXPECT_EQ(size(13), std::pair(13U, 1U));
    EXPECT_EQ(size(1000003), std::pair(0U, 0U)); // a prime number, wider than an image can be
}

} // namespace
} // namespace hitmap
