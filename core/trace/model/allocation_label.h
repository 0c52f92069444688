#pragma once

#include "core/trace/model/recording.h"

#include <string>
#include <vector>

namespace hitmap {

/// [info.allocations] Unique names for the allocations: their own name, followed by the index in the table
/// if several have the same name, as in "nodes #3".
[[nodiscard]] std::vector<std::string> allocation_labels(const RecordingInfo& info);

} // namespace hitmap
