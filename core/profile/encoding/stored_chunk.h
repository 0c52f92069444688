#pragma once

#include "core/base/scratch_store.h"
#include "core/profile/encoding/run.h"

#include <cstddef>
#include <span>

namespace hitmap {

/// Encodes a chunk (encode_chunk) into the store and returns a pointer to its first byte.
[[nodiscard]] std::byte* store_chunk(std::span<const Run> runs, bool with_lookups, ScratchStore& store);

} // namespace hitmap
