#pragma once

#include "core/trace/hmt/chunks/crc_check.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/io/bytes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

/// The container format of docs/trace-format.md: file header, chunks, trailer.
namespace hitmap::hmt {

inline constexpr std::array<std::uint8_t, 8> magic{0x89, 'H', 'M', 'T', '\r', '\n', 0x1a, '\n'};
/// The newest version, that of recordings with kinds of elements beside boxes, faces and pixels. A recording
/// that older readers understand has version 1, or 2 if its tables grow.
inline constexpr std::uint32_t version = 3;
inline constexpr std::uint32_t growing_version = 2;
inline constexpr std::uint32_t first_version = 1;
inline constexpr std::size_t file_header_bytes = 16;
inline constexpr std::size_t trailer_bytes = 24;
inline constexpr std::uint32_t trailer_magic = 0x45544d48; // "HMTE"

enum class ChunkType : std::uint32_t {};
[[nodiscard]] constexpr ChunkType chunk_type(const char (&name)[5]) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= std::uint32_t{static_cast<std::uint8_t>(name[i])} << (8 * i);
    return ChunkType{value};
}
inline constexpr ChunkType info_chunk = chunk_type("INFO");
inline constexpr ChunkType launch_chunk = chunk_type("LNCH");
inline constexpr ChunkType contents_chunk = chunk_type("CONT");
inline constexpr ChunkType scene_chunk = chunk_type("SCEN");
inline constexpr ChunkType primitives_chunk = chunk_type("PRIM");
inline constexpr ChunkType instances_chunk = chunk_type("INFC");
inline constexpr ChunkType copies_chunk = chunk_type("FCPY");
inline constexpr ChunkType request_chunk = chunk_type("RQST");
inline constexpr ChunkType tag_chunk = chunk_type("TAGS");
inline constexpr ChunkType instructions_chunk = chunk_type("INST");
inline constexpr ChunkType final_chunk = chunk_type("FINL");
inline constexpr ChunkType sums_chunk = chunk_type("SUMS");
inline constexpr ChunkType blocks_chunk = chunk_type("BLKS");
inline constexpr ChunkType executions_chunk = chunk_type("EXEC");
inline constexpr ChunkType ray_places_chunk = chunk_type("RPLC");
inline constexpr ChunkType rays_chunk = chunk_type("RAYS");
inline constexpr ChunkType warp_size_chunk = chunk_type("WARP");
inline constexpr ChunkType launch_requests_chunk = chunk_type("LREQ");
inline constexpr ChunkType toc_chunk = chunk_type("TOC ");
/// "requests" for request_chunk and so on; the four characters of an unknown type.
[[nodiscard]] std::string name_of(ChunkType type);

inline constexpr std::uint16_t flag_deflated = 1;
inline constexpr std::uint16_t flag_optional = 2; ///< a reader that does not know the type skips the chunk

/// A chunk consists of this header, `head` bytes that are never compressed, and a body.
struct ChunkHeader {
    static constexpr std::size_t bytes = 32;
    ChunkType type{};
    std::uint16_t flags = 0;
    std::uint16_t head_bytes = 0;
    std::uint64_t stored_bytes = 0; ///< size of head and body in the file
    std::uint64_t plain_bytes = 0;  ///< size of the body after inflating
    std::uint32_t payload_crc = 0;  ///< CRC-32 of head and body as stored in the file
    friend bool operator==(const ChunkHeader&, const ChunkHeader&) = default;

    [[nodiscard]] bool deflated() const { return (flags & flag_deflated) != 0; }
    [[nodiscard]] bool optional() const { return (flags & flag_optional) != 0; }
};

/// Limits that readers enforce and writers keep, so that a small file cannot require much memory.
inline constexpr std::uint64_t max_plain_bytes = std::uint64_t{1} << 28;
inline constexpr std::uint64_t max_ratio = 256; ///< plain to stored bytes of a compressed body, beyond 4 KiB
[[nodiscard]] constexpr bool ratio_allowed(std::uint64_t plain, std::uint64_t stored) {
    constexpr std::uint64_t allowance = 4096;
    return plain <= allowance || (plain - allowance) / max_ratio <= stored;
}

/// A chunk that is ready to be written.
struct PackedChunk {
    ChunkHeader header;
    Bytes payload; ///< head and body
};

/// @param level  libdeflate's 1 (fast) to 12 (small); 0: stored. A body is also stored if deflating it would
///               not make it smaller, or would exceed max_ratio. Throws Error if head and body are together
///               larger than max_plain_bytes, which readers refuse.
[[nodiscard]] PackedChunk pack_chunk(ChunkType type, std::uint16_t flags, std::span<const std::byte> head,
                                     std::span<const std::byte> body, int level);
/// Sets a head that becomes known only after pack_chunk(); updates header.head_bytes, sizes and CRC.
void put_head(PackedChunk& chunk, std::span<const std::byte> head);

void write_header(const ChunkHeader& header, ByteWriter& out);
/// Throws FileError (CRC, sizes that exceed a limit). Does not check against the size of the file.
[[nodiscard]] ChunkHeader read_header(ByteReader& in, CrcCheck check);

/// @param before  the CRC of the bytes before these, if they are read in pieces
[[nodiscard]] std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t before = 0);
/// Inflates to exactly `plain_bytes` bytes. Throws FileError at `place` if the data is invalid or has
/// another size.
[[nodiscard]] Bytes inflate(std::span<const std::byte> deflated, std::uint64_t plain_bytes,
                            const BytesPlace& place);

} // namespace hitmap::hmt
