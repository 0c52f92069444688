#pragma once

#include <QtCore/QString>

namespace hitmap {

class Pane;

/// What a pane shows, by its letter: "A · teapot.hmt · L1 32KiB:128:64 · L2 6MiB:32:16", and what alone
/// counts.
[[nodiscard]] QString pane_text(const Pane& pane);

} // namespace hitmap
