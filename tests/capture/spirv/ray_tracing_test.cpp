#include "tests/capture/spirv/site_text.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "capture/spirv/module.h"

namespace hitmap::capture {
namespace {

InstrumentedModule with_ray_tracing(const std::string& shader) {
    return instrument(compiled_shader(shader), {.stages = stage_ray_tracing});
}

/// What follows each instruction of an opcode: the name of the function that is called, or "-".
std::vector<std::string> calls_behind(const InstrumentedModule& instrumented, spv::Op opcode) {
    const Module module(instrumented.words);
    std::map<std::uint32_t, std::string> names;
    for (const Instruction& i : module.instructions())
        if (i.opcode == spv::Op::OpName) names[i[1]] = i.text(2);
    std::vector<std::string> calls;
    for (const Instruction& i : module.instructions()) {
        if (i.opcode != opcode) continue;
        const Instruction& next = *(&i + 1);
        calls.push_back(next.opcode == spv::Op::OpFunctionCall ? names[next[3]] : "-");
    }
    return calls;
}

/// The built-ins of variables that are volatile.
std::set<spv::BuiltIn> volatile_built_ins(const InstrumentedModule& instrumented) {
    const Module module(instrumented.words);
    std::set<std::uint32_t> are_volatile;
    std::set<spv::BuiltIn> built_ins;
    for (const Instruction& i : module.instructions())
        if (i.opcode == spv::Op::OpDecorate &&
            static_cast<spv::Decoration>(i[2]) == spv::Decoration::Volatile)
            are_volatile.insert(i[1]);
    for (const Instruction& i : module.instructions())
        if (i.opcode == spv::Op::OpDecorate &&
            static_cast<spv::Decoration>(i[2]) == spv::Decoration::BuiltIn && are_volatile.count(i[1]) != 0)
            built_ins.insert(static_cast<spv::BuiltIn>(i[3]));
    return built_ins;
}

TEST(RayTracing, ModulesWhoseTraversalIsTheDriversAreKnown) {
    EXPECT_TRUE(with_ray_tracing("bounce.rgen-1.5").traces_rays);
    EXPECT_FALSE(with_ray_tracing("sky.rmiss-1.5").traces_rays);
    EXPECT_FALSE(with_ray_tracing("inside.rint-1.5").traces_rays);
    const InstrumentedModule query =
        instrument(compiled_shader("query.frag-1.5"), {.stages = stage_fragment});
    EXPECT_TRUE(query.traces_rays);
    const InstrumentedModule without_rays =
        instrument(compiled_shader("query.frag-1.5"), {.stages = stage_fragment, .rays = false});
    EXPECT_TRUE(without_rays.traces_rays);
    EXPECT_FALSE(without_rays.changed);
    ASSERT_EQ(without_rays.left_out.size(), 1U);
    EXPECT_EQ(without_rays.left_out.front().reason,
              "Its only accesses to memory are those of the driver, which traverses an "
              "acceleration structure for it.");
}

TEST(RayTracing, AModuleWithRaysAloneIsRecorded) {
    const InstrumentedModule query =
        instrument(compiled_shader("query.frag-1.5"), {.stages = stage_fragment});
    EXPECT_TRUE(query.changed);
    EXPECT_EQ(validation_errors(query.words), "");
    EXPECT_EQ(sites_text(query), R"(begin main
trace, fragment, structure scene, main (fragment):9
candidate, fragment, main (fragment):10
committed, fragment, main (fragment):10
missed, fragment, main (fragment):10
)");
}

TEST(RayTracing, SitesOfEachStage) {
    EXPECT_EQ(sites_text(with_ray_tracing("bounce.rgen-1.5")), R"(begin main
load storage Cameras eye[0], 0+16, main (ray generation):11
store storage Colours v[], 0+16, main (ray generation):17
trace, ray generation, structure scene, trace:9
)");
    EXPECT_EQ(sites_text(with_ray_tracing("hit.rchit-1.5")), R"(begin main
committed, closest hit, main (closest hit):6
load storage Colours v[], 0+16, main (closest hit):6
)");
    EXPECT_EQ(sites_text(with_ray_tracing("mask.rahit-1.5")), R"(begin main
candidate, any hit, main (any hit):7
load storage Masks masks[], 0+4, main (any hit):7
store storage Counters hit, 0+4, main (any hit):8
)");
    EXPECT_EQ(sites_text(with_ray_tracing("sky.rmiss-1.5")), R"(begin main
missed, miss, main (miss):5
load uniform Sky horizon, 0+16, main (miss):5
load uniform Sky zenith, 0+16, main (miss):5
)");
    EXPECT_EQ(sites_text(with_ray_tracing("inside.rint-1.5")), R"(begin main
candidate, intersection, main (intersection):8
load storage Boxes box[].lower, 0+12, main (intersection):8
atomic storage Counters tested, 0+4, main (intersection):9
reported, intersection, main (intersection):11
atomic storage Counters hit, 0+4, main (intersection):11
)");
    EXPECT_EQ(sites_text(with_ray_tracing("shade.rcall-1.5")), R"(begin main
load storage Colours v[], 0+16, main (callable):5
)");
}

TEST(RayTracing, InvocationsAreNumberedByTheirPlaceInTheLaunch) {
    for (const std::string shader : {"bounce.rgen-1.5", "sky.rmiss-1.5", "inside.rint-1.5"}) {
        const InstrumentedModule module = with_ray_tracing(shader);
        ASSERT_EQ(module.entry_points.size(), 1U);
        EXPECT_EQ(module.entry_points[0].invocation, InvocationKind::launch_index);
    }
}

TEST(RayTracing, LanesBeginAgainWhereTheirSubgroupMayBeAnother) {
    const std::vector<std::string> begin{"hitmap_begin"};
    const InstrumentedModule rays = with_ray_tracing("bounce.rgen-1.5");
    EXPECT_EQ(calls_behind(rays, spv::Op::OpTraceRayKHR), begin) << "in a function that main calls";
    EXPECT_EQ(calls_behind(rays, spv::Op::OpExecuteCallableKHR), begin);
    EXPECT_EQ(calls_behind(with_ray_tracing("inside.rint-1.5"), spv::Op::OpReportIntersectionKHR), begin);
}

TEST(RayTracing, TheSizeOfTheSubgroupIsReadAgain) {
    EXPECT_THAT(volatile_built_ins(with_ray_tracing("bounce.rgen-1.5")),
                testing::ElementsAre(spv::BuiltIn::SubgroupSize));
}

TEST(RayTracing, AFunctionOfTwoEntryPointsBeginsForNone) {
    const std::vector<std::uint32_t> words = assemble_text(R"(
OpCapability RayTracingKHR
OpExtension "SPV_KHR_ray_tracing"
OpMemoryModel Logical GLSL450
OpEntryPoint RayGenerationKHR %first "first" %data %out
OpEntryPoint RayGenerationKHR %second "second" %data %out
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
%void = OpTypeVoid
%main = OpTypeFunction %void
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%data_pointer = OpTypePointer CallableDataKHR %uint
%data = OpVariable %data_pointer CallableDataKHR
%block = OpTypeStruct %uint
%block_pointer = OpTypePointer StorageBuffer %block
%uint_pointer = OpTypePointer StorageBuffer %uint
%out = OpVariable %block_pointer StorageBuffer
%first = OpFunction %void None %main
%a = OpLabel
%call = OpFunctionCall %void %shared
OpReturn
OpFunctionEnd
%second = OpFunction %void None %main
%b = OpLabel
%call2 = OpFunctionCall %void %shared
OpExecuteCallableKHR %zero %data
OpReturn
OpFunctionEnd
%shared = OpFunction %void None %main
%c = OpLabel
OpExecuteCallableKHR %zero %data
%pointer = OpAccessChain %uint_pointer %out %zero
OpStore %pointer %zero
OpReturn
OpFunctionEnd
)",
                                                           "1.5");
    ASSERT_EQ(validation_errors(words), "");
    const InstrumentedModule module = instrument(words, {.stages = stage_ray_tracing});
    EXPECT_EQ(validation_errors(module.words), "");
    EXPECT_THAT(calls_behind(module, spv::Op::OpExecuteCallableKHR),
                testing::ElementsAre("hitmap_begin", "-"));
}

} // namespace
} // namespace hitmap::capture
