#include "render/scene/scene_renderer_parts.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// Edges are drawn slightly nearer than the surfaces that they lie on (box_edges.vert, elements.vert).
constexpr float edges_nearer = 1.001F;

} // namespace

std::optional<Pick> SceneRenderer::pick(int x, int y) const {
    const FrameSize tile = parts_->key.tile;
    if (x < 0 || y < 0 || x >= tile.width || y >= tile.height) return std::nullopt;
    const RenderTarget::Seen seen = parts_->target.seen_at(x, tile.height - 1 - y);
    if (seen.triangle_plus_one == 0) return std::nullopt;
    const FrameSize picture = parts_->key.picture;
    // Top of the tile, measured from the top of the picture.
    const int top = picture.height - parts_->key.y - tile.height;
    return Pick{geometry_->prepared().draw_slots[seen.triangle_plus_one - 1],
                unproject(parts_->matrices, picture, static_cast<float>(x + parts_->key.x),
                          static_cast<float>(y + top), seen.depth)};
}

EdgePickPlace SceneRenderer::place_of_pixel(int x, int y) const {
    const FrameSize tile = parts_->key.tile;
    EdgePickPlace place;
    place.world_to_clip = parts_->lines.world_to_clip;
    place.picture = tile;
    place.half_spaces = parts_->lines.half_spaces;
    place.radius = 4.0F * parts_->lines.pixel_scale;
    place.pixel = {static_cast<float>(x) + 0.5F, static_cast<float>(tile.height - 1 - y) + 0.5F};
    const int reach = static_cast<int>(std::ceil(place.radius));
    EdgePickPlace::Depths& surfaces = place.surfaces;
    surfaces.x = std::max(0, x - reach);
    surfaces.y = std::max(0, tile.height - 1 - y - reach);
    surfaces.size = {std::min(tile.width, x + reach + 1) - surfaces.x,
                     std::min(tile.height, tile.height - y + reach) - surfaces.y};
    surfaces.depth = parts_->target.depths_at(surfaces.x, surfaces.y, surfaces.size);
    return place;
}

std::optional<BoxPick> SceneRenderer::pick_box(int x, int y) const {
    const FrameSize tile = parts_->key.tile;
    const std::vector<float>* values = parts_->box_pass.values();
    if (!parts_->boxes_drawn || values == nullptr || x < 0 || y < 0 || x >= tile.width || y >= tile.height)
        return std::nullopt;
    return pick_box_edge(geometry_->prepared(), *values, parts_->box_pass.runs(), place_of_pixel(x, y));
}

std::optional<SceneRenderer::FoundCell> SceneRenderer::found_cell(KindSet kinds, CellForm form,
                                                                  const EdgePickPlace& place) const {
    const ScenePart* const part = parts_->part.part();
    const std::vector<bool> all;
    std::optional<FoundCell> best;
    for (std::size_t i = 0; i < parts_->cells.size(); ++i) {
        const Parts::Cells& pane = parts_->cells[i];
        const DrawnCells& cells = geometry_->cells_[i].cells();
        if (!pane.drawn || cells.form != form || !kinds.contains(cells.kind)) continue;
        const auto& values = pane.values.values;
        const auto pick =
            pick_cell(cells, values != nullptr ? std::span<const float>(*values) : std::span<const float>(),
                      part != nullptr ? part->drawn[cells.kind] : all, place);
        if (pick && (!best || pick->depth > best->pick.depth)) best = FoundCell{cells.kind, *pick};
    }
    return best;
}

std::optional<ElementPick> SceneRenderer::pick_element(int x, int y, KindSet kinds) const {
    const FrameSize tile = parts_->key.tile;
    if (x < 0 || y < 0 || x >= tile.width || y >= tile.height) return std::nullopt;
    const bool cells = std::ranges::any_of(parts_->cells, &Parts::Cells::drawn);
    EdgePickPlace place;
    if (cells) place = place_of_pixel(x, y);
    std::optional<FoundCell> surface;
    if (cells) surface = found_cell(kinds, CellForm::triangles, place);
    const float surface_depth = surface ? surface->pick.depth : 0.0F; // 0 is infinitely far
    const auto hides = [&](const glm::vec3& position) {
        const glm::vec4 clip = parts_->lines.world_to_clip * glm::vec4(position, 1.0F);
        return surface && clip.z / clip.w * edges_nearer < surface_depth;
    };
    if (kinds.contains(box_kind))
        if (const auto box = pick_box(x, y); box && !hides(box->position))
            return ElementPick{{box_kind, box->box}, box->position};
    if (cells)
        if (const auto edge = found_cell(kinds, CellForm::edges, place); edge && !hides(edge->pick.position))
            return ElementPick{{edge->kind, edge->pick.element}, edge->pick.position};
    const auto face = kinds.contains(face_kind) ? pick(x, y) : std::nullopt;
    if (face && surface) {
        const glm::vec4 clip = parts_->lines.world_to_clip * glm::vec4(face->position, 1.0F);
        if (clip.z / clip.w >= surface_depth) surface.reset(); // the face hides it
    }
    if (surface) return ElementPick{{surface->kind, surface->pick.element}, surface->pick.position};
    if (face) return ElementPick{{face_kind, face->face_slot}, face->position};
    return std::nullopt;
}

} // namespace hitmap
