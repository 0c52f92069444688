#include "render/scene/pane_faces.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"

#include <epoxy/gl.h>

#include <algorithm>

namespace hitmap {

PaneFaces::PaneFaces(SceneGeometry& geometry)
    : PaneLayer(face_kind),
      geometry_(geometry),
      part_(geometry.prepared().draw_slots.size(), "the faces of a part of the scene") {
    const GLuint layout = layout_.name();
    glVertexArrayVertexBuffer(layout, 0, geometry_.vertices_.name(), 0, 12);
    glEnableVertexArrayAttrib(layout, HITMAP_ATTRIBUTE_POSITION);
    glVertexArrayAttribFormat(layout, HITMAP_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(layout, HITMAP_ATTRIBUTE_POSITION, 0);
}

PaneFaces::~PaneFaces() {
    geometry_.face_values_.forget(this);
}

bool PaneFaces::hold_values(const View& view, std::uint64_t& max_bytes) {
    return geometry_.face_values_.hold(this, values(), view.minimum_accesses, max_bytes);
}

bool PaneFaces::hold_geometry(std::uint64_t& max_bytes) {
    const auto fill = [this](std::uint64_t first, std::span<glm::uvec3> corners) {
        const PreparedScene& prepared = geometry_.prepared();
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const std::uint32_t slot = prepared.draw_slots[first + i];
            if (part_.part()->drawn[kind()][slot]) corners[i] = prepared.drawn_corners(first + i);
        }
    };
    return geometry_.upload(max_bytes, false) && part_.upload(fill, max_bytes);
}

void PaneFaces::set_visibility_program(const LayerPicture& picture) const {
    const bool perspective = picture.view.projection == Projection::perspective;
    const ScenePrograms& programs = geometry_.programs_;
    glUseProgram((perspective ? programs.visibility : programs.visibility_orthographic).name());
    set_matrix(picture.lines.world_to_clip);
    const glm::mat4& projection = picture.matrices.projection;
    const DrawTarget& target = picture.target;
    // Half of the picture's height is 1 / projection in eye space: at distance 1 in perspective, and at any
    // distance in orthographic views.
    const glm::vec2 half(1.0F / projection[0][0], 1.0F / projection[1][1]);
    const glm::vec2 pixel(2.0F * half.x / static_cast<float>(target.picture.width),
                          2.0F * half.y / static_cast<float>(target.picture.height));
    glUniform4f(HITMAP_UNIFORM_RAY, pixel.x, pixel.y, pixel.x * static_cast<float>(target.x) - half.x,
                pixel.y * static_cast<float>(target.y) - half.y);
    if (!perspective) glUniform1f(HITMAP_UNIFORM_DEPTH_LENGTH, 1.0F / projection[2][2]);
    glUniform1ui(HITMAP_UNIFORM_FIRST_TRIANGLE, static_cast<GLuint>(triangles_drawn_));
}

void PaneFaces::draw_visibility(const LayerPicture& picture, DrawState& state) {
    const PreparedScene& prepared = geometry_.prepared();
    const std::uint64_t total = picture.view.shows(kind()) ? prepared.draw_slots.size() : 0;
    const std::uint64_t first = triangles_drawn_;
    const std::uint64_t ready = std::min({total, geometry_.triangles_ready(), part_.triangles_ready()});
    const std::uint64_t count = std::min(picture.effort.triangles, ready - std::min(first, ready));
    if (count > 0) {
        glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffers.visibility_framebuffer());
        glEnable(GL_DEPTH_TEST);
        if (picture.view.cull_back_faces) glEnable(GL_CULL_FACE);
        set_visibility_program(picture);
        const ClipDistances cut(picture.lines.half_spaces);
        glVertexArrayElementBuffer(layout_.name(),
                                   part_.part() != nullptr ? part_.name() : geometry_.indices_.name());
        glBindVertexArray(layout_.name());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * count), GL_UNSIGNED_INT,
                       reinterpret_cast<const void*>(first * 12)); // NOLINT: GL takes offsets as pointers
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        triangles_drawn_ += count;
    }
    state.triangles_drawn = triangles_drawn_;
    state.triangles_total = total;
}

void PaneFaces::draw_colours(const LayerPicture& picture, ResolvePass& resolve) const {
    if (!picture.view.shows(kind())) return;
    const ValueStore& store = geometry_.face_values_;
    glBindTextureUnit(HITMAP_TEXTURE_FACE_VALUES, store.values().name());
    glBindTextureUnit(HITMAP_TEXTURE_FACE_FADE, store.fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_SLOTS, geometry_.slots_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_VISIBILITY, picture.framebuffers.visibility_texture());
    glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffers.resolve_framebuffer());
    resolve.draw(geometry_.programs(), picture.view, picture.range, picture.target, fades(picture.view));
}

} // namespace hitmap
