#include "core/trace/model/element_kind.h"
#include "widgets/session/panes/pane.h"

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

void Pane::set_shown(Shown shown) {
    if (shown == choices_.shown) return;
    choices_.shown = shown;
    if (!shows_image()) image_.pause();
    update_extent();
    update_range();
    Q_EMIT shown_changed();
    Q_EMIT values_changed();
    request_image();
}

void Pane::set_image_look(const ImageLook& look) {
    const ImageLook before = std::exchange(choices_.image, look);
    if (before.area != look.area) Q_EMIT image_area_changed();
    if (before.quantity == look.quantity) return;
    Q_EMIT metric_changed();
    request_image();
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
    choices_.view.subtree = known(view.subtree);
    if (values_ != nullptr) choices_.view.only_ranges = known_ranges(*simulation(), view.only_ranges);
    const bool other_camera = before.camera != view.camera || before.focus_distance != view.focus_distance;
    const bool other_look = !same_look(before, choices_.view);
    if (other_camera) Q_EMIT camera_changed();
    if (!other_look) return;
    update_extent();
    update_range();
    Q_EMIT look_changed();
    Q_EMIT values_changed();
    const bool lacks_counts =
        access_counts_wanted(view) && values_ != nullptr && !values_->has_access_counts();
    if (lacks_counts || choices_.view.subtree != before.subtree ||
        choices_.view.only_ranges != before.only_ranges)
        request_values();
}

void Pane::set_region(std::shared_ptr<const OutlinedRegion> region) {
    if (region != nullptr && (values_ == nullptr || region->scene != recording()->scene)) region.reset();
    if (region == region_) return;
    // Both change together, so that no state without a region occurs in between.
    const bool deselected = region != nullptr && choices_.selection.has_value();
    if (deselected) {
        choices_.selection.reset();
        choices_.accesses.reset();
    }
    region_ = std::move(region);
    Q_EMIT region_changed();
    if (deselected) Q_EMIT selection_changed();
}

void Pane::set_selection(const std::optional<Selection>& selection) {
    set_accesses(std::nullopt, selection);
}

void Pane::set_accesses(const std::optional<AccessChoice>& accesses,
                        const std::optional<Selection>& selection) {
    set_region(nullptr);
    const auto wanted = values_ != nullptr ? known(selection) : selection;
    const auto listed = values_ != nullptr ? known(accesses) : accesses;
    if (wanted == choices_.selection && listed == choices_.accesses) return;
    choices_.selection = wanted;
    choices_.accesses = listed;
    Q_EMIT selection_changed();
}

void Pane::show_accesses(const AccessSubject& subject) {
    set_accesses(AccessChoice{subject, std::nullopt}, subject.element);
    Q_EMIT accesses_requested();
}

void Pane::set_ray_display(const RayDisplay& display) {
    if (display == choices_.rays) return;
    choices_.rays = display;
    Q_EMIT ray_display_changed();
}

void Pane::set_simt_display(const SimtDisplay& display) {
    if (display == choices_.simt) return;
    choices_.simt = display;
    Q_EMIT simt_display_changed();
}

void Pane::set_address_display(const AddressDisplay& display) {
    if (display == choices_.addresses) return;
    choices_.addresses = display;
    Q_EMIT address_display_changed();
}

void Pane::set_contents_display(const ContentsDisplay& display) {
    if (display == choices_.contents) return;
    choices_.contents = display;
    Q_EMIT contents_display_changed();
}

void Pane::set_what_if_display(const WhatIfDisplay& display) {
    if (display == choices_.what_if) return;
    choices_.what_if = display;
    Q_EMIT what_if_display_changed();
}

void Pane::set_curves(const std::vector<PinnedCurve>& curves) {
    if (curves == choices_.curves) return;
    choices_.curves = curves;
    Q_EMIT curves_changed();
}

void Pane::pin_curve(const CurveSubject& subject) {
    if (choices_.curves.size() >= most_pinned_curves && !has_curve(choices_.curves, subject)) {
        Q_EMIT failed(tr("There are %1 curves in the Time panel already, as many as can be told apart. "
                         "Remove one of them first.")
                          .arg(most_pinned_curves));
        return;
    }
    set_curves(with_curve(choices_.curves, subject));
}

void Pane::set_trail(std::shared_ptr<const AccessTrail> trail) {
    if (trail == trail_) return;
    trail_ = std::move(trail);
    Q_EMIT rays_changed();
}

void Pane::set_choices(const PaneChoices& choices) {
    if (next_choices_) {
        next_choices_ = choices;
        next_choices_->frames = clamped(choices.frames);
        return;
    }
    set_metric(choices.metric);
    set_image_look(choices.image);
    set_shown(choices.shown);
    set_frames(choices.frames);
    set_view(choices.view);
    set_accesses(choices.accesses, choices.selection);
    set_ray_display(choices.rays);
    set_simt_display(choices.simt);
    set_address_display(choices.addresses);
    set_contents_display(choices.contents);
    set_what_if_display(choices.what_if);
    set_curves(choices.curves);
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

std::optional<SubtreeChoice> Pane::known(const std::optional<SubtreeChoice>& subtree) const {
    if (!subtree || values_ == nullptr) return subtree;
    const OpenRecording& recording = *shown().recording;
    const bool known = recording.tree != nullptr && subtree->box < recording.scene->boxes.size();
    return known ? subtree : std::nullopt;
}

std::optional<AccessChoice> Pane::known(const std::optional<AccessChoice>& accesses) const {
    if (!accesses || accesses->subject.empty()) return std::nullopt;
    const AccessSubject& subject = accesses->subject;
    const bool known_element = known(subject.element) == subject.element;
    const bool known_allocation =
        !subject.allocation || *subject.allocation < recording()->info().allocations.size();
    return known_element && known_allocation ? accesses : std::nullopt;
}

void Pane::tell_changes(const PaneChoices& before) {
    if (choices_.metric != before.metric || choices_.image.quantity != before.image.quantity)
        Q_EMIT metric_changed();
    if (choices_.shown != before.shown) Q_EMIT shown_changed();
    if (choices_.image.area != before.image.area) Q_EMIT image_area_changed();
    if (!same_look(before.view, choices_.view)) Q_EMIT look_changed();
    if (choices_.selection != before.selection || choices_.accesses != before.accesses)
        Q_EMIT selection_changed();
    if (choices_.rays != before.rays) Q_EMIT ray_display_changed();
    if (choices_.simt != before.simt) Q_EMIT simt_display_changed();
    if (choices_.addresses != before.addresses) Q_EMIT address_display_changed();
    if (choices_.contents != before.contents) Q_EMIT contents_display_changed();
    if (choices_.what_if != before.what_if) Q_EMIT what_if_display_changed();
    if (choices_.curves != before.curves) Q_EMIT curves_changed();
}

} // namespace hitmap
