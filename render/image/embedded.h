#pragma once

#include "core/base/embedded_text.h"

#include <span>
#include <string_view>

namespace hitmap {

/// Files of shaders/ and resources/ that were compiled in.
[[nodiscard]] std::span<const EmbeddedText> embedded_texts();
/// Throws std::out_of_range for a name that was not embedded.
[[nodiscard]] std::string_view embedded_text(std::string_view name);

} // namespace hitmap
