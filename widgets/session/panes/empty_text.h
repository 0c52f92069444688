#pragma once

#include <QtCore/QString>

namespace hitmap {

class Pane;

/// Says why views of a pane without a recording are empty: nothing is open, or only an early picture is shown
/// yet.
[[nodiscard]] QString empty_text(const Pane& pane);

} // namespace hitmap
