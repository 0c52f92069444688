#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <string>

namespace hitmap {

/// Returns the whole recording as text, one line per item, for comparison and for reading.
[[nodiscard]] std::string recording_text(const HmtFile& file);

} // namespace hitmap
