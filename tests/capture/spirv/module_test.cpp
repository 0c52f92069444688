#include "tests/capture/spirv/spirv_tools.h"

#include <gtest/gtest.h>

#include <random>

#include "capture/spirv/instrument.h"

namespace hitmap::capture {
namespace {

std::string reason(const std::vector<std::uint32_t>& words) {
    const InstrumentedModule module = instrument(words, {});
    EXPECT_FALSE(module.changed);
    EXPECT_EQ(module.words, words);
    return module.left_out.empty() ? "" : module.left_out.back().what + ": " + module.left_out.back().reason;
}

TEST(Module, SaysWhyItCannotBeRead) {
    std::vector<std::uint32_t> words = compiled_shader("flow.comp-1.3");
    EXPECT_EQ(reason({}), "the module: The module is shorter than its header.");
    EXPECT_EQ(reason({1, 2, 3, 4, 5}), "the module: The module does not begin with the number of SPIR-V.");
    EXPECT_EQ(reason({0x07230203, 0x00010700, 0, 10, 0}),
              "the module: The version of SPIR-V is not one of 1.0 to 1.6.");
    EXPECT_EQ(reason({0x07230203, 0x00010300, 0, 5000000, 0}),
              "the module: The bound of ids is not in 1 to 4194303.");
    EXPECT_EQ(reason({0x07230203, 0x00010300, 0, 10, 0}), "the module: The module has no memory model.");
    EXPECT_EQ(reason({0x07230203, 0x00010300, 0, 10, 0, 0x00030011}),
              "the module: An instruction has a wrong length.");
    EXPECT_EQ(reason({0x07230203, 0x00010300, 0, 10, 0, 0x00000011}),
              "the module: An instruction has a wrong length.");
    EXPECT_EQ(reason({0x07230203, 0x00010300, 0, 10, 0, 0x00020013, 10}),
              "the module: An id is not below the bound.");
    EXPECT_EQ(reason({0x07230203, 0x00010300, 0, 10, 0, 0x00020013, 9, 0x00020013, 9}),
              "the module: Two instructions have the same result.");
    words.back() = 2 << 16 | 56; // OpFunctionEnd with a word too many
    EXPECT_EQ(reason(words), "the module: An instruction has a wrong length.");
}

TEST(Module, OfTheOtherByteOrderIsRead) {
    const std::vector<std::uint32_t> words = compiled_shader("flow.comp-1.3");
    std::vector<std::uint32_t> swapped;
    for (const std::uint32_t word : words)
        swapped.push_back(__builtin_bswap32(word));
    EXPECT_EQ(instrument(swapped, {}).words, instrument(words, {}).words);
}

TEST(Module, SitesAreNumberedOverAllModules) {
    const std::vector<std::uint32_t> words = compiled_shader("flow.comp-1.3");
    EXPECT_TRUE(instrument(words, {.first_site = record_site_mask - 20}).changed);
    EXPECT_EQ(instrument(words, {.first_site = record_site_mask - 2}).left_out.back().reason,
              "There are more than 67108863 sites.");
}

/// Nested structures without members take 2^64 steps if each is looked at.
TEST(Module, DoesNotHangOnNestedTypes) {
    std::string text = R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %values DescriptorSet 0
OpDecorate %values Binding 0
OpDecorate %s64 Block
)";
    std::string types = "%void = OpTypeVoid\n%function = OpTypeFunction %void\n%s0 = OpTypeStruct\n";
    for (int i = 1; i <= 64; ++i) {
        const std::string name = "%s" + std::to_string(i);
        const std::string before = "%s" + std::to_string(i - 1);
        text += "OpMemberDecorate " + name + " 0 Offset 0\nOpMemberDecorate " + name + " 1 Offset 0\n";
        types += name + " = OpTypeStruct " + before + " " + before + "\n";
    }
    text += types + R"(%pointer = OpTypePointer StorageBuffer %s64
%values = OpVariable %pointer StorageBuffer
%main = OpFunction %void None %function
%entry = OpLabel
%x = OpLoad %s64 %values
OpReturn
OpFunctionEnd
)";
    const InstrumentedModule module = instrument(assemble_text(text, "1.3"), {});
    ASSERT_FALSE(module.left_out.empty());
    EXPECT_EQ(module.left_out.front().reason, "It accesses more than 256 pieces of memory at once.");
}

TEST(Module, AnyChangeOfAWordIsSurvived) {
    const std::vector<std::uint32_t> words = compiled_shader("images.comp-1.5");
    std::minstd_rand random(1);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::vector<std::uint32_t> other = words;
        other[i] = i % 2 == 0 ? static_cast<std::uint32_t>(random()) : other[i] ^ 1U << random() % 32;
        const InstrumentedModule module = instrument(other, {.blocks = true});
        changed += module.changed ? 1 : 0;
        EXPECT_EQ(module.changed, module.words != other);
    }
    EXPECT_GT(changed, words.size() / 4);
}

} // namespace
} // namespace hitmap::capture
