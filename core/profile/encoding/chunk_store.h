#pragma once

#include "core/profile/encoding/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Owns the bytes of chunks. They stay where they are until the store dies, moved or not.
class ChunkStore {
public:
    /// Encodes a chunk (encode_chunk) and returns its first byte.
    [[nodiscard]] std::byte* store(std::span<const Run> runs, bool with_lookups);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    std::vector<std::unique_ptr<std::byte[]>> slabs_;
    std::size_t slab_bytes_ = 0; ///< of the last slab
    std::size_t used_ = 0;       ///< of the last slab
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
