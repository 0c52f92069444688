#pragma once

#include <QtCore/QString>

namespace hitmap {

class Pane;

/// Returns what a pane shows, with its letter: "A · teapot.hmt · L1 32KiB:128:64 · L2 6MiB:32:16", and its
/// restriction.
[[nodiscard]] QString pane_text(const Pane& pane);

} // namespace hitmap
