#include "render/scene/cell_layer.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/gl/shader_program.h"
#include "render/scene/resolve_pass.h"
#include "render/scene/scene_renderer.h"

#include <epoxy/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

const GlProgram& CellPrograms::of(CellForm form, bool marks) {
    const bool edges = form == CellForm::edges;
    GlProgram& program = edges ? (marks ? edges_marks_ : edges_) : marks ? triangles_marks_ : triangles_;
    if (!program) {
        std::vector<std::string_view> defines;
        if (edges) defines.emplace_back("HITMAP_EDGES");
        if (marks) defines.emplace_back("HITMAP_MARKS");
        program = build_program({"elements", std::move(defines)});
    }
    return program;
}

void CellPart::set(const DrawnCells& cells, const std::vector<bool>& drawn) {
    indices_ = {};
    bytes_ = 0;
    if (drawn.empty()) return;
    std::vector<std::uint32_t> indices(cells.corners.size());
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (drawn[cells.elements[i / cells.corners_of_cell()]]) indices[i] = static_cast<std::uint32_t>(i);
    bytes_ = sizeof(std::uint32_t) * indices.size();
    indices_ = allocate_buffer(bytes_, "the cells of a part of the scene");
    glNamedBufferSubData(indices_.name(), 0, static_cast<GLsizeiptr>(bytes_), indices.data());
}

bool CellLayer::hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses,
                     std::uint64_t& max_bytes) {
    if (corner_bytes_ == 0) {
        const std::uint64_t bytes = cells_.corners.size() * sizeof(glm::vec3);
        GlBuffer corners = allocate_buffer(bytes, "the cells");
        elements_ = allocate_buffer_texture(GL_R32UI, cells_.elements.size(), 4, "the cells");
        glNamedBufferSubData(corners.name(), 0, static_cast<GLsizeiptr>(bytes), cells_.corners.data());
        glNamedBufferSubData(elements_.buffer.name(), 0, static_cast<GLsizeiptr>(4 * cells_.elements.size()),
                             cells_.elements.data());
        corners_ = std::move(corners);
        corner_bytes_ = bytes;
        max_bytes -= std::min(max_bytes, bytes);
    }
    return values_.hold(owner, pane, minimum_accesses, max_bytes);
}

void CellLayer::draw(CellPrograms& programs, const GlVertexArray& layout, const CellStyle& style) const {
    const bool marks = style.fade || style.range.difference;
    const View& view = style.view;
    glUseProgram(programs.of(cells_.form, marks).name());
    set_matrix(style.world_to_clip);
    set_surface_colours(view, style.range, style.target, marks, style.fade);
    if (cells_.form == CellForm::triangles) {
        const bool perspective = view.projection == Projection::perspective;
        const glm::vec3 eye = perspective ? view.camera.position : -view.camera.forward;
        glUniform4f(HITMAP_UNIFORM_EYE, eye.x, eye.y, eye.z, perspective ? 1.0F : 0.0F);
    }
    const auto spaces = static_cast<GLenum>(style.half_spaces.size());
    if (spaces > 0)
        glUniform4fv(HITMAP_UNIFORM_HALF_SPACES, static_cast<GLsizei>(spaces),
                     glm::value_ptr(style.half_spaces.front()));
    for (GLenum i = 0; i < spaces; ++i)
        glEnable(GL_CLIP_DISTANCE0 + i);
    glBindTextureUnit(HITMAP_TEXTURE_FACE_VALUES, values_.values().name());
    glBindTextureUnit(HITMAP_TEXTURE_FACE_FADE, values_.fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_SLOTS, elements_.texture.name());
    glVertexArrayVertexBuffer(layout.name(), 0, corners_.name(), 0, sizeof(glm::vec3));
    glBindVertexArray(layout.name());
    const GLenum primitive = cells_.form == CellForm::triangles ? GL_TRIANGLES : GL_LINES;
    const auto count = static_cast<GLsizei>(cells_.corners.size());
    if (style.part.indices()) {
        glVertexArrayElementBuffer(layout.name(), style.part.indices().name());
        glDrawElements(primitive, count, GL_UNSIGNED_INT, nullptr);
    } else {
        glDrawArrays(primitive, 0, count);
    }
    for (GLenum i = 0; i < spaces; ++i)
        glDisable(GL_CLIP_DISTANCE0 + i);
}

std::uint64_t CellLayer::gpu_bytes() const {
    return corner_bytes_ + elements_.bytes + values_.gpu_bytes();
}

} // namespace hitmap
