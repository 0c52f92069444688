#include "core/profile/encoding/chunk_store.h"

#include "core/profile/encoding/chunk.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hitmap {

namespace {

/// Each slab is twice as large as the one before: short recordings take little memory, and long ones need few
/// allocations.
constexpr std::size_t smallest_slab = 2 * most_chunk_bytes;
constexpr std::size_t largest_slab = std::size_t{1} << 20;

} // namespace

std::byte* ChunkStore::store(std::span<const Run> runs, bool with_lookups) {
    std::array<std::byte, most_chunk_bytes> encoded;
    const std::size_t size = encode_chunk(runs, with_lookups, encoded);
    if (used_ + size + chunk_padding > slab_bytes_) {
        slab_bytes_ = std::clamp(2 * slab_bytes_, smallest_slab, largest_slab);
        slabs_.push_back(std::make_unique<std::byte[]>(slab_bytes_));
        bytes_ += slab_bytes_;
        used_ = 0;
    }
    std::byte* place = slabs_.back().get() + used_;
    std::memcpy(place, encoded.data(), size);
    used_ += size;
    return place;
}

} // namespace hitmap
