#include "tests/capture/spirv/spirv_tools.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <spirv-tools/libspirv.hpp>

namespace hitmap::capture {

namespace {

spv_target_env environment(std::string_view version) {
    if (version == "1.0") return SPV_ENV_UNIVERSAL_1_0;
    if (version == "1.3") return SPV_ENV_UNIVERSAL_1_3;
    if (version == "1.4") return SPV_ENV_UNIVERSAL_1_4;
    if (version == "1.5") return SPV_ENV_UNIVERSAL_1_5;
    return SPV_ENV_UNIVERSAL_1_6;
}

std::string errors_in(std::span<const std::uint32_t> words, spv_target_env environment) {
    std::string errors;
    spvtools::SpirvTools tools(environment);
    tools.SetMessageConsumer(
        [&](spv_message_level_t level, const char*, const spv_position_t&, const char* message) {
            if (level <= SPV_MSG_ERROR) errors += std::string(message) + '\n';
        });
    spvtools::ValidatorOptions options;
    options.SetScalarBlockLayout(true);
    if (!tools.Validate(words.data(), words.size(), options) && errors.empty()) errors = "invalid\n";
    return errors;
}

} // namespace

std::vector<std::uint32_t> assemble_text(std::string_view text, std::string_view version) {
    std::vector<std::uint32_t> words;
    spvtools::SpirvTools tools(environment(version));
    std::string errors;
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t& place, const char* message) {
            errors += std::to_string(place.line + 1) + ": " + message + '\n';
        });
    EXPECT_TRUE(
        tools.Assemble(text.data(), text.size(), &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS))
        << errors;
    return words;
}

std::string validation_errors(std::span<const std::uint32_t> words) {
    const bool is_newest = words.size() > 1 && words[1] >= 0x00010600;
    return (is_newest ? std::string() : errors_in(words, SPV_ENV_VULKAN_1_2)) +
           errors_in(words, SPV_ENV_VULKAN_1_3);
}

std::vector<std::uint32_t> compiled_shader(const std::string& name) {
    const std::string path = HITMAP_TEST_SHADERS "/" + name + ".spv";
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_FALSE(bytes.empty()) << path;
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    return words;
}

} // namespace hitmap::capture
