#pragma once

#include <string>

namespace hitmap {

/// Writes any text as one word of a POSIX shell (Shell Command Language, 2.2.2): in single quotes if the
/// shell would split or expand it.
[[nodiscard]] std::string shell_word(const std::string& text);

} // namespace hitmap
