#pragma once

#include "widgets/session/selection/level_names.h"

namespace hitmap {

/// What the panel of memory layouts of a pane shows.
struct WhatIfDisplay {
    Level level = Level::l1; ///< whose misses rank the layouts
    friend bool operator==(const WhatIfDisplay&, const WhatIfDisplay&) = default;
};

template <class Archive>
void fields(Archive& a, WhatIfDisplay& v) {
    a("what_if_level", v.level, level_names);
}

} // namespace hitmap
