#pragma once

#include "core/analysis/findings/change.h"
#include "widgets/session/state/session.h"

#include <QtCore/QString>

#include <optional>

namespace hitmap {

/// What a pane opens.
struct PaneContents {
    RecordingSpec spec;
    ModelChoice config;
};

/// Returns what a pane is to open to have a change of the recording of another pane. No value if no pane can
/// have it: what a stack in shared memory would do is an estimate, and a tree needs the mesh and the options
/// of the trace. The pane must have a recording.
[[nodiscard]] std::optional<PaneContents> changed_contents(const Pane& pane, const Change& change);

/// Returns the choices of a pane for a recording of the same scene in another memory layout or with another
/// tree: without those that name elements or addresses, which are others there.
[[nodiscard]] PaneChoices choices_beside(PaneChoices choices);

/// Why no pane can be added, for the user; empty: one can.
[[nodiscard]] QString why_no_pane_beside(const Session& session);

} // namespace hitmap
