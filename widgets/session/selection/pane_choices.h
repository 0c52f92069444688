#pragma once

#include "render/view/view_state.h"
#include "widgets/session/selection/access_subject.h"
#include "widgets/session/selection/panel_memory.h"

#include <optional>
#include <tuple>

namespace hitmap {

/// The user's choices for a pane. A plain value, which can be stored, undone and linked.
struct PaneChoices : ViewState {
    std::optional<Selection> selection; ///< the selected element
    /// The accesses that are listed; no value: those of `selection`.
    std::optional<AccessChoice> accesses;
    PanelMemory panels;

    /// What a panel remembers, by its type, such as SimtDisplay.
    template <class Panel>
    [[nodiscard]] const Panel& panel() const {
        return std::get<Panel>(panels);
    }
    template <class Panel>
    [[nodiscard]] Panel& panel() {
        return std::get<Panel>(panels);
    }
    friend bool operator==(const PaneChoices&, const PaneChoices&) = default;
};

/// Returns the choices with all that refers to a recording from `from`: frames, selection, camera, the part
/// that is drawn, and what panels remember of it. With usual choices as `from`, they are choices for another
/// recording.
[[nodiscard]] PaneChoices with_recording_part(PaneChoices choices, const PaneChoices& from);

/// Returns the choices of before with those that the user has changed from `begun` to `now`, except what
/// refers to a recording.
[[nodiscard]] PaneChoices with_changes(const PaneChoices& before, const PaneChoices& begun,
                                       const PaneChoices& now);

} // namespace hitmap
