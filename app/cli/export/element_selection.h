#pragma once

#include "core/cache/stages/element_selection.h"

#include <string>

namespace hitmap {

/// Parses text such as "face:12,13", the value of --of. Throws UsageError.
[[nodiscard]] ElementSelection parse_selection(const std::string& text);

} // namespace hitmap
