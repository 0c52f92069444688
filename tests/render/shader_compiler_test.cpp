#include "render/gl/shader_program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace hitmap {
namespace {

TEST(ShaderSource, EveryVariantPassesTheReferenceCompiler) {
    std::string command = HITMAP_GLSLANG;
    for (const ProgramVariant& variant : program_variants()) {
        for (const char* stage : {"vert", "frag"}) {
            std::string name(variant.stem);
            for (const std::string_view define : variant.defines)
                name += fmt::format("-{}", define);
            const std::string file = fmt::format("{}/{}.{}", HITMAP_TEST_OUTPUT, name, stage);
            std::ofstream(file) << stage_source(variant, stage);
            command += fmt::format(" '{}'", file);
        }
    }
    // It starts once, since this takes longer than all shaders, and prints the name of each before its
    // errors.
    EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT: our own paths
}

} // namespace
} // namespace hitmap
