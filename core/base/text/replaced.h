#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Returns `text` with `replacement` in place of each `what`, which is not empty.
[[nodiscard]] inline std::string replaced(std::string text, std::string_view what,
                                          std::string_view replacement) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + replacement.size()))
        text.replace(at, what.size(), replacement);
    return text;
}

} // namespace hitmap
