#pragma once

#include "core/base/name_table.h"
#include "core/cache/results/level.h"

namespace hitmap {

/// Names of the levels in session files.
inline constexpr NameTable<Level, 2> level_names = {{{Level::l1, "l1"}, {Level::l2, "l2"}}};

} // namespace hitmap
