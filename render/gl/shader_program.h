#pragma once

#include "render/gl/gl_object.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Shader programs: shaders/STEM.vert and shaders/STEM.frag, with macros defined at their start to build
/// variants.
struct ProgramVariant {
    std::string_view stem;
    std::vector<std::string_view> defines; ///< e.g. "HITMAP_HALO"
};
/// All variants that the program builds, for tests.
[[nodiscard]] std::span<const ProgramVariant> program_variants();

/// Returns the complete source of one stage, "vert" or "frag": version, macros, and the file with its
/// #include lines replaced.
[[nodiscard]] std::string stage_source(const ProgramVariant& variant, std::string_view stage);

/// Compiles one stage. Throws Error with the log and the numbered source if that fails. `stage` is the GL
/// constant.
[[nodiscard]] GlShader compile_stage(unsigned stage, const std::string& source, std::string_view name);

/// Compiles and links a program. Throws Error as compile_stage does.
[[nodiscard]] GlProgram build_program(const ProgramVariant& variant);

} // namespace hitmap
