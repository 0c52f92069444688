#pragma once

#include "widgets/session/recording/open_recording.h"
#include "widgets/session/selection/pane_choices.h"
#include "widgets/session/state/links.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hitmap {

/// What a pane shows; a plain value.
struct PaneState {
    RecordingSpec spec; ///< empty: no recording
    ModelChoice config;
    PaneChoices choices;
    /// The other pane of the displayed difference; never this pane.
    std::optional<std::size_t> reference;
    Side side = Side::compared; ///< the side of this pane in the difference
    friend bool operator==(const PaneState&, const PaneState&) = default;
};

/// What a session shows; a plain value, used for undo and files.
struct SessionState {
    std::vector<PaneState> panes{PaneState{}}; ///< 1..Session::most_panes
    Links links;
    std::size_t active = 0; ///< < panes.size()
    friend bool operator==(const SessionState&, const SessionState&) = default;
};

/// Whether both are equal except for the displayed frames and the active pane.
[[nodiscard]] bool same_but_for_time(SessionState a, const SessionState& b);

} // namespace hitmap
