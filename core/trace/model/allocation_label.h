#pragma once

#include "core/trace/model/recording.h"

#include <string>
#include <vector>

namespace hitmap {

/// [info.allocations] Names by which they are told apart: their own, with their place in the table behind it
/// where several have it, as in "nodes #3".
[[nodiscard]] std::vector<std::string> allocation_labels(const RecordingInfo& info);

} // namespace hitmap
