#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>

namespace hitmap {

/// Bytes that a profile of such a recording takes, for asking before it is made.
[[nodiscard]] std::uint64_t estimate_profile_bytes(const RecordingInfo& info);

} // namespace hitmap
