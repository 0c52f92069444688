#pragma once

#include <QtCore/QString>

namespace hitmap {

class Pane;

/// Identifies a pane in lists and messages: its letter, its recording, its caches.
[[nodiscard]] QString pane_text(const Pane& pane);
/// The caches of the numbers that a pane shows: those that are simulated, with the SMs of the recording and
/// of the GPU if these differ, or that they are as recorded. A recording must be open.
[[nodiscard]] QString caches_text(const Pane& pane);
/// " · estimate" for the end of a title if the numbers that a pane shows are one; otherwise empty.
[[nodiscard]] QString estimate_mark(const Pane& pane);
/// "Estimate, by relayout: ..." for a tool tip, or empty.
[[nodiscard]] QString estimate_tip(const Pane& pane);

} // namespace hitmap
