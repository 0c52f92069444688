#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>

namespace hitmap {

/// The memory in bytes that the tables of a relayout take at most, whatever its options, estimated from the
/// numbers of elements: places, uses, and the tables of the scene. Blocks of requests are not included.
[[nodiscard]] std::uint64_t estimate_relayout_bytes(const RecordingInfo& info);

} // namespace hitmap
