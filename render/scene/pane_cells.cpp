#include "render/scene/pane_cells.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/scene/resolve_pass.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <limits>

namespace hitmap {

PaneTriangles::PaneTriangles(CellBuffers& cells, CellPrograms& programs)
    : PaneLayer(cells.cells().kind),
      cells_(cells),
      programs_(programs),
      part_(cells.cells().elements.size(), "the cells of a part of the scene") {
    const GLuint layout = layout_.name();
    glEnableVertexArrayAttrib(layout, HITMAP_ATTRIBUTE_POSITION);
    glVertexArrayAttribFormat(layout, HITMAP_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(layout, HITMAP_ATTRIBUTE_POSITION, 0);
}

PaneTriangles::~PaneTriangles() {
    cells_.values().forget(this);
}

void PaneTriangles::set_part(const std::shared_ptr<const ScenePart>& part) {
    part_.set(part != nullptr && !part->drawn[kind()].empty() ? part : nullptr);
}

const std::vector<bool>& PaneTriangles::elements_of_part() const {
    static const std::vector<bool> all;
    return part_.part() != nullptr ? part_.part()->drawn[kind()] : all;
}

void PaneTriangles::reserve(const View& view) {
    cells_.allocate(fades(view));
    part_.allocate();
}

bool PaneTriangles::hold_values(const View& view, std::uint64_t& max_bytes) {
    return cells_.values().hold(this, values(), view.minimum_accesses, max_bytes);
}

bool PaneTriangles::hold_geometry(std::uint64_t& max_bytes) {
    const auto fill = [this](std::uint64_t first, std::span<glm::uvec3> corners) {
        const std::vector<bool>& drawn = elements_of_part();
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto triangle = static_cast<std::uint32_t>(first + i);
            if (drawn[cells_.cells().elements[triangle]]) corners[i] = 3 * triangle + glm::uvec3(0, 1, 2);
        }
    };
    return cells_.upload(max_bytes) && part_.upload(fill, max_bytes);
}

bool PaneTriangles::prepare(const LayerPicture& picture, DrawState& /*state*/) {
    const bool shown = picture.view.shows(kind());
    drawn_ = shown && cells_.ready() && part_.triangles_ready() == cells_.cells().elements.size();
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
    if (part_.part() != nullptr) {
        glVertexArrayElementBuffer(layout_.name(), part_.name());
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
