#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <string>

namespace hitmap {

/// Everything in a recording, one line a thing, so that two of them can be compared and read.
[[nodiscard]] std::string recording_text(const HmtFile& file);

} // namespace hitmap
