#include "core/profile/encoding/stored_chunk.h"

#include "core/profile/encoding/chunk.h"

#include <array>
#include <cstring>

namespace hitmap {

std::byte* store_chunk(std::span<const Run> runs, bool with_lookups, ScratchStore& store) {
    std::array<std::byte, most_chunk_bytes> encoded;
    const std::size_t size = encode_chunk(runs, with_lookups, encoded);
    std::byte* const place = store.add(size, chunk_padding);
    std::memcpy(place, encoded.data(), size);
    return place;
}

} // namespace hitmap
