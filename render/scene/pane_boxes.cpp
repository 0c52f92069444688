#include "render/scene/pane_boxes.h"

#include "render/elements/box_pick.h"
#include "render/gl/bindings.h"

#include <epoxy/gl.h>

namespace hitmap {

PaneBoxes::~PaneBoxes() {
    geometry_.box_values_.forget(this);
}

bool PaneBoxes::hold_values(const View& view, std::uint64_t& max_bytes) {
    return geometry_.box_values_.hold(this, values(), view.minimum_accesses, max_bytes);
}

bool PaneBoxes::prepare(const LayerPicture& picture, DrawState& state) {
    const bool shown = picture.view.shows(kind());
    drawn_ = shown && geometry_.boxes_ready();
    if (drawn_)
        state.boxes_found = pass_.find(geometry_.prepared(), values().values, picture.view.box_levels,
                                       picture.effort.boxes_searched);
    return shown;
}

void PaneBoxes::draw(const LayerPicture& picture) {
    if (!drawn_) return;
    glBindTextureUnit(HITMAP_TEXTURE_BOX_VALUES, geometry_.box_values_.values().name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_FADE, geometry_.box_values_.fade().name());
    glBindTextureUnit(HITMAP_TEXTURE_BOXES, geometry_.boxes_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_ORDER, geometry_.box_order_.texture.name());
    const bool fade = fades(picture.view);
    pass_.draw(geometry_.programs(), picture.range, picture.lines,
               {picture.effort.halo, fade || picture.range.difference, fade}, picture.effort.boxes);
}

std::optional<CellPick> PaneBoxes::edge_at(const EdgePickPlace& place, NearestEdge& nearest) const {
    const std::vector<float>* const searched = pass_.values();
    if (!drawn_ || searched == nullptr) return std::nullopt;
    const auto box = pick_box_edge(geometry_.prepared(), *searched, pass_.runs(), place, nearest);
    if (!box) return std::nullopt;
    return CellPick{box->box, box->position, nearest.depth()};
}

} // namespace hitmap
