#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap::capture {

/// The words of a module in the assembly language of SPIRV-Tools. A test fails if the text is wrong.
/// @param version  such as "1.3"
std::vector<std::uint32_t> assemble_text(std::string_view text, std::string_view version);

/// What the validator of SPIRV-Tools says about a module; empty if it is valid in Vulkan 1.2 and 1.3, or
/// in 1.3 alone if it is SPIR-V 1.6.
std::string validation_errors(std::span<const std::uint32_t> words);

/// A shader of tests/capture/spirv/shaders that was compiled with debug information.
/// @param name  such as "flow.comp-1.3" for SPIR-V 1.3
std::vector<std::uint32_t> compiled_shader(const std::string& name);

} // namespace hitmap::capture
