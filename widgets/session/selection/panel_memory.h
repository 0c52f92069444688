#pragma once

#include "widgets/session/selection/address_display.h"
#include "widgets/session/selection/contents_display.h"
#include "widgets/session/selection/pinned_curve.h"
#include "widgets/session/selection/ray_display.h"
#include "widgets/session/selection/simt_display.h"
#include "widgets/session/selection/time_display.h"
#include "widgets/session/selection/what_if_display.h"

#include <tuple>
#include <type_traits>

namespace hitmap {

/// What the panels of a pane remember: a plain value for each panel, which is found by its type. Each has a
/// function fields(), which names its members in session files in the order of the file: one list for writing
/// and reading (widgets/session/state/panel_json.h). A panel with choices that refer to a recording also has
/// take_recording_part(), which takes them from another value; all other choices stay when a pane shows
/// another recording.
using PanelMemory = std::tuple<PinnedCurves, RayDisplay, SimtDisplay, AddressDisplay, ContentsDisplay,
                               WhatIfDisplay, TimeDisplay>;

/// Takes from `from` what refers to a recording; all of it is forgotten if `from` has its usual values.
template <class Panel>
void take_recording_part(Panel& panel, const Panel& from) {
    if constexpr (requires { panel.take_recording_part(from); }) panel.take_recording_part(from);
}
inline void take_recording_part(PanelMemory& panels, const PanelMemory& from) {
    std::apply(
        [&](auto&... panel) {
            (take_recording_part(panel, std::get<std::remove_reference_t<decltype(panel)>>(from)), ...);
        },
        panels);
}

} // namespace hitmap
