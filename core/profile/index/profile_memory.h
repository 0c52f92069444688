#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>

namespace hitmap {

/// Estimates the memory of a profile of the recording in bytes, before it is made. What goes to a scratch
/// file is not counted, if there is room for it now.
[[nodiscard]] std::uint64_t estimate_profile_bytes(const RecordingInfo& info);

} // namespace hitmap
