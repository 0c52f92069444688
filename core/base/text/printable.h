#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Makes untrusted text (a file name, a name in a file) safe to show on a terminal: on one line, without
/// control sequences. Control characters become \n, \t, \r or \xHH; bytes that are not UTF-8 and those of
/// invisible characters, such as a byte order mark, become \xHH each; and characters that change the
/// direction or the line of the text become \uHHHH. All other characters stay. A backslash stays too, so that
/// the function can be applied to its own result.
[[nodiscard]] std::string printable(std::string_view text);

/// As printable(), for text with several lines: line breaks stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

} // namespace hitmap
