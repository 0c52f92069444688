#pragma once

#include "core/trace/model/recording.h"

#include <string>
#include <vector>

namespace hitmap {

/// Says for each kind of element that the scene has but no allocation holds what follows for its numbers, in
/// one sentence each, such as "No box was accessed, because boxes are in no allocation." So it is in programs
/// whose tree is built and traversed by the driver. Empty if all have a place in memory.
/// Faces whose elements are large enough for their corners hold them.
[[nodiscard]] std::vector<std::string> unheld_elements(const RecordingInfo& info);

} // namespace hitmap
