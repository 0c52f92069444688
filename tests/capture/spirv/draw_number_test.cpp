#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "capture/spirv/instrument.h"

namespace hitmap::capture {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

InstrumentOptions options_at(std::uint32_t location) {
    InstrumentOptions options;
    options.log_address = 0x1000;
    options.stages = stage_vertex | stage_fragment;
    options.draw_input = options.draw_output = location;
    return options;
}

/// A vertex or fragment shader in the assembly language of SPIR-V, which copies its input at `location`, an
/// array of two, to its output at the same location.
std::string copying(const std::string& model, const std::string& location) {
    const std::string flat = model == "Fragment" ? "OpDecorate %in Flat\n" : "";
    const std::string mode = model == "Fragment" ? "OpExecutionMode %main OriginUpperLeft\n" : "";
    return "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint " + model +
           " %main \"main\" %in %out\n" + mode + "OpDecorate %in Location " + location + "\n" + flat +
           "OpDecorate %out Location " + location + R"(
%void = OpTypeVoid
%function = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%two = OpConstant %u32 2
%pair = OpTypeArray %u32 %two
%in_pointer = OpTypePointer Input %pair
%out_pointer = OpTypePointer Output %pair
%in = OpVariable %in_pointer Input
%out = OpVariable %out_pointer Output
%main = OpFunction %void None %function
%begin = OpLabel
%value = OpLoad %pair %in
OpStore %out %value
OpReturn
OpFunctionEnd
)";
}

/// A fragment shader that loads the buffer `v`. @param body  more statements @param modes  more execution
/// modes
std::string loading(const std::string& body, const std::string& modes = {}) {
    return R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %out
OpExecutionMode %main OriginUpperLeft
)" + modes +
           R"(
OpDecorate %out Location 0
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %v DescriptorSet 0
OpDecorate %v Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%block = OpTypeStruct %u32
%block_pointer = OpTypePointer StorageBuffer %block
%u32_pointer = OpTypePointer StorageBuffer %u32
%out_pointer = OpTypePointer Output %u32
%v = OpVariable %block_pointer StorageBuffer
%out = OpVariable %out_pointer Output
%main = OpFunction %void None %function
%begin = OpLabel
%place = OpAccessChain %u32_pointer %v %zero
%value = OpLoad %u32 %place
OpStore %out %value
)" + body + "OpFunctionEnd\n";
}

bool tests_early(const std::string& text) {
    const InstrumentedModule module = instrument(assemble_text(text, "1.3"), options_at(31));
    EXPECT_TRUE(module.changed);
    EXPECT_EQ(validation_errors(module.words), "");
    return module.tests_early;
}

} // namespace

TEST(DrawNumber, AVertexShaderWithoutAccessesHandsItOn) {
    const InstrumentedModule module =
        instrument(assemble_text(copying("Vertex", "0"), "1.4"), options_at(31));
    EXPECT_TRUE(module.changed);
    EXPECT_EQ(module.sites.size(), 0U) << "nothing is recorded";
    EXPECT_EQ(validation_errors(module.words), "");
    EXPECT_THAT(module.left_out,
                Contains(Field(&LeftOut::reason, "It has no access to memory that is recorded.")));
}

TEST(DrawNumber, AFragmentShaderWithoutAccessesStaysAsItIs) {
    const auto words = assemble_text(copying("Fragment", "0"), "1.3");
    const InstrumentedModule module = instrument(words, options_at(31));
    EXPECT_FALSE(module.changed);
    EXPECT_EQ(module.words, words);
}

TEST(DrawNumber, AShaderThatUsesTheLocationIsLeftOut) {
    for (const std::uint32_t location : {6U, 7U}) { // of an array of two
        const InstrumentedModule module =
            instrument(assemble_text(copying("Vertex", "6"), "1.3"), options_at(location));
        EXPECT_FALSE(module.changed);
        EXPECT_THAT(module.left_out, Contains(Field(&LeftOut::reason, HasSubstr("It uses location " +
                                                                                std::to_string(location)))));
    }
    EXPECT_TRUE(instrument(assemble_text(copying("Vertex", "6"), "1.3"), options_at(5)).changed);
    EXPECT_TRUE(instrument(assemble_text(copying("Vertex", "6"), "1.3"), options_at(8)).changed);
}

TEST(DrawNumber, ShadersDoNotChangeWithoutIt) {
    InstrumentOptions options = options_at(31);
    options.draw_input = options.draw_output = no_index;
    EXPECT_FALSE(instrument(assemble_text(copying("Vertex", "0"), "1.3"), options).changed);
}

TEST(EarlyTests, AreAskedForWhereResultsStayTheSame) {
    EXPECT_TRUE(tests_early(loading("OpReturn\n")));
    EXPECT_FALSE(tests_early(loading("OpKill\n"))) << "discards after the test would be too late";
    EXPECT_FALSE(tests_early(loading("OpStore %place %one\nOpReturn\n"))) << "the program's tests are late";
    EXPECT_FALSE(tests_early(loading("%old = OpAtomicIAdd %u32 %place %one %zero %one\nOpReturn\n")));
    EXPECT_FALSE(tests_early(loading("OpReturn\n", "OpExecutionMode %main EarlyFragmentTests\n")))
        << "they are there already";
}

} // namespace hitmap::capture
