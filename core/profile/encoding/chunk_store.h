#pragma once

#include "core/profile/encoding/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Owns the bytes of chunks. They do not move until the store is destroyed, even if the store is moved.
class ChunkStore {
public:
    /// Encodes a chunk (encode_chunk) and returns a pointer to its first byte.
    [[nodiscard]] std::byte* store(std::span<const Run> runs, bool with_lookups);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    std::vector<std::unique_ptr<std::byte[]>> slabs_;
    std::size_t slab_bytes_ = 0; ///< size of the last slab
    std::size_t used_ = 0;       ///< bytes in use of the last slab
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
