#include "render/scene/pane_cells.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/scene/resolve_pass.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <limits>

namespace hitmap {

PaneTriangles::PaneTriangles(CellBuffers& cells, CellPrograms& programs)
    : PaneLayer(cells.cells().kind), cells_(cells), programs_(programs) {
    const GLuint layout = layout_.name();
    glEnableVertexArrayAttrib(layout, HITMAP_ATTRIBUTE_POSITION);
    glVertexArrayAttribFormat(layout, HITMAP_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(layout, HITMAP_ATTRIBUTE_POSITION, 0);
}

PaneTriangles::~PaneTriangles() {
    cells_.values().forget(this);
}

void PaneTriangles::set_part(const std::shared_ptr<const ScenePart>& part) {
    part_ = part;
    part_changed_ = true;
}

const std::vector<bool>& PaneTriangles::elements_of_part() const {
    static const std::vector<bool> all;
    return part_ != nullptr ? part_->drawn[kind()] : all;
}

bool PaneTriangles::hold_values(const View& view, std::uint64_t& max_bytes) {
    return cells_.values().hold(this, values(), view.minimum_accesses, max_bytes);
}

bool PaneTriangles::hold_geometry(std::uint64_t& max_bytes) {
    if (!cells_.upload(max_bytes)) return false;
    if (!part_changed_) return true;
    if (max_bytes == 0) return false;
    make_indices();
    max_bytes -= std::min(max_bytes, index_bytes_);
    part_changed_ = false;
    return true;
}

void PaneTriangles::make_indices() {
    indices_ = {};
    index_bytes_ = 0;
    const std::vector<bool>& drawn = elements_of_part();
    if (drawn.empty()) return;
    const DrawnCells& cells = cells_.cells();
    std::vector<std::uint32_t> indices(std::max<std::size_t>(cells.corners.size(), 1));
    for (std::size_t i = 0; i < cells.corners.size(); ++i)
        if (drawn[cells.elements[i / 3]]) indices[i] = static_cast<std::uint32_t>(i);
    const std::uint64_t bytes = sizeof(std::uint32_t) * indices.size();
    indices_ = allocate_buffer(bytes, "the cells of a part of the scene");
    index_bytes_ = bytes;
    glNamedBufferSubData(indices_.name(), 0, static_cast<GLsizeiptr>(bytes), indices.data());
}

bool PaneTriangles::prepare(const LayerPicture& picture, DrawState& /*state*/) {
    const bool shown = picture.view.shows(kind());
    drawn_ = shown && cells_.ready() && !part_changed_;
    return shown;
}

void PaneTriangles::draw(const LayerPicture& picture) {
    if (!drawn_) return;
    const View& view = picture.view;
    const bool fade = fades(view);
    const bool marks = fade || picture.range.difference;
    glUseProgram(programs_.of_triangles(marks).name());
    set_matrix(picture.lines.world_to_clip);
    set_surface_colours(view, picture.range, picture.target, marks, fade);
    const bool perspective = view.projection == Projection::perspective;
    const glm::vec3 eye = perspective ? view.camera.position : -view.camera.forward;
    glUniform4f(HITMAP_UNIFORM_EYE, eye.x, eye.y, eye.z, perspective ? 1.0F : 0.0F);
    const ClipDistances cut(picture.lines.half_spaces);
    glBindTextureUnit(HITMAP_TEXTURE_FACE_VALUES, cells_.values().values().name());
    glBindTextureUnit(HITMAP_TEXTURE_FACE_FADE, cells_.values().fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_SLOTS, cells_.elements().texture.name());
    glVertexArrayVertexBuffer(layout_.name(), 0, cells_.corners().buffer.name(), 0, sizeof(glm::vec3));
    glBindVertexArray(layout_.name());
    const auto count = static_cast<GLsizei>(cells_.cells().corners.size());
    if (indices_) {
        glVertexArrayElementBuffer(layout_.name(), indices_.name());
        glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, nullptr);
    } else {
        glDrawArrays(GL_TRIANGLES, 0, count);
    }
}

std::optional<CellPick> PaneTriangles::surface_at(const EdgePickPlace& place) const {
    return drawn_ ? pick_triangle(cells_.cells(), elements_of_part(), place) : std::nullopt;
}

PaneEdges::PaneEdges(CellBuffers& cells, CellPrograms& programs)
    : PaneEdgeLayer(cells.cells().kind), cells_(cells), programs_(programs) {}

PaneEdges::~PaneEdges() {
    cells_.values().forget(this);
}

bool PaneEdges::hold_values(const View& view, std::uint64_t& max_bytes) {
    return cells_.values().hold(this, values(), view.minimum_accesses, max_bytes);
}

bool PaneEdges::prepare(const LayerPicture& picture, DrawState& /*state*/) {
    const bool shown = picture.view.shows(kind());
    drawn_ = shown && cells_.ready();
    return shown;
}

void PaneEdges::draw(const LayerPicture& picture) {
    if (!drawn_) return;
    const bool fade = fades(picture.view);
    const EdgeStyle style{picture.effort.halo, fade || picture.range.difference, fade};
    glBindTextureUnit(HITMAP_TEXTURE_BOX_VALUES, cells_.values().values().name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_FADE, cells_.values().fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_BOXES, cells_.corners().texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_ORDER, cells_.elements().texture.name());
    glBindVertexArray(nothing_.name());
    draw_edges(
        [&](EdgeProgram program) -> const GlProgram& { return programs_.of_edges(program, style.marks); },
        picture.range, picture.lines, style,
        [&](unsigned primitive, int vertices_of_edge) {
            // GL counts vertices in 31 bits; edges beyond the limit are not drawn.
            const auto most =
                static_cast<std::size_t>(std::numeric_limits<GLsizei>::max() / vertices_of_edge);
            const auto edges = static_cast<GLsizei>(std::min(cells_.cells().elements.size(), most));
            glDrawArrays(primitive, 0, edges * vertices_of_edge);
        });
}

std::optional<CellPick> PaneEdges::edge_at(const EdgePickPlace& place, NearestEdge& nearest) const {
    if (!drawn_ || values().values == nullptr) return std::nullopt;
    return pick_edge(cells_.cells(), *values().values, place, nearest);
}

} // namespace hitmap
