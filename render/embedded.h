#pragma once

#include <span>
#include <string_view>

namespace hitmap {

/// A file of shaders/ or resources/ that was compiled in.
struct EmbeddedText {
    std::string_view name; ///< path from the top: "shaders/resolve.frag"
    std::string_view text;
};
[[nodiscard]] std::span<const EmbeddedText> embedded_texts();
/// Throws std::out_of_range for a name that was not embedded.
[[nodiscard]] std::string_view embedded_text(std::string_view name);

} // namespace hitmap
