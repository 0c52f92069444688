#include "widgets/mesh/scene_painter.h"

#include "core/base/error.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::uint64_t upload_bytes_moving = 8U << 20; ///< in a paint
constexpr std::uint64_t upload_bytes_resting = 32U << 20;
constexpr std::uint64_t boxes_searched_a_paint = 100'000;

} // namespace

void ScenePainter::release() {
    renderer_.reset();
    geometry_.reset();
    room_ = {};
    faces_uploaded_ = false;
    shows_older_ = false;
    values_.reset();
}

void ScenePainter::restart() {
    complete_ = false;
    triangles_before_ = 0;
}

void ScenePainter::take_values(const std::shared_ptr<const FrameValues>& values) {
    if (geometry_ == nullptr) {
        geometry_ = geometries_.of(values->simulation->recording->prepared);
        renderer_ = std::make_unique<SceneRenderer>(geometry_);
    }
    if (values_.lock() == values) return;
    give_values(*renderer_, values->kinds);
    renderer_->set_part(values->part ? values->part->elements : nullptr);
    values_ = values;
}

std::vector<ScenePainter::NoRoom> ScenePainter::make_room(View& view) {
    std::vector<NoRoom> failed;
    for (const ElementKindId kind : drawn_kinds()) {
        if (!renderer_->is_optional(kind)) continue;
        Room& room = room_[kind];
        if (!view.shows(kind)) {
            room = Room::not_tried;
            continue;
        }
        // The mesh, which is uploaded first, takes its memory before the others do.
        if (room == Room::enough || (room == Room::not_tried && faces_uploaded_)) {
            try {
                renderer_->reserve(kind, view);
                room = Room::enough;
            } catch (const Error& error) {
                room = Room::too_little;
                failed.push_back({kind, error.what()});
            }
        }
        view.show(kind, room == Room::enough);
    }
    return failed;
}

std::vector<ScenePainter::NoRoom> ScenePainter::paint(const Pane& pane, const Highlights& highlights,
                                                      const DrawTarget& target, bool moving) {
    paint_timer_.start();
    moving_ = moving;
    take_values(pane.opening().drawn());
    View view = pane.choices().view;
    std::vector<NoRoom> failed = make_room(view);
    DrawEffort effort;
    effort.upload_bytes = moving ? upload_bytes_moving : upload_bytes_resting;
    effort.boxes_searched = boxes_searched_a_paint;
    // At rest, a picture that comes from coarse to fine is worse than the last one in another size.
    effort.keeps_picture = !moving;
    // While data of faces is being uploaded, no triangles are drawn: the upload may take the whole time of a
    // paint.
    effort.triangles = faces_uploaded_ ? triangles(moving).amount() : 0;
    reduced_ = moving || !complete_faces_;
    if (reduced_) {
        effort.halo = false;
        effort.boxes = boxes_.amount();
    }
    renderer_->set_highlights(highlights);
    const DrawState state = renderer_->draw(view, pane.range(), target, effort);
    triangles_last_ = state.triangles_drawn - std::min(triangles_before_, state.triangles_drawn);
    triangles_before_ = state.triangles_drawn;
    shows_older_ = state.is_older;
    complete_faces_ = faces_uploaded_ && state.complete();
    faces_uploaded_ = state.faces_uploaded;
    complete_ = complete_faces_ && !reduced_;
    return failed;
}

bool ScenePainter::shown(bool moving) {
    if (!paint_timer_.isValid()) return false;
    const double elapsed = static_cast<double>(paint_timer_.nsecsElapsed()) * 1e-6;
    paint_timer_.invalidate();
    triangles(moving_).learn(triangles_last_, elapsed);
    if (moving_) {
        has_moved_ = true;
        boxes_.learn(boxes_.amount(), elapsed);
    } else if (!has_moved_) {
        const double share = moving_ms / resting_ms;
        moving_triangles_.begin_with(
            static_cast<std::uint64_t>(static_cast<double>(resting_triangles_.amount()) * share));
    }
    return !complete_faces_ || (!complete_ && !moving);
}

std::optional<Selection> ScenePainter::element_at(int x, int y, KindSet kinds) const {
    const auto pick = renderer_ != nullptr ? renderer_->pick_element(x, y, kinds) : std::nullopt;
    if (!pick) return std::nullopt;
    return Selection{pick->element.kind, pick->element.element};
}

std::optional<glm::vec3> ScenePainter::point_at(int x, int y) const {
    KindSet surfaces;
    for (const ElementKindId kind : drawn_kinds())
        if (element_kinds()[kind].geometry->form == CellForm::triangles) surfaces.insert(kind);
    const auto pick = renderer_ != nullptr ? renderer_->pick_element(x, y, surfaces) : std::nullopt;
    if (!pick) return std::nullopt;
    return pick->position;
}

} // namespace hitmap
