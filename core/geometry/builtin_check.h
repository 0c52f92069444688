#pragma once

#include <string_view>

namespace hitmap {

/// Throws UsageError where load_scene would, because of the name or the keys of a built-in scene; says
/// nothing of files.
void check_builtin(std::string_view spec);

} // namespace hitmap
