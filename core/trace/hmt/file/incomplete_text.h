#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <string>

namespace hitmap {

/// What a recording whose end is missing holds, for users: "812 requests up to its last whole block". Empty
/// for a complete one.
[[nodiscard]] std::string incomplete_text(const HmtFile& file);

} // namespace hitmap
