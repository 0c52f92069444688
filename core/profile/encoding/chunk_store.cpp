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
    const std::size_t last_size = slabs_.empty() ? 0 : slabs_.back().size;
    if (slabs_.empty() || slabs_.back().used + size + chunk_padding > last_size) {
        const std::size_t slab_size = std::clamp(2 * last_size, smallest_slab, largest_slab);
        slabs_.push_back({std::make_unique<std::byte[]>(slab_size), slab_size, 0});
        bytes_ += slab_size;
    }
    Slab& slab = slabs_.back();
    std::byte* place = slab.bytes.get() + slab.used;
    std::memcpy(place, encoded.data(), size);
    slab.used += size;
    return place;
}

} // namespace hitmap
