#pragma once

#include "core/cache/results/level.h"

namespace hitmap {

/// What the panel of memory layouts of a pane shows.
struct WhatIfDisplay {
    Level level = Level::l1; ///< whose misses rank the layouts
    friend bool operator==(const WhatIfDisplay&, const WhatIfDisplay&) = default;
};

} // namespace hitmap
