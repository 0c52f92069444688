#include "widgets/session/selection/pane_choices.h"

#include <tuple>
#include <type_traits>

namespace hitmap {

namespace {

template <class Value>
const Value& changed_or(const Value& before, const Value& begun, const Value& now) {
    return now == begun ? before : now;
}

} // namespace

PaneChoices with_recording_part(PaneChoices choices, const PaneChoices& from) {
    choices.frames = from.frames;
    choices.selection = from.selection;
    choices.accesses = from.accesses;
    choices.view.camera = from.view.camera;
    choices.view.focus_distance = from.view.focus_distance;
    choices.view.subtree = from.view.subtree;
    choices.view.only_ranges = from.view.only_ranges;
    choices.image.area = from.image.area;
    take_recording_part(choices.panels, from.panels);
    return choices;
}

PaneChoices with_changes(const PaneChoices& before, const PaneChoices& begun, const PaneChoices& now) {
    // A camera that was moved, for example, is no change of the rest of the view.
    const PaneChoices from = with_recording_part(begun, before);
    const PaneChoices to = with_recording_part(now, before);
    PaneChoices choices = before;
    choices.metric = changed_or(before.metric, from.metric, to.metric);
    choices.view = changed_or(before.view, from.view, to.view);
    choices.shown = changed_or(before.shown, from.shown, to.shown);
    choices.image = changed_or(before.image, from.image, to.image);
    std::apply(
        [&](auto&... panel) {
            using std::get;
            ((panel = changed_or(panel, get<std::remove_reference_t<decltype(panel)>>(from.panels),
                                 get<std::remove_reference_t<decltype(panel)>>(to.panels))),
             ...);
        },
        choices.panels);
    return choices;
}

} // namespace hitmap
