#include "render/scene/edge_passes.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/scene/resolve_pass.h"

#include <epoxy/gl.h>

namespace hitmap {

namespace {

constexpr float edge_width = 1.5F; // in logical pixels
constexpr float halo_width = 3.25F;

} // namespace

void draw_edges(const std::function<const GlProgram&(EdgeProgram)>& program_of, const ColourRange& range,
                const LineTarget& target, const EdgeStyle& style,
                const std::function<void(unsigned primitive, int vertices_of_edge)>& draw) {
    const auto pass = [&](EdgeProgram program, GLenum primitive, int vertices_of_edge, float width) {
        glUseProgram(program_of(program).name());
        set_matrix(target.world_to_clip);
        set_half_spaces(target.half_spaces);
        set_value_colours(range, style.marks, style.fade);
        glUniform2f(HITMAP_UNIFORM_VIEWPORT, static_cast<float>(target.tile.width),
                    static_cast<float>(target.tile.height));
        glUniform1f(HITMAP_UNIFORM_LINE_WIDTH, width * target.pixel_scale);
        if (style.marks) glUniform1f(HITMAP_UNIFORM_HATCH_SCALE, target.pixel_scale);
        draw(primitive, vertices_of_edge);
    };
    if (style.halo) {
        pass(EdgeProgram::halos, GL_TRIANGLES, 6, halo_width);
        pass(EdgeProgram::edges, GL_TRIANGLES, 6, edge_width);
    } else {
        pass(EdgeProgram::lines, GL_LINES, 2, 1.0F);
    }
}

} // namespace hitmap
