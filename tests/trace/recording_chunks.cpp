#include "tests/trace/recording_chunks.h"

#include "core/trace/hmt/chunks/hmt_index.h"

#include <algorithm>
#include <span>

namespace hitmap {

using namespace hmt;

std::vector<PackedChunk> chunks_of(const Bytes& bytes) {
    std::vector<PackedChunk> chunks;
    for (const ChunkEntry& entry : read_index(*open_memory(bytes, "x.hmt")).chunks) {
        const auto payload = bytes.begin() + static_cast<std::ptrdiff_t>(entry.offset + ChunkHeader::bytes);
        chunks.push_back(
            {entry.header, Bytes(payload, payload + static_cast<std::ptrdiff_t>(entry.header.stored_bytes))});
    }
    return chunks;
}

Bytes file_of(const std::vector<PackedChunk>& chunks, std::uint32_t file_version) {
    ByteWriter out;
    out.raw(std::as_bytes(std::span(magic)));
    out.u32(file_version);
    out.u32(0);
    for (const PackedChunk& chunk : chunks) {
        write_header(chunk.header, out);
        out.raw(chunk.payload);
    }
    return out.take();
}

Bytes whole_file_of(const std::vector<PackedChunk>& chunks) {
    ByteWriter toc;
    toc.varint(chunks.size());
    for (const PackedChunk& chunk : chunks) {
        write_header(chunk.header, toc);
        toc.raw(std::span(chunk.payload).first(chunk.header.head_bytes));
    }
    ByteWriter out;
    out.raw(file_of(chunks));
    const std::uint64_t toc_offset = out.size();
    const PackedChunk last = pack_chunk(toc_chunk, 0, {}, toc.bytes(), 0);
    write_header(last.header, out);
    out.raw(last.payload);
    ByteWriter trailer;
    trailer.u64(toc_offset);
    trailer.u64(out.size() + trailer_bytes);
    trailer.u32(crc32_of(trailer.bytes()));
    trailer.u32(trailer_magic);
    out.raw(trailer.bytes());
    return out.take();
}

PackedChunk& scene_part(std::vector<PackedChunk>& chunks, SceneArray array) {
    return *std::ranges::find_if(chunks, [array](const PackedChunk& chunk) {
        return chunk.header.type == scene_chunk && chunk.payload.front() == static_cast<std::byte>(array);
    });
}

} // namespace hitmap
