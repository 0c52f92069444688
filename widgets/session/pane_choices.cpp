#include "core/trace/model/element_kind.h"
#include "widgets/session/pane.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

bool same_look(View a, const View& b) {
    a.camera = b.camera;
    a.focus_distance = b.focus_distance;
    return a == b;
}

} // namespace

void Pane::set_metric(Metric metric) {
    if (metric == choices_.metric) return;
    choices_.metric = metric;
    Q_EMIT metric_changed();
    request_values();
}

void Pane::set_frames(const FrameRange& frames) {
    const FrameRange wanted = whole(clamped(frames));
    if (wanted == choices_.frames) return;
    choices_.frames = wanted;
    Q_EMIT frames_changed();
    request_values();
}

void Pane::set_view(const View& view) {
    const View before = std::exchange(choices_.view, View(view));
    const bool other_camera = before.camera != view.camera || before.focus_distance != view.focus_distance;
    const bool other_look = !same_look(before, view);
    if (other_camera) Q_EMIT camera_changed();
    if (!other_look) return;
    update_extent();
    update_range();
    Q_EMIT look_changed();
    Q_EMIT values_changed();
    if (access_counts_wanted(view) && values_ != nullptr &&
        values_->kinds[face_kind].access_counts == nullptr)
        request_values();
}

void Pane::set_region(std::shared_ptr<const OutlinedRegion> region) {
    if (region != nullptr && (values_ == nullptr || region->scene != recording()->scene)) region.reset();
    if (region == region_) return;
    // Both change together, so that no state without a region occurs in between.
    const bool deselected = region != nullptr && choices_.selection.has_value();
    if (deselected) choices_.selection.reset();
    region_ = std::move(region);
    Q_EMIT region_changed();
    if (deselected) Q_EMIT selection_changed();
}

void Pane::set_selection(const std::optional<Selection>& selection) {
    set_region(nullptr);
    const auto wanted = values_ != nullptr ? known(selection) : selection;
    if (wanted == choices_.selection) return;
    choices_.selection = wanted;
    Q_EMIT selection_changed();
}

void Pane::set_choices(const PaneChoices& choices) {
    if (next_choices_) {
        next_choices_ = choices;
        next_choices_->frames = clamped(choices.frames);
        return;
    }
    set_metric(choices.metric);
    set_frames(choices.frames);
    set_view(choices.view);
    set_selection(choices.selection);
}

FrameRange Pane::whole(const FrameRange& frames) const {
    if (values_ == nullptr) return frames;
    const auto finest = shown().profile->capabilities().finest_frames;
    if (!finest) return frames;
    std::uint64_t total = std::min(frames.total, *finest);
    while (*finest % total != 0)
        --total;
    return total == frames.total ? frames : with_frame_count(frames, total);
}

std::optional<Selection> Pane::known(const std::optional<Selection>& selection) const {
    const bool known = selection && selection->kind < element_kinds().size() &&
                       selection->element < shown().profile->element_count(selection->kind);
    return known ? selection : std::nullopt;
}

void Pane::tell_changes(const PaneChoices& before) {
    if (choices_.metric != before.metric) Q_EMIT metric_changed();
    if (!same_look(before.view, choices_.view)) Q_EMIT look_changed();
    if (choices_.selection != before.selection) Q_EMIT selection_changed();
}

} // namespace hitmap
