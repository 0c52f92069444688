#pragma once

#include <string>

namespace hitmap::capture {

/// A text of a program, which may have given any bytes, as a recording can hold it: each byte that is no
/// UTF-8 becomes \xNN.
[[nodiscard]] std::string utf8_text(const std::string& text);

} // namespace hitmap::capture
