#include "render/scene/scene_renderer_parts.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// The best of several layers.
struct FoundElement {
    ElementKindId kind;
    CellPick pick;
};

ElementPick pick_of(const FoundElement& found) {
    return {{found.kind, found.pick.element}, found.pick.position};
}

} // namespace

EdgePickPlace SceneRenderer::place_of_pixel(int x, int y, bool with_depths) const {
    const FrameSize tile = parts_->key.tile;
    EdgePickPlace place;
    place.world_to_clip = parts_->lines.world_to_clip;
    place.picture = tile;
    place.half_spaces = parts_->lines.half_spaces;
    place.radius = 4.0F * parts_->lines.pixel_scale;
    place.pixel = {static_cast<float>(x) + 0.5F, static_cast<float>(tile.height - 1 - y) + 0.5F};
    if (!with_depths) return place;
    const int reach = static_cast<int>(std::ceil(place.radius));
    EdgePickPlace::Depths& surfaces = place.surfaces;
    surfaces.x = std::max(0, x - reach);
    surfaces.y = std::max(0, tile.height - 1 - y - reach);
    surfaces.size = {std::min(tile.width, x + reach + 1) - surfaces.x,
                     std::min(tile.height, tile.height - y + reach) - surfaces.y};
    surfaces.depth = parts_->target.depths_at(surfaces.x, surfaces.y, surfaces.size);
    return place;
}

std::optional<SceneRenderer::SeenFace> SceneRenderer::seen_face(int x, int y) const {
    const FrameSize tile = parts_->key.tile;
    const RenderTarget::Seen seen = parts_->target.seen_at(x, tile.height - 1 - y);
    if (seen.triangle_plus_one == 0) return std::nullopt;
    const FrameSize picture = parts_->key.picture;
    // Top of the tile, measured from the top of the picture.
    const int top = picture.height - parts_->key.y - tile.height;
    return SeenFace{geometry_->prepared().draw_slots[seen.triangle_plus_one - 1],
                    unproject(parts_->matrices, picture, static_cast<float>(x + parts_->key.x),
                              static_cast<float>(y + top), seen.depth),
                    seen.depth};
}

std::optional<ElementPick> SceneRenderer::pick_element(int x, int y, KindSet kinds) const {
    const FrameSize tile = parts_->key.tile;
    if (x < 0 || y < 0 || x >= tile.width || y >= tile.height) return std::nullopt;
    bool surfaces = false;
    bool edges = false;
    for (const auto& layer : parts_->layers) {
        surfaces |= kinds.contains(layer->kind()) && layer->has_surfaces();
        edges |= kinds.contains(layer->kind()) && layer->has_edges();
    }
    std::optional<FoundElement> surface;
    std::optional<FoundElement> edge;
    if (surfaces || edges) {
        EdgePickPlace place = place_of_pixel(x, y, edges);
        for (const auto& layer : parts_->layers) {
            if (!kinds.contains(layer->kind())) continue;
            const auto found = layer->surface_at(place);
            if (found && (!surface || found->depth > surface->pick.depth))
                surface = FoundElement{layer->kind(), *found};
        }
        if (surface) place.nearest_surface = surface->pick.depth;
        NearestEdge nearest(place);
        for (const auto& layer : parts_->layers) {
            if (!kinds.contains(layer->kind())) continue;
            if (const auto found = layer->edge_at(place, nearest)) edge = FoundElement{layer->kind(), *found};
        }
    }
    if (edge) return pick_of(*edge);
    const ElementKindId faces = parts_->faces->kind();
    const auto face = kinds.contains(faces) ? seen_face(x, y) : std::nullopt;
    if (surface && (!face || face->depth < surface->pick.depth)) return pick_of(*surface);
    if (face) return ElementPick{{faces, face->slot}, face->position};
    return std::nullopt;
}

} // namespace hitmap
