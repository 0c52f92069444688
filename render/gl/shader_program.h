#pragma once

#include "render/gl/gl_object.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Programs of Hitmap: shaders/STEM.vert and shaders/STEM.frag, varied by macros in front of them.
struct ProgramVariant {
    std::string_view stem;
    std::vector<std::string_view> defines; ///< e.g. "HITMAP_HALO"
};
/// Every variant that is ever built, for tests.
[[nodiscard]] std::span<const ProgramVariant> program_variants();

/// Complete source of one stage, "vert" or "frag": version, macros, the file, with its #include lines
/// replaced.
[[nodiscard]] std::string stage_source(const ProgramVariant& variant, std::string_view stage);

/// Compiles one stage and throws Error with the log and the numbered source on failure. `stage` is GL's name.
[[nodiscard]] GlShader compile_stage(unsigned stage, const std::string& source, std::string_view name);

/// Compiles and links. Throws Error as compile_stage.
[[nodiscard]] GlProgram build_program(const ProgramVariant& variant);

} // namespace hitmap
