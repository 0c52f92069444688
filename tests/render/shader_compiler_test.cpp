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
    const std::string glslang = HITMAP_GLSLANG;
    for (const ProgramVariant& variant : program_variants()) {
        for (const char* stage : {"vert", "frag"}) {
            std::string name(variant.stem);
            for (const std::string_view define : variant.defines)
                name += fmt::format("-{}", define);
            const std::string file = fmt::format("{}/{}.{}", HITMAP_TEST_OUTPUT, name, stage);
            std::ofstream(file) << stage_source(variant, stage);
            EXPECT_EQ(std::system(fmt::format("{} {}", glslang, file).c_str()), 0)
                << file; // NOLINT: our own paths
        }
    }
}

} // namespace
} // namespace hitmap
