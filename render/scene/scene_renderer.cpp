#include "render/scene/scene_renderer.h"

#include "render/gl/gl_state.h"
#include "render/scene/pane_boxes.h"
#include "render/scene/pane_cells.h"
#include "render/scene/scene_renderer_parts.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hitmap {

SceneRenderer::Parts::Parts(SceneGeometry& geometry) {
    auto visible = std::make_unique<PaneFaces>(geometry);
    faces = visible.get();
    layers.push_back(std::move(visible));
    for (CellBuffers& cells : geometry.cells())
        if (cells.cells().form == CellForm::triangles)
            layers.push_back(std::make_unique<PaneTriangles>(cells, geometry.cell_programs()));
    layers.push_back(std::make_unique<PaneBoxes>(geometry));
    for (CellBuffers& cells : geometry.cells())
        if (cells.cells().form == CellForm::edges)
            layers.push_back(std::make_unique<PaneEdges>(cells, geometry.cell_programs()));
}

PaneLayer* SceneRenderer::Parts::layer_of(ElementKindId kind) const {
    const auto found = std::ranges::find(layers, kind, [](const auto& layer) { return layer->kind(); });
    return found == layers.end() ? nullptr : found->get();
}

SceneRenderer::SceneRenderer(std::shared_ptr<SceneGeometry> geometry)
    : geometry_(std::move(geometry)), parts_(std::make_unique<Parts>(*geometry_)) {}

SceneRenderer::~SceneRenderer() = default;

PaneLayer* SceneRenderer::checked_layer(ElementKindId kind, const std::vector<float>* given) const {
    if (kind >= element_kinds().size() || !element_kinds()[kind].geometry)
        throw std::invalid_argument("expected a kind of element that is drawn");
    const std::uint64_t count = element_count(geometry_->scene(), kind);
    if (given != nullptr && given->size() != count) {
        throw std::invalid_argument(fmt::format("expected {} values, found {}", count, given->size()));
    }
    return parts_->layer_of(kind);
}

void SceneRenderer::set_values(ElementKindId kind, std::shared_ptr<const std::vector<float>> values) {
    if (PaneLayer* const layer = checked_layer(kind, values.get())) layer->set_values(std::move(values));
}

void SceneRenderer::set_access_counts(ElementKindId kind, std::shared_ptr<const std::vector<float>> counts) {
    if (PaneLayer* const layer = checked_layer(kind, counts.get()))
        layer->set_access_counts(std::move(counts));
}

void SceneRenderer::set_part(std::shared_ptr<const ScenePart> part) {
    const auto is_of_another = [&](ElementKindId kind) {
        const std::size_t drawn = part->drawn[kind].size();
        return drawn != element_count(geometry_->scene(), kind) && (drawn != 0 || mesh_kinds.contains(kind));
    };
    if (part != nullptr && std::ranges::any_of(in_drawing_order(drawn_kinds()), is_of_another))
        throw std::invalid_argument("the part belongs to another scene");
    if (part == parts_->part) return;
    parts_->part = std::move(part);
    for (const auto& layer : parts_->layers)
        layer->set_part(parts_->part);
}

void SceneRenderer::set_highlights(const Highlights& highlights) {
    parts_->overlay.set_highlights(geometry_->scene(), highlights);
}

bool SceneRenderer::is_optional(ElementKindId kind) const {
    const PaneLayer* const layer = parts_->layer_of(kind);
    return layer != nullptr && layer->is_optional();
}

void SceneRenderer::reserve(ElementKindId kind, const View& view) {
    if (PaneLayer* const layer = parts_->layer_of(kind)) layer->reserve(view);
}

DrawState SceneRenderer::draw(const View& view, const ColourRange& range, const DrawTarget& target,
                              const DrawEffort& effort) {
    set_known_state();
    DrawState state;
    const bool values_there = upload(view, effort.upload_bytes, state);
    const VisibilityKey key = key_of(view, target);
    keep_picture(key, effort.keeps_picture);
    parts_->target.resize(target.tile);
    glViewport(0, 0, target.tile.width, target.tile.height);
    set_picture(key, view, target);
    const LayerPicture picture{view, range, target, effort, parts_->matrices, parts_->lines, parts_->target};
    parts_->faces->draw_visibility(picture, state);
    // While new values are being uploaded, the old picture is still shown if the camera has not changed.
    if (values_there || !(parts_->pictured == parts_->key)) {
        draw_picture(picture, state);
        parts_->is_solid =
            values_there && state.faces_uploaded && state.triangles_drawn >= state.triangles_total;
    }
    parts_->pictured = parts_->key;
    glBlitNamedFramebuffer(parts_->target.colour_framebuffer(), target.framebuffer, 0, 0, target.tile.width,
                           target.tile.height, 0, 0, target.tile.width, target.tile.height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    if (parts_->is_solid) parts_->kept.drop();
    state.is_older = parts_->kept.is_there();
    if (state.is_older) parts_->kept.draw_to(target.framebuffer, target.tile);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    set_default_state();
    return state;
}

/// Keeps the present picture if the next one shows the same in another size.
void SceneRenderer::keep_picture(const VisibilityKey& next, bool keeps) {
    const VisibilityKey& now = parts_->key;
    if (!keeps || !next.shows_the_same(now)) return parts_->kept.drop();
    if (next == now || !parts_->is_solid) return; // while a window is resized, the first one is kept
    parts_->kept.take(parts_->target.colour_framebuffer(), now.tile);
}

bool SceneRenderer::upload(const View& view, std::uint64_t max_bytes, DrawState& state) {
    const auto is_held = [&](const PaneLayer& layer) {
        return !layer.is_optional() || view.shows(layer.kind());
    };
    KindSet with_values;
    if (geometry_->build_programs(max_bytes)) {
        for (const auto& layer : parts_->layers)
            if (!is_held(*layer) || layer->hold_values(view, max_bytes)) with_values.insert(layer->kind());
    }
    const bool values_there = with_values.size() == parts_->layers.size();
    parts_->values_shown |= values_there;
    const auto hold = [&](PaneLayer& layer) {
        return with_values.contains(layer.kind()) && layer.hold_geometry(max_bytes);
    };
    state.faces_uploaded = true;
    for (const auto& layer : parts_->layers)
        if (!layer->is_optional()) state.faces_uploaded = state.faces_uploaded && hold(*layer);
    state.uploaded = state.faces_uploaded && values_there;
    for (const auto& layer : parts_->layers)
        if (layer->is_optional() && is_held(*layer)) state.uploaded = state.uploaded && hold(*layer);
    return values_there;
}

VisibilityKey SceneRenderer::key_of(const View& view, const DrawTarget& target) const {
    return {view.camera,
            view.projection,
            view.focus_distance,
            view.shows(parts_->faces->kind()),
            view.cull_back_faces,
            target.picture,
            target.x,
            target.y,
            target.tile,
            parts_->faces->part_version(),
            drawn_half_spaces(view)};
}

void SceneRenderer::set_picture(const VisibilityKey& key, const View& view, const DrawTarget& target) {
    LineTarget& lines = parts_->lines;
    lines.tile = target.tile;
    lines.pixel_scale = target.pixel_scale;
    if (key == parts_->key) return;
    parts_->key = key;
    parts_->matrices = view_matrices(view, geometry_->prepared().bounds, target.picture);
    lines.world_to_clip =
        tile_matrix(target.picture, target.x, target.y, target.tile) * parts_->matrices.world_to_clip();
    lines.half_spaces = key.half_spaces;
    parts_->faces->restart();
    parts_->target.clear_visibility();
}

void SceneRenderer::draw_picture(const LayerPicture& picture, DrawState& state) {
    const DrawTarget& target = picture.target;
    const View& view = picture.view;
    const float alpha = target.background_alpha;
    const auto channel = [alpha](std::uint8_t byte) { return alpha * static_cast<float>(byte) / 255.0F; };
    parts_->target.clear_colour(
        {channel(target.background.r), channel(target.background.g), channel(target.background.b), alpha});
    if (!parts_->values_shown) return; // only the background so far
    parts_->resolve.bind_colour_map(view, picture.range);
    parts_->faces->draw_colours(picture, parts_->resolve);
    bool over = view.show_axes || view.show_frustum || parts_->overlay.has_highlights();
    for (const auto& layer : parts_->layers)
        over |= layer->prepare(picture, state);
    if (!over) return;
    parts_->target.copy_depth();
    glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.colour_framebuffer());
    glEnable(GL_DEPTH_TEST);
    for (const auto& layer : parts_->layers)
        layer->draw(picture);
    parts_->overlay.draw_guides(*geometry_, view, picture.lines);
    if (parts_->overlay.has_highlights()) parts_->overlay.draw_highlights(*geometry_, picture.lines);
}

std::uint64_t SceneRenderer::gpu_bytes() const {
    std::uint64_t bytes =
        parts_->target.gpu_bytes() + parts_->resolve.gpu_bytes() + parts_->overlay.gpu_bytes();
    for (const auto& layer : parts_->layers)
        bytes += layer->gpu_bytes();
    return bytes;
}

} // namespace hitmap
