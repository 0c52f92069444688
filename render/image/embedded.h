#pragma once

#include "core/base/embedded_text.h"

#include <span>
#include <string_view>

namespace hitmap {

/// Files of shaders/ and resources/ that are embedded in the program.
[[nodiscard]] std::span<const EmbeddedText> embedded_texts();
/// Throws std::out_of_range if there is no embedded file of this name.
[[nodiscard]] std::string_view embedded_text(std::string_view name);

} // namespace hitmap
