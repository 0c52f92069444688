#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Text from outside (a file's name, a name in a file) as it may be shown on a terminal: on one line, and
/// without anything that a terminal would obey. Control characters and bytes that are not UTF-8 become \n,
/// \t, \r or \xHH of each byte; characters that change the direction or the line of what follows, \uHHHH. All
/// other characters stay; a backslash does, too, so that text that was made printable before stays as it is.
[[nodiscard]] std::string printable(std::string_view text);

/// The same for text that has lines: these stay lines.
[[nodiscard]] std::string printable_lines(std::string_view text);

} // namespace hitmap
