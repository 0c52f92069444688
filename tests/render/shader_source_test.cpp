#include "render/gl/bindings.h"
#include "render/gl/shader_program.h"
#include "render/image/embedded.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <set>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ShaderSource, PutsMacrosInFrontAndFilesInPlaceOfIncludes) {
    const std::string source = stage_source({"box_edges", {"HITMAP_HALO"}}, "vert");
    EXPECT_THAT(source, testing::StartsWith("#version 450 core\n#define HITMAP_HALO\n"));
    EXPECT_THAT(source, HasSubstr("vec4 thick_line_vertex("));
    EXPECT_THAT(source, HasSubstr("#define HITMAP_TEXTURE_BOXES"));
    EXPECT_THAT(source, Not(HasSubstr("#include")));
}

TEST(ShaderSource, EveryFileBelongsToAVariant) {
    std::set<std::string> used;
    for (const ProgramVariant& variant : program_variants()) {
        for (const char* stage : {"vert", "frag"})
            used.insert(fmt::format("shaders/{}.{}", variant.stem, stage));
    }
    for (const EmbeddedText& file : embedded_texts()) {
        if (file.name.starts_with("shaders/") && !file.name.ends_with(".glsl")) {
            EXPECT_TRUE(used.contains(std::string(file.name))) << file.name;
        }
    }
}

/// NAME -> number, as text, of the #defines in the table.
std::map<std::string, unsigned> binding_table() {
    std::map<std::string, unsigned> table;
    const std::string text(embedded_text("shaders/bindings.glsl"));
    const std::regex define(R"(#define (HITMAP_\w+) (\d+))");
    for (std::sregex_iterator at(text.begin(), text.end(), define), end; at != end; ++at) {
        table[(*at)[1]] = static_cast<unsigned>(std::stoul((*at)[2]));
    }
    return table;
}

TEST(ShaderBindings, TheTableIsTheSameForBothLanguages) {
    const std::map<std::string, unsigned> table = binding_table();
    EXPECT_EQ(table.at("HITMAP_ATTRIBUTE_COLOUR"), HITMAP_ATTRIBUTE_COLOUR);
    EXPECT_EQ(table.at("HITMAP_TEXTURE_VISIBILITY"), HITMAP_TEXTURE_VISIBILITY);
    EXPECT_EQ(table.at("HITMAP_UNIFORM_NOT_ACCESSED"), HITMAP_UNIFORM_NOT_ACCESSED);
}

TEST(ShaderBindings, NoNumberIsGivenTwice) {
    std::set<std::string> seen;
    for (const auto& [name, number] : binding_table()) {
        const std::string family = name.substr(0, name.find('_', std::string_view("HITMAP_").size()));
        EXPECT_TRUE(seen.insert(fmt::format("{} {}", family, number)).second) << name;
    }
    EXPECT_EQ(seen.size(), binding_table().size());
}

TEST(ShaderBindings, ShadersUseNoNumbersOfTheirOwn) {
    const std::regex literal(R"((location|binding) = \d)");
    for (const EmbeddedText& file : embedded_texts()) {
        if (!file.name.starts_with("shaders/")) continue;
        // The only output of a fragment shader needs no name.
        const std::string text =
            std::regex_replace(std::string(file.text), std::regex(R"(layout\(location = 0\) out)"), "");
        EXPECT_FALSE(std::regex_search(text, literal)) << file.name;
    }
}

} // namespace
} // namespace hitmap
