#include "render/scene/scene_renderer.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/scene/scene_renderer_parts.h"
#include "render/view/projection.h"

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace hitmap {

SceneRenderer::SceneRenderer(std::shared_ptr<SceneGeometry> geometry)
    : geometry_(std::move(geometry)), parts_(std::make_unique<Parts>()) {
    const GLuint mesh = parts_->mesh.name();
    glVertexArrayVertexBuffer(mesh, 0, geometry_->vertices_.name(), 0, 12);
    glEnableVertexArrayAttrib(mesh, HITMAP_ATTRIBUTE_POSITION);
    glVertexArrayAttribFormat(mesh, HITMAP_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(mesh, HITMAP_ATTRIBUTE_POSITION, 0);
    parts_->cells.resize(geometry_->cells_.size());
    for (Parts::Cells& cells : parts_->cells) {
        cells.layout = GlVertexArray::create();
        glEnableVertexArrayAttrib(cells.layout.name(), HITMAP_ATTRIBUTE_POSITION);
        glVertexArrayAttribFormat(cells.layout.name(), HITMAP_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayAttribBinding(cells.layout.name(), HITMAP_ATTRIBUTE_POSITION, 0);
    }
}

SceneRenderer::~SceneRenderer() {
    geometry_->face_values_.forget(this);
    geometry_->box_values_.forget(this);
    for (CellLayer& layer : geometry_->cells_)
        layer.forget(this);
}

PaneValues& SceneRenderer::values_of(ElementKindId kind, const std::vector<float>* given) {
    if (kind >= element_kinds().size() || !element_kinds()[kind].geometry)
        throw std::invalid_argument("expected a kind of element that is drawn");
    const std::uint64_t count = element_count(geometry_->scene(), kind);
    if (given != nullptr && given->size() != count) {
        throw std::invalid_argument(fmt::format("expected {} values, found {}", count, given->size()));
    }
    if (kind == face_kind) return parts_->faces;
    if (kind == box_kind) return parts_->boxes;
    const auto layer =
        std::ranges::find(geometry_->cells_, kind, [](const CellLayer& each) { return each.cells().kind; });
    if (layer == geometry_->cells_.end()) return parts_->none;
    return parts_->cells[static_cast<std::size_t>(layer - geometry_->cells_.begin())].values;
}

void SceneRenderer::set_values(ElementKindId kind, std::shared_ptr<const std::vector<float>> values) {
    PaneValues& pane = values_of(kind, values.get());
    if (kind == box_kind) {
        parts_->box_values = std::move(values);
        return give_box_values();
    }
    pane.values = std::move(values);
    pane.changed = true;
}

void SceneRenderer::give_box_values() {
    PaneValues::Numbers values = parts_->box_values;
    if (const ScenePart* part = parts_->part.part(); part != nullptr && values != nullptr) {
        // The shader skips boxes without a value.
        auto of_part = std::make_shared<std::vector<float>>(*values);
        for (std::size_t box = 0; box < of_part->size(); ++box)
            if (!part->draws(box_kind, box)) (*of_part)[box] = std::numeric_limits<float>::quiet_NaN();
        values = std::move(of_part);
    }
    parts_->box_pass.set_values(values);
    parts_->boxes.values = std::move(values);
    parts_->boxes.changed = true;
}

void SceneRenderer::set_part(std::shared_ptr<const ScenePart> part) {
    const RecordedScene& scene = geometry_->scene();
    const auto is_of_another = [&](ElementKindId kind) {
        const std::size_t drawn = part->drawn[kind].size();
        return drawn != element_count(scene, kind) && (drawn != 0 || mesh_kinds.contains(kind));
    };
    if (part != nullptr && std::ranges::any_of(in_drawing_order(drawn_kinds()), is_of_another))
        throw std::invalid_argument("the part belongs to another scene");
    if (part.get() == parts_->part.part()) return;
    parts_->part.set(std::move(part));
    give_box_values();
    const ScenePart* const shown = parts_->part.part();
    const std::vector<bool> all;
    for (std::size_t i = 0; i < parts_->cells.size(); ++i) {
        const DrawnCells& cells = geometry_->cells_[i].cells();
        parts_->cells[i].part.set(cells, shown != nullptr ? shown->drawn[cells.kind] : all);
    }
}

void SceneRenderer::set_access_counts(ElementKindId kind, std::shared_ptr<const std::vector<float>> counts) {
    PaneValues& pane = values_of(kind, counts.get());
    pane.counts = std::move(counts);
    pane.faded = 0;
}

void SceneRenderer::set_highlights(const Highlights& highlights) {
    parts_->overlay.set_highlights(geometry_->scene(), highlights);
}

void SceneRenderer::reserve_boxes(const View& view) {
    geometry_->allocate_boxes(view.minimum_accesses > 1 && parts_->boxes.counts);
}

DrawState SceneRenderer::draw(const View& view, const ColourRange& range, const DrawTarget& target,
                              const DrawEffort& effort) {
    set_known_state();
    std::uint64_t bytes = effort.upload_bytes;
    const ValuesThere values = hold_values(view, bytes);
    const bool values_there = values.faces && values.boxes && values.cells;
    const bool faces_uploaded =
        values.faces && geometry_->upload(bytes, false) && parts_->part.upload(geometry_->prepared(), bytes);
    const bool uploaded =
        faces_uploaded && values.boxes && values.cells && geometry_->upload(bytes, view.shows(box_kind));
    parts_->target.resize(target.tile);
    glViewport(0, 0, target.tile.width, target.tile.height);
    DrawState state = draw_visibility(view, target, effort);
    state.faces_uploaded = faces_uploaded;
    state.uploaded = uploaded;
    // While new values are being uploaded, the old picture is still shown if the camera has not changed.
    if (values_there || !(parts_->pictured == parts_->key)) draw_picture(view, range, target, effort, state);
    parts_->pictured = parts_->key;
    glBlitNamedFramebuffer(parts_->target.colour_framebuffer(), target.framebuffer, 0, 0, target.tile.width,
                           target.tile.height, 0, 0, target.tile.width, target.tile.height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    set_default_state();
    return state;
}

SceneRenderer::ValuesThere SceneRenderer::hold_values(const View& view, std::uint64_t& max_bytes) {
    if (!geometry_->build_programs(max_bytes)) return {};
    const bool faces = geometry_->face_values_.hold(this, parts_->faces, view.minimum_accesses, max_bytes);
    const bool boxes = !view.shows(box_kind) ||
                       geometry_->box_values_.hold(this, parts_->boxes, view.minimum_accesses, max_bytes);
    bool cells = true;
    for (std::size_t i = 0; i < parts_->cells.size(); ++i) {
        CellLayer& layer = geometry_->cells_[i];
        if (view.shows(layer.cells().kind))
            cells &= layer.hold(this, parts_->cells[i].values, view.minimum_accesses, max_bytes);
    }
    parts_->values_shown |= faces && boxes && cells;
    return {faces, boxes, cells};
}

void SceneRenderer::draw_picture(const View& view, const ColourRange& range, const DrawTarget& target,
                                 const DrawEffort& effort, DrawState& state) {
    const float alpha = target.background_alpha;
    const auto channel = [alpha](std::uint8_t byte) { return alpha * static_cast<float>(byte) / 255.0F; };
    parts_->target.clear_colour(
        {channel(target.background.r), channel(target.background.g), channel(target.background.b), alpha});
    if (!parts_->values_shown) return; // only the background so far
    bind_textures();
    parts_->resolve.bind_colour_map(view, range);
    if (view.shows(face_kind)) {
        glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.resolve_framebuffer());
        const bool fade = view.minimum_accesses > 1 && parts_->faces.counts;
        parts_->resolve.draw(geometry_->programs(), view, range, target, fade);
    }
    parts_->boxes_drawn = view.shows(box_kind) && geometry_->boxes_ready();
    if (parts_->boxes_drawn) {
        state.boxes_found =
            parts_->box_pass.find(geometry_->prepared(), view.box_levels, effort.boxes_searched);
    }
    bool cells = false;
    for (std::size_t i = 0; i < parts_->cells.size(); ++i)
        cells |= parts_->cells[i].drawn = view.shows(geometry_->cells_[i].cells().kind);
    if (cells || view.shows(box_kind) || view.show_axes || view.show_frustum ||
        parts_->overlay.has_highlights()) {
        parts_->target.copy_depth();
        glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.colour_framebuffer());
        draw_cells(view, range, target);
        draw_lines(view, range, target, effort);
    }
}

void SceneRenderer::set_visibility_program(const View& view, const DrawTarget& target) {
    const bool perspective = view.projection == Projection::perspective;
    const ScenePrograms& programs = geometry_->programs_;
    glUseProgram((perspective ? programs.visibility : programs.visibility_orthographic).name());
    set_matrix(parts_->lines.world_to_clip);
    const glm::mat4& projection = parts_->matrices.projection;
    // Half of the picture's height is 1 / projection in eye space: at distance 1 in perspective, and at any
    // distance in orthographic views.
    const glm::vec2 half(1.0F / projection[0][0], 1.0F / projection[1][1]);
    const glm::vec2 pixel(2.0F * half.x / static_cast<float>(target.picture.width),
                          2.0F * half.y / static_cast<float>(target.picture.height));
    glUniform4f(HITMAP_UNIFORM_RAY, pixel.x, pixel.y, pixel.x * static_cast<float>(target.x) - half.x,
                pixel.y * static_cast<float>(target.y) - half.y);
    if (!perspective) glUniform1f(HITMAP_UNIFORM_DEPTH_LENGTH, 1.0F / projection[2][2]);
    glUniform1ui(HITMAP_UNIFORM_FIRST_TRIANGLE, static_cast<GLuint>(parts_->triangles_drawn));
}

DrawState SceneRenderer::draw_visibility(const View& view, const DrawTarget& target,
                                         const DrawEffort& effort) {
    const VisibilityKey key{view.camera,
                            view.projection,
                            view.focus_distance,
                            view.shows(face_kind),
                            view.cull_back_faces,
                            target.picture,
                            target.x,
                            target.y,
                            target.tile,
                            parts_->part.version(),
                            drawn_half_spaces(view)};
    glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.visibility_framebuffer());
    if (!(key == parts_->key)) {
        parts_->key = key;
        parts_->matrices = view_matrices(view, geometry_->prepared().bounds, target.picture);
        parts_->lines.world_to_clip =
            tile_matrix(target.picture, target.x, target.y, target.tile) * parts_->matrices.world_to_clip();
        parts_->lines.half_spaces = key.half_spaces;
        parts_->triangles_drawn = 0;
        parts_->target.clear_visibility();
    }
    const std::uint64_t total = view.shows(face_kind) ? geometry_->prepared().draw_slots.size() : 0;
    const std::uint64_t first = parts_->triangles_drawn;
    const std::uint64_t ready =
        std::min({total, geometry_->triangles_ready(), parts_->part.triangles_ready(geometry_->prepared())});
    const std::uint64_t count = std::min(effort.triangles, ready - std::min(first, ready));
    if (count > 0) {
        glEnable(GL_DEPTH_TEST);
        if (view.cull_back_faces) glEnable(GL_CULL_FACE);
        set_visibility_program(view, target);
        const auto spaces = static_cast<GLenum>(key.half_spaces.size());
        glUniform4fv(HITMAP_UNIFORM_HALF_SPACES, static_cast<GLsizei>(spaces),
                     spaces > 0 ? glm::value_ptr(key.half_spaces.front()) : nullptr);
        for (GLenum i = 0; i < spaces; ++i)
            glEnable(GL_CLIP_DISTANCE0 + i);
        glVertexArrayElementBuffer(parts_->mesh.name(), parts_->part.part() != nullptr
                                                            ? parts_->part.name()
                                                            : geometry_->indices_.name());
        glBindVertexArray(parts_->mesh.name());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * count), GL_UNSIGNED_INT,
                       reinterpret_cast<const void*>(first * 12)); // NOLINT: GL takes offsets as pointers
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        for (GLenum i = 0; i < spaces; ++i)
            glDisable(GL_CLIP_DISTANCE0 + i);
        parts_->triangles_drawn += count;
    }
    return {.triangles_drawn = parts_->triangles_drawn, .triangles_total = total};
}

void SceneRenderer::bind_textures() {
    const ValueStore& faces = geometry_->face_values_;
    const ValueStore& boxes = geometry_->box_values_;
    glBindTextureUnit(HITMAP_TEXTURE_FACE_VALUES, faces.values().name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_VALUES, boxes.values().name());
    glBindTextureUnit(HITMAP_TEXTURE_FACE_FADE, faces.fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_FADE, boxes.fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_SLOTS, geometry_->slots_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOXES, geometry_->boxes_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_ORDER, geometry_->box_order_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_VISIBILITY, parts_->target.visibility_texture());
}

void SceneRenderer::draw_cells(const View& view, const ColourRange& range, const DrawTarget& target) {
    glEnable(GL_DEPTH_TEST);
    for (std::size_t i = 0; i < parts_->cells.size(); ++i) {
        const Parts::Cells& cells = parts_->cells[i];
        if (!cells.drawn) continue;
        const bool fade = view.minimum_accesses > 1 && cells.values.counts;
        geometry_->cells_[i].draw(
            geometry_->cell_programs_, cells.layout,
            {view, range, target, parts_->lines.world_to_clip, parts_->lines.half_spaces, cells.part, fade});
    }
}

void SceneRenderer::draw_lines(const View& view, const ColourRange& range, const DrawTarget& target,
                               const DrawEffort& effort) {
    glEnable(GL_DEPTH_TEST);
    LineTarget& lines = parts_->lines;
    lines.tile = target.tile;
    lines.pixel_scale = target.pixel_scale;
    if (parts_->boxes_drawn) {
        const bool fade = view.minimum_accesses > 1 && parts_->boxes.counts;
        parts_->box_pass.draw(geometry_->programs(), range, lines, {effort.halo, fade, effort.boxes});
    }
    parts_->overlay.draw_guides(*geometry_, view, lines);
    if (parts_->overlay.has_highlights()) parts_->overlay.draw_highlights(*geometry_, lines);
}

std::uint64_t SceneRenderer::gpu_bytes() const {
    std::uint64_t bytes = parts_->target.gpu_bytes() + parts_->part.gpu_bytes() +
                          parts_->resolve.gpu_bytes() + parts_->overlay.gpu_bytes();
    for (const Parts::Cells& cells : parts_->cells)
        bytes += cells.part.gpu_bytes();
    return bytes;
}

} // namespace hitmap
