#pragma once

#include <string_view>

namespace hitmap {

/// A text file of the source tree that is compiled into the program (hitmap_embed in
/// cmake/HitmapEmbed.cmake).
struct EmbeddedText {
    std::string_view name; ///< path from the top of the source tree: "shaders/resolve.frag"
    std::string_view text;
};

} // namespace hitmap
