#include "render/scene/box_pass.h"

#include <epoxy/gl.h>

namespace hitmap {

bool BoxPass::find(const PreparedScene& prepared, const std::shared_ptr<const std::vector<float>>& values,
                   LevelRange levels, std::uint64_t boxes) {
    if (values != values_) search_ = {}; // it refers to the values that are replaced
    if (values != nullptr && (values != values_ || !(runs().levels == levels)))
        search_ = BoxRunSearch(prepared, *values, levels);
    values_ = values;
    return search_.step(boxes);
}

void BoxPass::draw(const ScenePrograms& programs, const ColourRange& range, const LineTarget& target,
                   const EdgeStyle& style, std::uint64_t most_boxes) const {
    const auto program_of = [&](EdgeProgram program) -> const GlProgram& {
        switch (program) {
        case EdgeProgram::edges:
            return style.marks ? programs.box_edges_marks : programs.box_edges;
        case EdgeProgram::halos:
            return style.marks ? programs.box_halos_marks : programs.box_halos;
        case EdgeProgram::lines:
            break;
        }
        return style.marks ? programs.box_lines_marks : programs.box_lines;
    };
    draw_edges(program_of, range, target, style, [&](unsigned primitive, int vertices_of_edge) {
        constexpr int edges = 12;
        const BoxRuns::VertexRanges ranges = runs().vertex_ranges(edges * vertices_of_edge, most_boxes);
        glBindVertexArray(nothing_.name());
        glMultiDrawArrays(primitive, ranges.firsts.data(), ranges.counts.data(),
                          static_cast<GLsizei>(ranges.firsts.size()));
    });
}

} // namespace hitmap
