#pragma once

#include "widgets/messages/message_end.h"
#include "widgets/session/state/session.h"

namespace hitmap {

/// The end of a message about what the active pane shows: it shows something else, or another pane is active.
[[nodiscard]] inline MessageEnd end_of_shown(const Session& session) {
    return MessageEnd(session.active(), &Pane::recording_changed, &Pane::profile_changed,
                      &Pane::shown_changed)
        .or_when(session, &Session::active_changed);
}

} // namespace hitmap
