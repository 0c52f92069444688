#include "widgets/session/panes/pane.h"

#include <utility>

namespace hitmap {

PaneChoices Pane::for_other_recording(PaneChoices choices) {
    choices.frames = {};
    choices.selection.reset();
    choices.accesses.reset();
    choices.curves.clear();
    choices.addresses.addresses = {};
    choices.addresses.time.reset();
    choices.view.camera = {};
    choices.view.subtree.reset();
    choices.view.only_ranges.clear();
    choices.image.area = {};
    return choices;
}

void Pane::show_early(Choices choices, EarlyPicture picture) {
    const bool first = !early_;
    PaneChoices before = choices_;
    showing_ = true;
    if (first) {
        PaneChoices next = wanted_choices();
        if (choices == Choices::reset) next = for_other_recording(std::move(next));
        if (next.view.camera == Camera()) {
            next.view.camera = picture.recording().camera;
            next.view.focus_distance = 0.0F;
        }
        next_choices_.reset();
        before_early_ = {values_, choices_};
        if (values_ != nullptr) close_values();
        before = std::exchange(choices_, std::move(next));
    }
    early_ = std::move(picture);
    settle_extent();
    update_range();
    if (first) {
        tell_changes(before);
        Q_EMIT frames_changed();
        Q_EMIT camera_changed();
    }
    Q_EMIT extent_changed();
    Q_EMIT values_changed();
    showing_ = false;
    Q_EMIT early_changed();
}

void Pane::drop_early() {
    if (!early_) return;
    early_.reset();
    Before before = std::exchange(before_early_, {});
    spec_ = before.values != nullptr ? before.values->simulation->recording->spec : std::string();
    if (before.values != nullptr) show(std::move(before.values), std::move(before.choices));
    settle_extent();
    update_range();
    Q_EMIT values_changed();
    Q_EMIT early_changed();
}

} // namespace hitmap
