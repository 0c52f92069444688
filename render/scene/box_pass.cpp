#include "render/scene/box_pass.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/scene/resolve_pass.h"

#include <epoxy/gl.h>

#include <utility>

namespace hitmap {
namespace {

constexpr float edge_width = 1.5F; // in logical pixels
constexpr float halo_width = 3.25F;

} // namespace

void BoxPass::set_values(std::shared_ptr<const std::vector<float>> values) {
    search_ = {}; // the search refers to the values that are replaced
    values_ = std::move(values);
    changed_ = true;
}

bool BoxPass::find(const PreparedScene& prepared, LevelRange levels, std::uint64_t boxes) {
    if (!values_) return true;
    if (changed_ || !(runs().levels == levels)) {
        search_ = BoxRunSearch(prepared, *values_, levels);
        changed_ = false;
    }
    return search_.step(boxes);
}

void BoxPass::draw(const ScenePrograms& programs, const ColourRange& range, const LineTarget& target,
                   const Style& style) const {
    const bool marks = style.fade || range.difference;
    const auto pass = [&](const GlProgram& program, GLenum primitive, int vertices_per_box, float width) {
        const BoxRuns::VertexRanges ranges = runs().vertex_ranges(vertices_per_box, style.most_boxes);
        glUseProgram(program.name());
        set_matrix(target.world_to_clip);
        set_half_spaces(target.half_spaces);
        set_value_colours(range, marks, style.fade);
        glUniform2f(HITMAP_UNIFORM_VIEWPORT, static_cast<float>(target.tile.width),
                    static_cast<float>(target.tile.height));
        glUniform1f(HITMAP_UNIFORM_LINE_WIDTH, width * target.pixel_scale);
        if (marks) glUniform1f(HITMAP_UNIFORM_HATCH_SCALE, target.pixel_scale);
        glBindVertexArray(nothing_.name());
        glMultiDrawArrays(primitive, ranges.firsts.data(), ranges.counts.data(),
                          static_cast<GLsizei>(ranges.firsts.size()));
    };
    if (style.halo) {
        pass(marks ? programs.box_halos_marks : programs.box_halos, GL_TRIANGLES, 72, halo_width);
        pass(marks ? programs.box_edges_marks : programs.box_edges, GL_TRIANGLES, 72, edge_width);
    } else {
        pass(marks ? programs.box_lines_marks : programs.box_lines, GL_LINES, 24, 1.0F);
    }
}

} // namespace hitmap
