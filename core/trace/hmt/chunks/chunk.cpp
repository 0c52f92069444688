#include "core/trace/hmt/chunks/chunk.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <libdeflate.h>
#include <memory>
#include <new>

namespace hitmap::hmt {

namespace {

struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};
struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const {
        libdeflate_free_decompressor(decompressor);
    }
};

class Inflater {
public:
    Inflater() {
        if (inflateInit2(&stream_, -15) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    z_stream& stream() { return stream_; }

private:
    z_stream stream_{};
};

Bytef* zlib_pointer(const std::byte* bytes) {
    // zlib's interface lacks const, but it does not write through next_in.
    return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes));
}

/// Empty if the result would not be smaller than `body`.
Bytes deflate_body(std::span<const std::byte> body, int level) {
    const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
        libdeflate_alloc_compressor(level));
    if (compressor == nullptr) throw std::bad_alloc();
    Bytes out(body.size() - 1);
    const std::size_t bytes =
        libdeflate_deflate_compress(compressor.get(), body.data(), body.size(), out.data(), out.size());
    out.resize(bytes);
    return out;
}

/// What libdeflate refused, which zlib tells and libdeflate does not: what was found in place of data that
/// inflates to fill `out`.
std::string inflate_failure(std::span<const std::byte> deflated, std::span<std::byte> out) {
    Inflater inflater;
    z_stream& stream = inflater.stream();
    stream.next_in = zlib_pointer(deflated.data());
    stream.avail_in = static_cast<uInt>(deflated.size());
    std::byte none{}; // zlib rejects a null pointer even when there is no output
    stream.next_out = zlib_pointer(out.empty() ? &none : out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = ::inflate(&stream, Z_FINISH);
    if (result == Z_BUF_ERROR && stream.avail_out == 0) return "more";
    if (result == Z_DATA_ERROR) return fmt::format("damage after {}", stream.total_out);
    if (result == Z_STREAM_END && stream.avail_in != 0)
        return fmt::format("{} and {} bytes after their end", stream.total_out, stream.avail_in);
    return fmt::to_string(stream.total_out);
}

} // namespace

std::string name_of(ChunkType type) {
    if (type == info_chunk) return "information";
    if (type == launch_chunk) return "launch";
    if (type == contents_chunk) return "contents";
    if (type == scene_chunk) return "scene";
    if (type == primitives_chunk) return "primitives";
    if (type == instances_chunk) return "faces of instances";
    if (type == copies_chunk) return "copies of faces";
    if (type == request_chunk) return "requests";
    if (type == tag_chunk) return "lane tags";
    if (type == instructions_chunk) return "instructions";
    if (type == final_chunk) return "final tables";
    if (type == sums_chunk) return "recorded sums";
    if (type == blocks_chunk) return "basic blocks";
    if (type == executions_chunk) return "execution events";
    if (type == ray_places_chunk) return "places of rays";
    if (type == rays_chunk) return "ray events";
    if (type == warp_size_chunk) return "warp size";
    if (type == launch_requests_chunk) return "requests of launches";
    if (type == toc_chunk) return "table of contents";
    std::string text = "type ";
    for (unsigned i = 0; i < 4; ++i) {
        const auto c = static_cast<char>(static_cast<std::uint32_t>(type) >> (8 * i));
        text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text;
}

std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t before) {
    return libdeflate_crc32(before, bytes.data(), bytes.size());
}

PackedChunk pack_chunk(ChunkType type, std::uint16_t flags, std::span<const std::byte> head,
                       std::span<const std::byte> body, int level) {
    if (head.size() + body.size() > max_plain_bytes)
        throw Error(fmt::format("{}: expected at most {} bytes in a chunk, found {}", name_of(type),
                                max_plain_bytes, head.size() + body.size()));
    PackedChunk chunk;
    chunk.header.type = type;
    chunk.header.flags = flags;
    chunk.header.plain_bytes = body.size();
    if (level != 0 && !body.empty()) {
        chunk.payload = deflate_body(body, level);
        if (!chunk.payload.empty() && ratio_allowed(body.size(), chunk.payload.size()))
            chunk.header.flags |= flag_deflated;
    }
    if (!chunk.header.deflated()) chunk.payload.assign(body.begin(), body.end());
    put_head(chunk, head);
    return chunk;
}

void put_head(PackedChunk& chunk, std::span<const std::byte> head) {
    chunk.payload.erase(chunk.payload.begin(), chunk.payload.begin() + chunk.header.head_bytes);
    chunk.payload.insert(chunk.payload.begin(), head.begin(), head.end());
    chunk.header.head_bytes = static_cast<std::uint16_t>(head.size());
    chunk.header.stored_bytes = chunk.payload.size();
    chunk.header.payload_crc = crc32_of(chunk.payload);
}

void write_header(const ChunkHeader& header, ByteWriter& out) {
    ByteWriter bytes;
    bytes.u32(static_cast<std::uint32_t>(header.type));
    bytes.u16(header.flags);
    bytes.u16(header.head_bytes);
    bytes.u64(header.stored_bytes);
    bytes.u64(header.plain_bytes);
    bytes.u32(header.payload_crc);
    bytes.u32(crc32_of(bytes.bytes()));
    out.raw(bytes.bytes());
}

ChunkHeader read_header(ByteReader& in, CrcCheck check) {
    const auto bytes = in.raw(ChunkHeader::bytes, "a chunk header");
    const BytesPlace unused;
    ByteReader fields(bytes, unused);
    ChunkHeader header;
    header.type = ChunkType{fields.u32("type")};
    header.flags = fields.u16("flags");
    header.head_bytes = fields.u16("head size");
    header.stored_bytes = fields.u64("stored size");
    header.plain_bytes = fields.u64("plain size");
    header.payload_crc = fields.u32("payload CRC");
    const std::uint32_t found = fields.u32("header CRC");
    const std::uint32_t expected = crc32_of(bytes.first(ChunkHeader::bytes - 4));
    if (check == CrcCheck::on && expected != found)
        in.fail(fmt::format("expected a chunk header with CRC {:08x}, found {:08x}", expected, found));
    if (header.head_bytes > header.stored_bytes)
        in.fail(fmt::format("expected a chunk of at least {} bytes, found {}", header.head_bytes,
                            header.stored_bytes));
    const std::uint64_t body = header.stored_bytes - header.head_bytes;
    if (header.plain_bytes > max_plain_bytes || body > max_plain_bytes)
        in.fail(fmt::format("expected a chunk of at most {} bytes, found {}", max_plain_bytes,
                            std::max(header.plain_bytes, body)));
    if (!header.deflated() && header.plain_bytes != body)
        in.fail(fmt::format("expected a plain body of {} bytes, found {}", header.plain_bytes, body));
    if (!ratio_allowed(header.plain_bytes, body))
        in.fail(fmt::format("expected a body that inflates to at most {} times its {} bytes, found {} bytes",
                            max_ratio, body, header.plain_bytes));
    return header;
}

Bytes inflate(std::span<const std::byte> deflated, std::uint64_t plain_bytes, const BytesPlace& place) {
    Bytes out(plain_bytes);
    const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
        libdeflate_alloc_decompressor());
    if (decompressor == nullptr) throw std::bad_alloc();
    std::byte none{}; // instead of a null pointer where there is no output
    std::size_t read = 0;
    const libdeflate_result result =
        libdeflate_deflate_decompress_ex(decompressor.get(), deflated.data(), deflated.size(),
                                         out.empty() ? &none : out.data(), out.size(), &read, nullptr);
    if (result == LIBDEFLATE_SUCCESS && read == deflated.size()) return out;
    throw FileError(place.file, place.place,
                    fmt::format("expected deflated data of {} bytes, found {}", plain_bytes,
                                inflate_failure(deflated, out)));
}

} // namespace hitmap::hmt
