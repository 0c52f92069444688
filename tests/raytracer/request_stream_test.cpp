// Recordings of tiny scenes as text, derived by hand from the source of the kernel. There is one line per
// request: operation, allocation, part of the element if it takes several instructions, and lane:element for
// each active lane.

#include "core/raytracer/trace_scene.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

std::string text_of_lane(const RecordingInfo& info, const Instruction& instruction, std::uint64_t address,
                         std::string& allocation_name) {
    for (const Allocation& allocation : info.allocations) {
        if (allocation.space != instruction.space || address < allocation.address ||
            address >= allocation.address + allocation.bytes)
            continue;
        const std::uint64_t offset = address - allocation.address;
        allocation_name = allocation.name;
        if (instruction.bytes_per_lane < allocation.stride)
            allocation_name += fmt::format("[{}]", offset % allocation.stride / instruction.bytes_per_lane);
        return fmt::format("{}", offset / allocation.stride);
    }
    allocation_name = "nowhere";
    return "?";
}

std::string text_of(const RecordingInMemory& recording) {
    std::string text = "\n";
    auto tag = recording.tags.begin();
    for (std::uint64_t i = 0; i < recording.requests.size(); ++i) {
        for (; tag != recording.tags.end() && tag->first_request.value == i; ++tag)
            text += fmt::format("lane {} takes pixel {}\n", tag->lane, tag->tag.work_item);
        const Request& request = recording.requests[i];
        const Instruction& instruction = recording.info.instructions.at(request.instruction);
        std::string name;
        std::string lanes;
        for (unsigned lane = 0; lane < warp_size; ++lane)
            if ((request.mask >> lane & 1U) != 0)
                lanes += fmt::format(" {}:{}", lane,
                                     text_of_lane(recording.info, instruction, request.address[lane], name));
        text += fmt::format("{} {}{}\n", name_of(instruction.operation), name, lanes);
    }
    return text;
}

std::string trace_as_text(const Scene& scene, std::uint32_t width, TraceOptions options = {}) {
    options.width = width;
    options.height = 1;
    options.bvh.leaf_size = 1;
    options.sm_count = 1;
    options.warps_per_sm = 1;
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(scene, options, recording, pool);
    EXPECT_TRUE(recording.finished);
    return text_of(recording);
}

TEST(RequestStream, OneTriangleFourPixels) {
    // The rays pass z = -1 at x = -3, -1, 1, 3 and y = 0; the triangle is 3 wide there.
    const Scene scene = scene_of({{-2, -1, -1}, {2, -1, -1}, {0, 3, -1}}, straight_camera({0, 0, 0}));
    // All 32 lanes need a pixel, which their leader fetches for them; 28 get none and return. The tree is a
    // single leaf, so that its triangle is tested without a box. Two of the lanes hit and fetch normals
    // (normal corner i of the test scenes is that of position corner i + 2). All four store, fetch again, and
    // return.
    EXPECT_EQ(trace_as_text(scene, 4), R"(
atomic work counter 0:0
lane 0 takes pixel 0
lane 1 takes pixel 1
lane 2 takes pixel 2
lane 3 takes pixel 3
load nodes 0:0 1:0 2:0 3:0
load faces[0] 0:0 1:0 2:0 3:0
load faces[1] 0:0 1:0 2:0 3:0
load faces[2] 0:0 1:0 2:0 3:0
load vertices[0] 0:0 1:0 2:0 3:0
load vertices[1] 0:0 1:0 2:0 3:0
load vertices[2] 0:0 1:0 2:0 3:0
load vertices[0] 0:1 1:1 2:1 3:1
load vertices[1] 0:1 1:1 2:1 3:1
load vertices[2] 0:1 1:1 2:1 3:1
load vertices[0] 0:2 1:2 2:2 3:2
load vertices[1] 0:2 1:2 2:2 3:2
load vertices[2] 0:2 1:2 2:2 3:2
load normal indices[0] 1:0 2:0
load normal indices[1] 1:0 2:0
load normal indices[2] 1:0 2:0
load normals[0] 1:2 2:2
load normals[1] 1:2 2:2
load normals[2] 1:2 2:2
load normals[0] 1:0 2:0
load normals[1] 1:0 2:0
load normals[2] 1:0 2:0
load normals[0] 1:1 2:1
load normals[1] 1:1 2:1
load normals[2] 1:1 2:1
store framebuffer 0:0 1:1 2:2 3:3
atomic work counter 0:0
)");
}

TEST(RequestStream, TwoTrianglesOneBehindTheOther) {
    // Two rays, to the left and right. Triangle 0 is near (z = -1) and only the left ray hits it; triangle 1
    // is far (z = -8) and both hit it. Node 1 (slot 0, box 0) is the near triangle, node 2 (slot 1, box 1)
    // the far one.
    const Scene scene = scene_of(
        {{-1.5F, -0.5F, -1}, {-0.5F, -0.5F, -1}, {-1, 0.5F, -1}, {-16, -4, -8}, {16, -4, -8}, {0, 12, -8}},
        straight_camera({0, 0, 0}));
    // Lane 0 hits both boxes, goes to the near one and pushes the far one; lane 1 hits only the far one. Both
    // are then at a leaf and test it together. Lane 0 pops the far box and discards it, since it starts
    // behind the hit.
    EXPECT_EQ(trace_as_text(scene, 2), R"(
atomic work counter 0:0
lane 0 takes pixel 0
lane 1 takes pixel 1
load nodes 0:0 1:0
load boxes[0] 0:0 1:0
load boxes[1] 0:0 1:0
load boxes[2] 0:0 1:0
load boxes[0] 0:1 1:1
load boxes[1] 0:1 1:1
load boxes[2] 0:1 1:1
store stack 0:0
load nodes 0:1 1:2
load faces[0] 0:0 1:1
load faces[1] 0:0 1:1
load faces[2] 0:0 1:1
load vertices[0] 0:0 1:3
load vertices[1] 0:0 1:3
load vertices[2] 0:0 1:3
load vertices[0] 0:1 1:4
load vertices[1] 0:1 1:4
load vertices[2] 0:1 1:4
load vertices[0] 0:2 1:5
load vertices[1] 0:2 1:5
load vertices[2] 0:2 1:5
load stack 0:0
load normal indices[0] 0:0 1:1
load normal indices[1] 0:0 1:1
load normal indices[2] 0:0 1:1
load normals[0] 0:2 1:5
load normals[1] 0:2 1:5
load normals[2] 0:2 1:5
load normals[0] 0:0 1:3
load normals[1] 0:0 1:3
load normals[2] 0:0 1:3
load normals[0] 0:1 1:4
load normals[1] 0:1 1:4
load normals[2] 0:1 1:4
store framebuffer 0:0 1:1
atomic work counter 0:0
)");
}

TEST(RequestStream, IfIfTestsATriangleInTheTurnThatFindsTheLeaf) {
    // The left ray misses everything; the right one hits only the box of triangle 0. In the first iteration
    // both are at the root, and the left one is finished. It fetches its next pixel (none) before the right
    // one continues.
    const Scene scene =
        scene_of({{0.5F, -0.5F, -1}, {1.5F, -0.5F, -1}, {1, 0.5F, -1}, {9, 8, -1}, {9, 9, -1}, {8, 9, -1}},
                 straight_camera({0, 0, 0}));
    TraceOptions options;
    options.kernel = Kernel::if_if;
    const std::string text = trace_as_text(scene, 2, options);
    EXPECT_EQ(text.substr(0, text.find("load normal")), R"(
atomic work counter 0:0
lane 0 takes pixel 0
lane 1 takes pixel 1
load nodes 0:0 1:0
load boxes[0] 0:0 1:0
load boxes[1] 0:0 1:0
load boxes[2] 0:0 1:0
load boxes[0] 0:1 1:1
load boxes[1] 0:1 1:1
load boxes[2] 0:1 1:1
store framebuffer 0:0
atomic work counter 0:0
load nodes 1:1
load faces[0] 1:0
load faces[1] 1:0
load faces[2] 1:0
load vertices[0] 1:0
load vertices[1] 1:0
load vertices[2] 1:0
load vertices[0] 1:1
load vertices[1] 1:1
load vertices[2] 1:1
load vertices[0] 1:2
load vertices[1] 1:2
load vertices[2] 1:2
)");
}

TEST(RequestStream, OneThreadAPixelHasNoCounter) {
    TraceOptions options;
    options.kernel = Kernel::pixel;
    EXPECT_EQ(trace_as_text(scene_of({}, straight_camera({0, 0, 0})), 3, options), R"(
lane 0 takes pixel 0
lane 1 takes pixel 1
lane 2 takes pixel 2
store framebuffer 0:0 1:1 2:2
)");
}

TEST(RequestStream, ShadowRaysReadTheTriangleThatTheyLeaveAgain) {
    // One ray straight ahead; there is nothing between the triangle and the sun behind the camera.
    const Scene scene = scene_of({{-2, -1, -1}, {2, -1, -1}, {0, 3, -1}}, straight_camera({0, 0, 0}));
    TraceOptions options;
    options.rays.kind = RayKind::shadow;
    const std::string text = trace_as_text(scene, 1, options);
    const auto again = text.find("load faces[0]", text.find("load normals"));
    ASSERT_NE(again, std::string::npos);
    EXPECT_EQ(text.substr(again), R"(load faces[0] 0:0
load faces[1] 0:0
load faces[2] 0:0
load vertices[0] 0:0
load vertices[1] 0:0
load vertices[2] 0:0
load vertices[0] 0:1
load vertices[1] 0:1
load vertices[2] 0:1
load vertices[0] 0:2
load vertices[1] 0:2
load vertices[2] 0:2
lane 0 takes pixel 0
load nodes 0:0
load faces[0] 0:0
load faces[1] 0:0
load faces[2] 0:0
load vertices[0] 0:0
load vertices[1] 0:0
load vertices[2] 0:0
load vertices[0] 0:1
load vertices[1] 0:1
load vertices[2] 0:1
load vertices[0] 0:2
load vertices[1] 0:2
load vertices[2] 0:2
store framebuffer 0:0
atomic work counter 0:0
)");
}

TEST(RequestStream, AnEmptySceneIsBackground) {
    EXPECT_EQ(trace_as_text(scene_of({}, straight_camera({0, 0, 0})), 3), R"(
atomic work counter 0:0
lane 0 takes pixel 0
lane 1 takes pixel 1
lane 2 takes pixel 2
store framebuffer 0:0 1:1 2:2
atomic work counter 0:0
)");
}

} // namespace
} // namespace hitmap
