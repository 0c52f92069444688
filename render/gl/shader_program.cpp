#include "render/gl/shader_program.h"

#include "core/base/error.h"
#include "render/image/embedded.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

namespace hitmap {
namespace {

void append_file(std::string& out, std::string_view name) {
    constexpr std::string_view include = "#include \"";
    std::string_view rest = embedded_text(fmt::format("shaders/{}", name));
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
        const std::string_view line = rest.substr(0, end + 1);
        rest.remove_prefix(end + 1);
        if (line.starts_with(include)) {
            append_file(out, line.substr(include.size(), line.rfind('"') - include.size()));
        } else {
            out += line;
        }
    }
}

std::string numbered(const std::string& source) {
    std::string out;
    int number = 1;
    for (std::size_t at = 0; at < source.size(); ++number) {
        const std::size_t end = std::min(source.find('\n', at), source.size());
        out += fmt::format("{:4} {}\n", number, std::string_view(source).substr(at, end - at));
        at = end + 1;
    }
    return out;
}

} // namespace

std::span<const ProgramVariant> program_variants() {
    static const std::vector<ProgramVariant> variants = {
        {"visibility", {}},
        {"visibility", {"HITMAP_ORTHOGRAPHIC"}},
        {"resolve", {}},
        {"resolve", {"HITMAP_MARKS"}},
        {"box_edges", {}},
        {"box_edges", {"HITMAP_HALO"}},
        {"box_edges", {"HITMAP_THIN"}},
        {"box_edges", {"HITMAP_MARKS"}},
        {"box_edges", {"HITMAP_HALO", "HITMAP_MARKS"}},
        {"box_edges", {"HITMAP_THIN", "HITMAP_MARKS"}},
        {"guide_lines", {}},
        {"guide_lines", {"HITMAP_HIGHLIGHT"}},
        {"guide_lines", {"HITMAP_HIGHLIGHT", "HITMAP_INVERTED"}},
        {"guide_lines", {"HITMAP_HIGHLIGHT", "HITMAP_DASHED"}},
        {"elements", {}},
        {"elements", {"HITMAP_MARKS"}},
        {"box_edges", {"HITMAP_CELLS"}},
        {"box_edges", {"HITMAP_CELLS", "HITMAP_HALO"}},
        {"box_edges", {"HITMAP_CELLS", "HITMAP_THIN"}},
        {"box_edges", {"HITMAP_CELLS", "HITMAP_MARKS"}},
        {"box_edges", {"HITMAP_CELLS", "HITMAP_HALO", "HITMAP_MARKS"}},
        {"box_edges", {"HITMAP_CELLS", "HITMAP_THIN", "HITMAP_MARKS"}},
    };
    return variants;
}

std::string stage_source(const ProgramVariant& variant, std::string_view stage) {
    std::string source = "#version 450 core\n";
    for (const std::string_view define : variant.defines)
        source += fmt::format("#define {}\n", define);
    append_file(source, fmt::format("{}.{}", variant.stem, stage));
    return source;
}

GlShader compile_stage(unsigned stage, const std::string& source, std::string_view name) {
    auto shader = GlShader::create(stage);
    const char* text = source.c_str();
    glShaderSource(shader.name(), 1, &text, nullptr);
    glCompileShader(shader.name());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;
    std::string log(8192, '\0');
    GLsizei length = 0;
    glGetShaderInfoLog(shader.name(), static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    throw Error(fmt::format("shader {} does not compile:\n{}\n{}", name, log, numbered(source)));
}

GlProgram build_program(const ProgramVariant& variant) {
    auto program = GlProgram::create();
    for (const auto& [stage, suffix] : {std::pair{GL_VERTEX_SHADER, "vert"}, {GL_FRAGMENT_SHADER, "frag"}}) {
        const GlShader shader = compile_stage(static_cast<unsigned>(stage), stage_source(variant, suffix),
                                              fmt::format("{}.{}", variant.stem, suffix));
        glAttachShader(program.name(), shader.name());
    }
    glLinkProgram(program.name());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    std::string log(8192, '\0');
    GLsizei length = 0;
    glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    throw Error(fmt::format("program {} does not link:\n{}", variant.stem, log));
}

} // namespace hitmap
