#include "tests/capture/spirv/site_text.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap::capture {
namespace {

InstrumentedModule instrumented(const std::string& shader,
                                const InstrumentOptions& options = {.stages = 0x7f}) {
    return instrument(compiled_shader(shader), options);
}

TEST(Sites, OfBuffers) {
    EXPECT_EQ(sites_text(instrumented("buffers.comp-1.5")), R"(begin main
load storage tree nodes[], 0+16 16+16 32+4, main:50
load storage tree nodes[].upper, 0+4, main:51
load storage tree nodes[2].child[], 0+4, main:52
load uniform camera view[], 0+4, main:53
load uniform camera view[], 0+4, main:54
load uniform camera rows[][], 0+4, main:55
load uniform camera rows[1][], 0+4 16+4 32+4, main:56
load uniform camera view, 0+16 16+16 32+16 48+16, main:57
load uniform camera rows[1], 0+16 16+16 32+16, main:58
atomic storage tree count, 0+4, main:60
store storage small bytes[], 0+1, main:61
store storage small halves[], 0+2, main:62
store storage small longs[], 0+8, main:63
load address List point, 0+4, main:65
load address List tail, 0+8, main:66
load address List point, 0+4, main:66
load address List point, 0+4, main:67
store storage outputs(2) value[], 0+4, main:68
store storage outputs value[], index, 0+4, main:69
load storage outputs(1) value[0], 0+4, main:70
store storage outputs value[], index, 0+4, main:70
)");
}

TEST(Sites, OfBindings) {
    EXPECT_EQ(bindings_text(instrumented("buffers.comp-1.5")),
              R"(storage tree, set 0, binding 0, elements of 36 bytes every 48 from 16
  uint count: 0+4
  Box[] nodes: 16+0
  float3 nodes[].lower: 0+12
  float nodes[].pad: 12+4
  float3 nodes[].upper: 16+12
  uint[2] nodes[].child: 28+8
uniform camera, set 0, binding 1
  mat4x4 view: 0+64
  mat4x3[2] rows: 64+96
  float4 eye: 160+16
storage small, set 1, binding 3, elements of 8 bytes every 8 from 128
  uint8[64] bytes: 0+64
  uint16[32] halves: 64+64
  uint64[] longs: 128+0
address List
  float3 point: 0+12
  uint64 id: 16+8
  List* tail: 24+8
storage outputs, set 1, binding 2, 4 descriptors, elements of 4 bytes every 4 from 0
  float[] value: 0+0
)");
}

TEST(Sites, AreTheSameWithBothKindsOfDebugInformation) {
    for (const std::string shader : {"buffers.comp", "images.comp"}) {
        EXPECT_EQ(sites_text(instrumented(shader + "-debug-info")),
                  sites_text(instrumented(shader + "-1.5")));
    }
}

TEST(Sites, OfImages) {
    EXPECT_EQ(sites_text(instrumented("images.comp-1.5")), R"(begin main
load texels texels, main:22
store texels out_texels, 0+4, main:24
atomic texels counters, 0+4, main:25
atomic image grid, coordinates, texels of 4 bytes, main:26
load image picture, coordinates, texels of 16 bytes, main:27
load texels plain, index, main:28
load image textures(1), float coordinates, main:29
load image layers, float coordinates, main:30
load image textures, index, coordinates, main:31
load image textures(2), float coordinates, main:32
load image separate, float coordinates, main:33
store image picture, coordinates, texels of 16 bytes, main:35
load texels texels, one:17
without an image access in two, line 16: Calls of its function pass different variables.
)");
}

TEST(Sites, OfBasicBlocks) {
    // For one block, glslang 12 names its line, and glslang 15 that of the function.
    std::string sites = sites_text(instrumented("flow.comp-1.0", {.blocks = true}));
    const std::string newer = "after branch, 3 instructions, count:8\n";
    if (const auto at = sites.find(newer); at != std::string::npos)
        sites.replace(at, newer.size(), "after branch, 3 instructions, count:20\n");
    EXPECT_EQ(sites, R"(begin main
kernel, 22 instructions, main:26
load storage Values v[], 0+4, main:27
branch, 5 instructions, main:35
branch, 1 instructions, main:35
after branch, 4 instructions, main:36
load storage Values v[3], 0+4, main:36
branch, 4 instructions, main:31
load storage Values v[0], 0+4, main:31
branch, 6 instructions, main:32
load storage Values v[1], 0+4, main:32
branch, 6 instructions, main:33
after branch, 1 instructions, main:33
iteration, 2 instructions, main:40
branch, 9 instructions, main:39
load storage Totals several[], 0+4, main:39
branch, 3 instructions, main:40
after loop, 4 instructions, main:41
branch, 4 instructions, main:41
load storage Values v[7], 0+4, main:41
branch, 4 instructions, main:41
load storage Values v[6], 0+4, main:41
after branch, 17 instructions, main:41
store storage Values v[], 0+4, main:42
function, 8 instructions, count:13
iteration, 2 instructions, count:14
branch, 4 instructions, count:14
branch, 15 instructions, count:15
load storage Values v[], 0+4, count:18
branch, 1 instructions, count:18
after branch, 5 instructions, count:19
branch, 1 instructions, count:19
after branch, 3 instructions, count:20
atomic storage Totals total, 0+4, count:20
branch, 4 instructions, count:14
after loop, 2 instructions, count:22
)");
}

TEST(Sites, OfAtomicsInTheMemoryModelOfVulkan) {
    EXPECT_EQ(sites_text(instrumented("memory_model.comp-1.5")), R"(begin main
atomic storage B u, 0+4, main:17
store storage B v[], 0+4, main:17
atomic storage B f, 0+4, main:18
atomic storage B l, 0+8, main:19
atomic storage B u, 0+4, main:20
atomic storage B u, 0+4, main:21
)");
}

TEST(Sites, OfOtherStages) {
    EXPECT_EQ(sites_text(instrumented("demote.frag-1.6")), R"(begin main
load image image, float coordinates, main (fragment):10
load storage Rows v[], 0+16, main (fragment):13
load image before, coordinates, main (fragment):13
store storage Rows v[], 0+16, main (fragment):14
)");
    EXPECT_EQ(sites_text(instrumented("pull.vert-1.0")), R"(begin main
load storage Points v[], 0+16, main (vertex):5
load storage Points v[], 0+16, main (vertex):6
)");
    EXPECT_EQ(sites_text(instrumented("trace.rgen-1.6")), R"(begin main
trace, ray generation, structure scene, main (ray generation):9
store storage Colours v[], 0+16, main (ray generation):10
store image picture, coordinates, texels of 4 bytes, main (ray generation):11
without OpLoad in main, line 10: A shader record has no descriptor.
)");
    EXPECT_EQ(sites_text(instrumented("points.mesh-1.4")), R"(begin main
load storage Points v[], 0+16, main:8
)");
}

TEST(Sites, AnEntryPointOfAnotherStageIsLeftAsItIs) {
    const std::vector<std::uint32_t> words = compiled_shader("demote.frag-1.6");
    const InstrumentedModule module = instrument(words, {.stages = stage_compute});
    EXPECT_FALSE(module.changed);
    EXPECT_EQ(module.words, words);
    EXPECT_EQ(sites_text(module),
              R"(without the entry point main: The device has no subgroup operations or stores in its stage.
without the module: It has no entry point that can record.
)");
}

TEST(Sites, TextsOfSources) {
    const InstrumentedModule module = instrumented("pull.vert-1.0");
    ASSERT_EQ(module.sources.size(), 1U);
    EXPECT_EQ(module.sources[0].name, "pull.vert");
    EXPECT_EQ(module.sources[0].text, R"(#version 450
layout(set = 0, binding = 0) buffer Points { vec4 v[]; };
layout(location = 0) out vec2 uv;
void main() {
    gl_Position = v[gl_VertexIndex];
    uv = v[gl_InstanceIndex].xy;
}
)");
}

} // namespace
} // namespace hitmap::capture
