#include "tests/capture/spirv/site_text.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap::capture {
namespace {

/// A module with one storage buffer of u32, "values", whose member is "v".
std::string module_text(const std::string& capabilities, const std::string& types, const std::string& body,
                        const std::string& decorations = {}) {
    return R"(OpCapability Shader
)" + capabilities +
           R"(
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %lane
OpExecutionMode %main LocalSize 8 1 1
%file = OpString "a.comp"
OpName %values "values"
OpName %main "main"
OpName %block "block"
OpMemberName %block 0 "v"
OpDecorate %lane BuiltIn LocalInvocationIndex
OpDecorate %array ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %values DescriptorSet 0
OpDecorate %values Binding 0
)" + decorations +
           R"(
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%function = OpTypeFunction %void
%array = OpTypeRuntimeArray %u32
%block = OpTypeStruct %array
%block_pointer = OpTypePointer StorageBuffer %block
%value_pointer = OpTypePointer StorageBuffer %u32
%lane_pointer = OpTypePointer Input %u32
%values = OpVariable %block_pointer StorageBuffer
%lane = OpVariable %lane_pointer Input
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%five = OpConstant %u32 5
)" + types +
           R"(
%main = OpFunction %void None %function
%entry = OpLabel
)" + body + R"(
OpFunctionEnd
)";
}

/// Checks that input and output are valid. @return the sites
std::string sites(const std::string& text, const std::string& version = "1.3") {
    const std::vector<std::uint32_t> words = assemble_text(text, version);
    EXPECT_EQ(validation_errors(words), "");
    for (const bool blocks : {false, true}) {
        EXPECT_EQ(validation_errors(instrument(words, {.blocks = blocks}).words), "");
        // Splits the first block, which phis may name.
        EXPECT_EQ(validation_errors(instrument(words, {.parts_address = 64, .blocks = blocks}).words), "");
    }
    return sites_text(instrument(words, {}));
}

TEST(Assembly, CopyMemoryIsALoadAndAStore) {
    EXPECT_EQ(sites(module_text("", "", R"(
%i = OpLoad %u32 %lane
%from = OpAccessChain %value_pointer %values %zero %i
%to = OpAccessChain %value_pointer %values %zero %five
OpLine %file 7 3
OpCopyMemory %to %from
OpReturn)")),
              R"(begin main
load storage values v[], 0+4, main:7
store storage values v[5], 0+4, main:7
)");
}

TEST(Assembly, ModfStoresItsSecondResult) {
    EXPECT_EQ(sites(module_text("", R"(
%f32 = OpTypeFloat 32
%number = OpTypeStruct %f32
%number_pointer = OpTypePointer StorageBuffer %number
%float_pointer = OpTypePointer StorageBuffer %f32
%other = OpVariable %number_pointer StorageBuffer
%half = OpConstant %f32 1.5)",
                                R"(
%p = OpAccessChain %float_pointer %other %zero
%x = OpExtInst %f32 %glsl Modf %half %p
OpReturn)",
                                R"(OpMemberDecorate %number 0 Offset 0
OpDecorate %number Block
OpDecorate %other DescriptorSet 0
OpDecorate %other Binding 1)")),
              R"(begin main
store storage binding 1 0, 0+4, main:0
)");
}

TEST(Assembly, NestedChainsAndIndicesOfAllWidths) {
    EXPECT_EQ(sites(module_text(R"(OpCapability Int64
OpCapability Int16
OpCapability Int8)",
                                R"(
%u8 = OpTypeInt 8 0
%i16 = OpTypeInt 16 1
%i64 = OpTypeInt 64 1
%array_pointer = OpTypePointer StorageBuffer %array
%spec = OpSpecConstant %u32 3)",
                                R"(
%i = OpLoad %u32 %lane
%byte = OpUConvert %u8 %i
%short = OpSConvert %i16 %i
%long = OpSConvert %i64 %i
%outer = OpAccessChain %array_pointer %values %zero
%a = OpAccessChain %value_pointer %outer %byte
%b = OpInBoundsAccessChain %value_pointer %outer %short
%c = OpAccessChain %value_pointer %outer %long
%d = OpAccessChain %value_pointer %outer %spec
%copy = OpCopyObject %value_pointer %d
%x = OpLoad %u32 %a
%y = OpLoad %u32 %b
OpStore %c %x
OpStore %copy %y
OpReturn)",
                                "OpDecorate %spec SpecId 1")),
              R"(begin main
load storage values v[], 0+4, main:0
load storage values v[], 0+4, main:0
store storage values v[], 0+4, main:0
store storage values v[], 0+4, main:0
)");
}

TEST(Assembly, APhiOfPointersIsLeftOut) {
    EXPECT_EQ(sites(module_text("OpCapability VariablePointersStorageBuffer", "", R"(
%i = OpLoad %u32 %lane
%a = OpAccessChain %value_pointer %values %zero %i
%b = OpAccessChain %value_pointer %values %zero %five
%is_odd = OpIEqual %bool %i %one
OpSelectionMerge %merge None
OpBranchConditional %is_odd %then %merge
%then = OpLabel
OpBranch %merge
%merge = OpLabel
%which = OpPhi %value_pointer %a %entry %b %then
%x = OpLoad %u32 %which
OpStore %a %x
OpReturn)")),
              R"(begin main
store storage values v[], 0+4, main:0
without OpLoad in main: Its pointer can point to more than one variable.
)");
}

TEST(Assembly, RecordsComeBehindPhisAndBeforeMerges) {
    // The header of the loop begins with a phi and ends with a merge instruction right behind a load.
    EXPECT_EQ(sites(module_text("", "", R"(
%i = OpLoad %u32 %lane
%p = OpAccessChain %value_pointer %values %zero %i
OpBranch %header
%header = OpLabel
%k = OpPhi %u32 %zero %entry %next %again
OpLine %file 3 1
%x = OpLoad %u32 %p
%goes_on = OpULessThan %bool %k %x
OpLoopMerge %end %again None
OpBranchConditional %goes_on %body %end
%body = OpLabel
OpLine %file 4 1
%y = OpLoad %u32 %p
%is_five = OpIEqual %bool %y %five
OpSelectionMerge %joined None
OpBranchConditional %is_five %then %joined
%then = OpLabel
OpBranch %joined
%joined = OpLabel
%z = OpPhi %u32 %x %body %one %then
OpStore %p %z
OpBranch %again
%again = OpLabel
%next = OpIAdd %u32 %k %one
OpBranch %header
%end = OpLabel
OpReturn)")),
              R"(begin main
load storage values v[], 0+4, main:3
load storage values v[], 0+4, main:4
store storage values v[], 0+4, main:0
)");
}

TEST(Assembly, DecorationGroupsAreRead) {
    const std::string decorations = R"(OpDecorate %group DescriptorSet 1
OpDecorate %group Binding 6
%group = OpDecorationGroup
OpGroupDecorate %group %other)";
    const std::string text = module_text("", "%other = OpVariable %block_pointer StorageBuffer", R"(
%i = OpLoad %u32 %lane
%p = OpAccessChain %value_pointer %other %zero %i
OpStore %p %i
OpReturn)",
                                         decorations);
    const InstrumentedModule module = instrument(assemble_text(text, "1.3"), {});
    EXPECT_EQ(validation_errors(module.words), "");
    EXPECT_EQ(bindings_text(module), R"(storage block, set 1, binding 6, elements of 4 bytes every 4 from 0
  uint[] v: 0+0
)");
}

TEST(Assembly, InlinedFunctionsAreListed) {
    const std::string text = module_text(R"(OpExtension "SPV_KHR_non_semantic_info"
%debug = OpExtInstImport "NonSemantic.Shader.DebugInfo.100")",
                                         R"(
%name = OpString "load_it"
%main_name = OpString "caller"
%three = OpConstant %u32 3
%seven = OpConstant %u32 7
%nine = OpConstant %u32 9
%none = OpExtInst %void %debug DebugInfoNone
%source = OpExtInst %void %debug DebugSource %file
%unit = OpExtInst %void %debug DebugCompilationUnit %one %five %source %five
%type = OpExtInst %void %debug DebugTypeFunction %zero %void
%outer = OpExtInst %void %debug DebugFunction %main_name %type %source %five %zero %unit %main_name %zero %five
%inner = OpExtInst %void %debug DebugFunction %name %type %source %one %zero %unit %name %zero %one
%scope = OpExtInst %void %debug DebugLexicalBlock %source %three %zero %inner
%at = OpExtInst %void %debug DebugInlinedAt %seven %outer)",
                                         R"(
%s1 = OpExtInst %void %debug DebugScope %scope %at
%l1 = OpExtInst %void %debug DebugLine %source %three %three %nine %nine
%i = OpLoad %u32 %lane
%p = OpAccessChain %value_pointer %values %zero %i
%x = OpLoad %u32 %p
%s2 = OpExtInst %void %debug DebugScope %outer
%l2 = OpExtInst %void %debug DebugLine %source %nine %nine %one %one
OpStore %p %x
%l3 = OpExtInst %void %debug DebugNoLine
%s3 = OpExtInst %void %debug DebugNoScope
OpStore %p %i
OpReturn)");
    const std::vector<std::uint32_t> words = assemble_text(text, "1.3");
    const InstrumentedModule module = instrument(words, {});
    EXPECT_EQ(validation_errors(module.words), validation_errors(words));
    EXPECT_EQ(sites_text(module), R"(begin main
load storage values v[], 0+4, load_it:3 in caller:7
store storage values v[], 0+4, caller:9
store storage values v[], 0+4, main:0
)");
    EXPECT_EQ(module.accesses.at(0).location.column, 9U);
}

TEST(Assembly, TheLengthOfAnArrayCanBeASpecialisationConstant) {
    EXPECT_EQ(sites(module_text("", R"(
%n = OpSpecConstant %u32 4
%sized = OpTypeArray %u32 %n
%table = OpTypeStruct %sized
%table_pointer = OpTypePointer StorageBuffer %table
%sized_pointer = OpTypePointer StorageBuffer %sized
%other = OpVariable %table_pointer StorageBuffer)",
                                R"(
%i = OpLoad %u32 %lane
%p = OpAccessChain %value_pointer %other %zero %i
OpStore %p %i
%whole = OpAccessChain %sized_pointer %other %zero
%all = OpLoad %sized %whole
OpReturn)",
                                R"(OpDecorate %n SpecId 1
OpDecorate %sized ArrayStride 4
OpMemberDecorate %table 0 Offset 0
OpDecorate %table Block
OpDecorate %other DescriptorSet 0
OpDecorate %other Binding 1)")),
              R"(begin main
store storage binding 1 0[], 0+4, main:0
without OpLoad in main: The length of its array depends on specialisation constants.
)");
}

TEST(Assembly, AFunctionOfTwoStagesIsLeftOut) {
    const std::string text = R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpEntryPoint Vertex %vertex "vertex"
OpExecutionMode %main LocalSize 8 1 1
OpName %shared "shared"
OpName %main "main"
OpName %block "values"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %values DescriptorSet 0
OpDecorate %values Binding 0
%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%function = OpTypeFunction %void
%block = OpTypeStruct %u32
%block_pointer = OpTypePointer StorageBuffer %block
%value_pointer = OpTypePointer StorageBuffer %u32
%values = OpVariable %block_pointer StorageBuffer
%zero = OpConstant %u32 0
%shared = OpFunction %void None %function
%a = OpLabel
%p = OpAccessChain %value_pointer %values %zero
OpStore %p %zero
OpReturn
OpFunctionEnd
%main = OpFunction %void None %function
%b = OpLabel
%q = OpAccessChain %value_pointer %values %zero
%x = OpLoad %u32 %q
%call = OpFunctionCall %void %shared
OpReturn
OpFunctionEnd
%vertex = OpFunction %void None %function
%c = OpLabel
%call2 = OpFunctionCall %void %shared
OpReturn
OpFunctionEnd
)";
    EXPECT_EQ(sites(text), R"(begin main
load storage values 0, 0+4, main:0
without the entry point vertex: The device has no subgroup operations or stores in its stage.
without OpStore in shared: Its function is also called by an entry point that cannot record.
)");
}

} // namespace
} // namespace hitmap::capture
