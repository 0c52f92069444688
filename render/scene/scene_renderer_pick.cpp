#include "render/scene/scene_renderer_parts.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

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

std::optional<BoxPick> SceneRenderer::pick_box(int x, int y) const {
    const FrameSize tile = parts_->key.tile;
    const std::vector<float>* values = parts_->box_pass.values();
    if (!parts_->boxes_drawn || values == nullptr || x < 0 || y < 0 || x >= tile.width || y >= tile.height)
        return std::nullopt;
    BoxPickPlace place;
    place.world_to_clip = parts_->lines.world_to_clip;
    place.picture = tile;
    place.half_spaces = parts_->lines.half_spaces;
    place.radius = 4.0F * parts_->lines.pixel_scale;
    place.pixel = {static_cast<float>(x) + 0.5F, static_cast<float>(tile.height - 1 - y) + 0.5F};
    const int reach = static_cast<int>(std::ceil(place.radius));
    BoxPickPlace::Depths& faces = place.faces;
    faces.x = std::max(0, x - reach);
    faces.y = std::max(0, tile.height - 1 - y - reach);
    faces.size = {std::min(tile.width, x + reach + 1) - faces.x,
                  std::min(tile.height, tile.height - y + reach) - faces.y};
    faces.depth = parts_->target.depths_at(faces.x, faces.y, faces.size);
    return pick_box_edge(geometry_->prepared(), *values, parts_->box_pass.runs(), place);
}

} // namespace hitmap
