#pragma once

#include <string_view>

namespace hitmap {

/// What some programs write at the begin of a text in UTF-8. It is invisible and no part of the text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// The text of a file, of which `text` is the begin or the whole.
[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

} // namespace hitmap
