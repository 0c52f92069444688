#pragma once

#include "widgets/session/links.h"
#include "widgets/session/pane.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// What a pane shows, as a plain value.
struct PaneState {
    std::string spec; ///< empty: nothing is open
    ModelChoice config;
    PaneChoices choices;
    /// The other pane of the difference that is shown; not itself.
    std::optional<std::size_t> reference;
    Side side = Side::compared; ///< of a difference: what this pane is
    friend bool operator==(const PaneState&, const PaneState&) = default;
};

/// What a session shows, as a plain value: for undo, and for files.
struct SessionState {
    std::vector<PaneState> panes{PaneState{}}; ///< 1..Session::most_panes
    Links links;
    std::size_t active = 0; ///< < panes.size()
    friend bool operator==(const SessionState&, const SessionState&) = default;
};

/// Equal but for the frames that are shown and for which pane is active.
[[nodiscard]] bool same_but_for_time(SessionState a, const SessionState& b);

} // namespace hitmap
