#include "core/geometry/scene.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/derive/derive_layout.h"
#include "tests/layout/ray_stream.h"
#include "tests/layout/role_confusion.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace hitmap::test {
namespace {

/// Four rays through a tree of three nodes: node 0 has the boxes 0 and 1, nodes 1 and 2 are leaves.
constexpr const char* four_rays = "N0 B0 S0 N1 F0 F1 L0 N2 F4 F5 P0\n"
                                  "N0 B0 N2 F4 F5 F6 P1\n"
                                  "N0 B2 S0 N2 F7 L0 N1 F1 F2 F3 P2\n"
                                  "N0 B2 N1 F0 F1 N3 B6 N4 F9 P3\n";

/// The buffers as text, one on each line.
std::string derived(const HmtFile& file) {
    ThreadPool pool(2);
    const RecordingLayout layout = derive_layout(file, pool);
    std::string text;
    for (const BufferLayout& b : layout.buffers)
        text += fmt::format("{}: {} at {:#x}, {} bytes, {} of {}{}\n", b.name, name_of(b.role), b.address,
                            b.bytes, b.element_bytes, b.stride,
                            b.layout == ElementLayout::planar ? ", planar" : "");
    return text;
}

TEST(DeriveLayout, FindsBuffersAndRolesFromAccessesAlone) {
    EXPECT_EQ(derived(ray_recording(four_rays)), "nodes: nodes at 0x10000, 20 bytes, 4 of 4\n"
                                                 "boxes: boxes at 0x20000, 192 bytes, 24 of 24\n"
                                                 "faces: faces at 0x30000, 120 bytes, 12 of 12\n"
                                                 "vertices: vertices at 0x40000, 144 bytes, 12 of 12\n"
                                                 "framebuffer: framebuffer at 0x50000, 16 bytes, 4 of 4\n"
                                                 "stack: stack at 0x0, 16 bytes, 0 of 0\n");
}

TEST(DeriveLayout, ElementsCanHavePaddingBetweenThem) {
    RayBuffers buffers;
    buffers.face_stride = 16;
    buffers.vertex_stride = 32;
    const std::string text = derived(ray_recording(four_rays, buffers));
    EXPECT_NE(text.find("faces: faces at 0x30000, 156 bytes, 12 of 16\n"), std::string::npos) << text;
    EXPECT_NE(text.find("vertices: vertices at 0x40000, 364 bytes, 12 of 32\n"), std::string::npos) << text;
}

TEST(DeriveLayout, ComponentsCanBeInPlanes) {
    RayBuffers buffers;
    buffers.vertex_stride = 4;
    buffers.plane_bytes = 0x40;
    const std::string text = derived(ray_recording(four_rays, buffers));
    EXPECT_NE(text.find("vertices: vertices at 0x40000, 192 bytes, 12 of 4, planar\n"), std::string::npos)
        << text;
}

TEST(DeriveLayout, AListedAllocationKeepsItsAddressAndName) {
    RayBuffers buffers;
    Allocation faces;
    faces.name = "tris";
    faces.address = 0x30000 - 36; // its first three faces are not accessed
    faces.bytes = 300;
    buffers.allocations = {faces};
    const std::string text = derived(ray_recording(four_rays, buffers));
    EXPECT_NE(text.find("tris: faces at 0x2ffdc, 300 bytes, 12 of 12\n"), std::string::npos) << text;
}

TEST(DeriveLayout, AMatrixMultiplicationHasNoFacesAndNoTree) {
    std::string text;
    for (int i = 0; i < 16; ++i)
        text += fmt::format("N{} B{} N{} B{} P{}\n", i, i, i + 1, 16 + i, i);
    const std::string found = derived(ray_recording(text));
    EXPECT_EQ(found.find("faces"), std::string::npos) << found;
    EXPECT_EQ(found.find("vertices"), std::string::npos) << found;
    EXPECT_EQ(found.find("nodes"), std::string::npos) << found;
}

TEST(DeriveLayout, ClustersAreJoinedWhereThereAreTooMany) {
    std::string text;
    for (std::uint64_t i = 0; i < 600; ++i)
        text += fmt::format("N{}\n", i * (std::uint64_t{4} << 20) / 4); // 4 MiB apart
    const std::string found = derived(ray_recording(text));
    EXPECT_EQ(std::ranges::count(found, '\n'), 1) << found; // all gaps are equal
}

TEST(DeriveLayout, AnEmptyRecordingHasNoBuffers) {
    EXPECT_EQ(derived(ray_recording("")), "");
}

TEST(DeriveLayout, TheResultDoesNotDependOnThreads) {
    const HmtFile file = ray_recording(four_rays);
    ThreadPool one(1);
    ThreadPool three(3);
    EXPECT_EQ(derive_layout(file, one), derive_layout(file, three));
}

TEST(DeriveLayout, RolesOfTracedRecordingsAreRight) {
    ThreadPool pool;
    const Scene scene = load_scene("builtin:teapot?triangles=1000");
    for (const char* set :
         {"kernel=while-while layout=aos", "kernel=if-if layout=soa rays=ao:2 node-width=4",
          "kernel=pixel schedule=tiles bvh=median node-order=bfs vertex-order=random",
          "kernel=while-while schedule=sm-scanline bvh=lbvh node-width=8 rays=path:2 leaf-size=1"}) {
        TraceOptions options;
        options.width = options.height = 32;
        options.sm_count = 2;
        const std::string text = set;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t equals = text.find('=', at);
            const std::size_t end = std::min(text.find(' ', at), text.size());
            trace_option(text.substr(at, equals - at))
                .set(options, text.substr(equals + 1, end - equals - 1));
            at = end + 1;
        }
        const RoleConfusions found = confusion_of(scene, options, pool);
        EXPECT_EQ(found.listed.right(), found.listed.total()) << set << "\n" << found.wrong;
        EXPECT_EQ(found.listed.wrong_elements, 0) << set << "\n" << found.wrong;
        EXPECT_EQ(found.unlisted.right(), found.unlisted.total()) << set << "\n" << found.wrong;
        EXPECT_GE(found.listed.total(), 8) << set;
    }
}

} // namespace
} // namespace hitmap::test
