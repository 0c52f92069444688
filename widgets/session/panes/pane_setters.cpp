#include "core/trace/model/element_kind.h"
#include "widgets/session/panes/pane.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

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
    const FrameRange wanted = matched(whole(clamped(frames)));
    if (wanted == choices_.frames) return;
    choices_.frames = wanted;
    Q_EMIT frames_changed();
    request_values();
}

void Pane::set_work_match(std::shared_ptr<const WorkMatch> match) {
    if (match == work_match_) return;
    work_match_ = std::move(match);
    set_frames(choices_.frames);
}

FrameRange Pane::matched(FrameRange frames) const {
    if (work_match_ == nullptr || frames.total == 1) {
        frames.bounds.reset();
    } else if (frames.total != choices_.frames.total || choices_.frames.bounds == nullptr ||
               bounds_of_ != work_match_) {
        frames.bounds = std::make_shared<const FrameBounds>(
            FrameBounds{work_match_->frame_bounds_in_b(frames.total), work_match_->by()});
        bounds_of_ = work_match_;
    } else {
        frames.bounds = choices_.frames.bounds;
    }
    return frames;
}

void Pane::set_view(const View& view) {
    const View before = std::exchange(choices_.view, View(view));
    choices_.view.subtree = known(view.subtree);
    if (values() != nullptr) choices_.view.only_ranges = known_ranges(*simulation(), view.only_ranges);
    const bool other_camera = before.camera != view.camera || before.focus_distance != view.focus_distance;
    const bool other_look = !same_look(before, choices_.view);
    if (other_camera) Q_EMIT camera_changed();
    if (!other_look) return;
    update_extent();
    update_range();
    Q_EMIT look_changed();
    Q_EMIT values_changed();
    const auto& drawn = opening_.drawn();
    const bool lacks_counts = access_counts_wanted(view) && drawn != nullptr && !drawn->has_access_counts();
    const bool lacks_regions = colours_faces(view) && !colours_faces(before);
    if (lacks_counts || lacks_regions || choices_.view.subtree != before.subtree ||
        choices_.view.only_ranges != before.only_ranges || choices_.view.colour_by != before.colour_by)
        request_values();
}

void Pane::set_region(std::shared_ptr<const OutlinedRegion> region) {
    if (region != nullptr && (values() == nullptr || region->scene != recording()->scene)) region.reset();
    if (region == marks_.region()) return;
    // Both change together, so that no state without a region occurs in between.
    const bool deselected = region != nullptr && choices_.selection.has_value();
    if (deselected) {
        choices_.selection.reset();
        choices_.accesses.reset();
    }
    marks_.set_region(std::move(region));
    if (deselected) Q_EMIT selection_changed();
}

void Pane::set_selection(const std::optional<Selection>& selection) {
    set_accesses(std::nullopt, selection);
}

void Pane::set_accesses(const std::optional<AccessChoice>& accesses,
                        const std::optional<Selection>& selection) {
    set_region(nullptr);
    const auto wanted = values() != nullptr ? known(selection) : selection;
    const auto listed = values() != nullptr ? known(accesses) : accesses;
    if (wanted == choices_.selection && listed == choices_.accesses) return;
    choices_.selection = wanted;
    choices_.accesses = listed;
    Q_EMIT selection_changed();
}

void Pane::show_accesses(const AccessSubject& subject) {
    set_accesses(AccessChoice{subject, std::nullopt}, subject.element);
    guide_.show_accesses();
}

void Pane::set_panels(const PanelMemory& panels) {
    if (panels == choices_.panels) return;
    const PanelMemory before = std::exchange(choices_.panels, panels);
    Q_EMIT panels_changed(before);
}

void Pane::pin_curve(const CurveSubject& subject) {
    const std::vector<PinnedCurve>& curves = choices_.panel<PinnedCurves>().list;
    if (curves.size() >= most_pinned_curves && !has_curve(curves, subject)) {
        full_curves_ = std::make_unique<QObject>();
        Q_EMIT failed(tr("There are %1 curves in the Time panel already, as many as can be told apart. "
                         "Remove one of them first.")
                          .arg(most_pinned_curves),
                      full_curves_.get());
        return;
    }
    set_panel(PinnedCurves{with_curve(curves, subject)});
}

void Pane::set_choices(const PaneChoices& choices) {
    if (opening_.own_choices() != nullptr) {
        PaneChoices own = choices;
        own.frames = clamped(choices.frames);
        return opening_.set_own_choices(own);
    }
    set_metric(choices.metric);
    set_image_look(choices.image);
    set_shown(choices.shown);
    set_frames(choices.frames);
    set_view(choices.view);
    set_accesses(choices.accesses, choices.selection);
    set_panels(choices.panels);
}

FrameRange Pane::whole(const FrameRange& frames) const {
    if (values() == nullptr) return frames;
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
    if (!subtree || values() == nullptr) return subtree;
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
    if (choices_.panels != before.panels) Q_EMIT panels_changed(before.panels);
}

} // namespace hitmap
