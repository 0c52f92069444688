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
    friend struct IndexTransfer;
    struct Slab {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
        std::size_t used = 0;
    };
    std::vector<Slab> slabs_;
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
