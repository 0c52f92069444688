#include "core/trace/hmt/chunks/hmt_index.h"

#include "core/base/error.h"
#include "core/trace/io/source_change.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap::hmt {

namespace {

Bytes read_bytes(const ByteSource& source, std::uint64_t offset, std::size_t count) {
    Bytes bytes(count);
    source.read(offset, bytes);
    return bytes;
}

std::uint32_t read_file_header(const ByteSource& source) {
    if (source.size() == 0) throw FileError(source.name(), "", "expected a recording, found an empty file");
    const std::size_t found = std::min<std::uint64_t>(source.size(), file_header_bytes);
    const Bytes bytes = read_bytes(source, 0, found);
    const auto expected = std::as_bytes(std::span(magic));
    if (!std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(found, magic.size())),
                    expected.begin()))
        throw FileError(source.name(), "",
                        "this is not a .hmt recording: its first bytes are others; 'hitmap import' reads "
                        "recordings of some other programs (docs/import.md)");
    const BytesPlace place{source.name(), "file header"};
    ByteReader in(bytes, place);
    in.raw(magic.size(), "magic");
    const std::uint32_t file_version = in.u32("version");
    const std::uint32_t padding = in.u32("padding");
    if (file_version == 0 || file_version > version)
        throw FileError(source.name(), "byte 8",
                        fmt::format("expected version 1 to {}, found {} (written by a newer program)",
                                    version, file_version));
    if (padding != 0)
        throw FileError(source.name(), "byte 12",
                        fmt::format("expected four bytes of 0, found {:#x} as their number", padding));
    return file_version;
}

/// Throws if a chunk has an unknown type and is not optional.
void check_known(const ChunkEntry& entry, const ByteSource& source) {
    for (const ChunkType known :
         {info_chunk, launch_chunk, contents_chunk, scene_chunk, primitives_chunk, instances_chunk,
          copies_chunk, request_chunk, tag_chunk, instructions_chunk, final_chunk, sums_chunk, blocks_chunk,
          executions_chunk, ray_places_chunk, rays_chunk, warp_size_chunk, launch_requests_chunk, toc_chunk})
        if (entry.header.type == known) return;
    if (entry.header.optional()) return;
    const BytesPlace place = entry.place(source.name());
    throw FileError(place.file, place.place,
                    "expected a chunk of a known type, found another (written by a newer program)");
}

/// Throws if a chunk begins with another header than the table of contents has.
void check_header(ByteReader& in, const ChunkEntry& entry, const BytesPlace& place) {
    if (read_header(in, entry.check) != entry.header)
        throw FileError(place.file, place.place,
                        "expected the header that the table of contents has, found another");
}

void check_payload(std::uint32_t crc, const ChunkEntry& entry, const BytesPlace& place) {
    if (entry.check == CrcCheck::on && crc != entry.header.payload_crc)
        throw FileError(place.file, place.place,
                        fmt::format("expected CRC {:08x}, found {:08x}", entry.header.payload_crc, crc));
}

std::uint64_t body_end(const ChunkEntry& entry) {
    return entry.offset + ChunkHeader::bytes + entry.header.stored_bytes;
}

/// Reads the entry at `offset` from the file. Returns false if the chunk does not lie completely in the
/// file.
bool read_entry(const ByteSource& source, std::uint64_t offset, std::size_t number, CrcCheck check,
                ChunkEntry& entry) {
    if (source.size() - offset < ChunkHeader::bytes) return false;
    entry.offset = offset;
    entry.number = number;
    entry.check = check;
    const BytesPlace place{source.name(), fmt::format("chunk {} at byte {}", number, offset)};
    const Bytes bytes = read_bytes(source, offset, ChunkHeader::bytes);
    ByteReader in(bytes, place);
    entry.header = read_header(in, check);
    if (entry.header.stored_bytes > source.size() - offset - ChunkHeader::bytes) return false;
    entry.head = read_bytes(source, offset + ChunkHeader::bytes, entry.header.head_bytes);
    return true;
}

/// The chunks of a truncated recording. An invalid chunk header ends the list too, because a crash of the
/// machine may leave arbitrary bytes at the end of a file.
std::vector<ChunkEntry> walk(const ByteSource& source, CrcCheck check, const JobContext& job) {
    std::vector<ChunkEntry> chunks;
    std::uint64_t offset = file_header_bytes;
    const auto read_next = [&](ChunkEntry& entry) {
        try {
            return read_entry(source, offset, chunks.size(), check, entry) && entry.header.type != toc_chunk;
        } catch (const FileError&) {
            if (chunks.empty()) throw;
            return false;
        }
    };
    ChunkEntry entry;
    while (offset < source.size() && read_next(entry)) {
        job.check();
        check_known(entry, source);
        offset = body_end(entry);
        chunks.push_back(std::move(entry));
    }
    return chunks;
}

std::vector<ChunkEntry> read_toc(const ByteSource& source, std::uint64_t toc_offset, CrcCheck check,
                                 const JobContext& job) {
    ChunkEntry toc;
    if (!read_entry(source, toc_offset, 0, check, toc) || toc.header.type != toc_chunk)
        throw FileError(source.name(), fmt::format("byte {}", toc_offset),
                        "expected the table of contents, found something else");
    const ChunkBody body = read_chunk(source, toc);
    const BytesPlace place{source.name(), "table of contents"};
    ByteReader in(body.bytes(), place);
    std::vector<ChunkEntry> chunks;
    std::uint64_t offset = file_header_bytes;
    for (std::size_t left = in.count("chunks", ChunkHeader::bytes); left != 0; --left) {
        job.check();
        ChunkEntry entry;
        entry.offset = offset;
        entry.number = chunks.size();
        entry.check = check;
        entry.header = read_header(in, check);
        const auto head = in.raw(entry.header.head_bytes, "a chunk's head");
        entry.head.assign(head.begin(), head.end());
        if (entry.header.stored_bytes > toc_offset - offset ||
            toc_offset - offset - entry.header.stored_bytes < ChunkHeader::bytes)
            in.fail(fmt::format("expected chunk {} to end at byte {} or before, found {} bytes at {}",
                                entry.number, toc_offset, entry.header.stored_bytes, offset));
        check_known(entry, source);
        offset = body_end(entry);
        chunks.push_back(std::move(entry));
    }
    in.expect_end();
    if (offset != toc_offset)
        in.fail(fmt::format("expected chunks up to byte {}, found {}", toc_offset, offset));
    return chunks;
}

} // namespace

BytesPlace ChunkEntry::place(const std::string& file) const {
    return {file, fmt::format("chunk {} ({}) at byte {}", number, name_of(header.type), offset)};
}

FileIndex read_index(const ByteSource& source, const JobContext& job, CrcCheck check) {
    FileIndex index;
    index.version = read_file_header(source);
    if (source.size() >= file_header_bytes + trailer_bytes) {
        const std::uint64_t at = source.size() - trailer_bytes;
        const Bytes bytes = read_bytes(source, at, trailer_bytes);
        const BytesPlace place{source.name(), fmt::format("trailer at byte {}", at)};
        ByteReader in(bytes, place);
        const std::uint64_t toc_offset = in.u64("offset of the table of contents");
        const std::uint64_t file_bytes = in.u64("file size");
        const std::uint32_t crc = in.u32("CRC");
        if (in.u32("trailer magic") == trailer_magic) {
            const std::uint32_t expected = crc32_of(std::span(bytes).first(16));
            if (check == CrcCheck::on && crc != expected)
                in.fail(fmt::format("expected a trailer with CRC {:08x}, found {:08x}", expected, crc));
            if (file_bytes != source.size())
                in.fail(fmt::format("expected a file of {} bytes, found {}", file_bytes, source.size()));
            if (toc_offset < file_header_bytes || toc_offset > at)
                in.fail(fmt::format("expected the table of contents between bytes {} and {}, found {}",
                                    file_header_bytes, at, toc_offset));
            index.chunks = read_toc(source, toc_offset, check, job);
            return index;
        }
    }
    index.incomplete = true;
    index.chunks = walk(source, check, job);
    return index;
}

namespace {

/// Returns read(). Bytes that are wrong because the file was written since it was opened are no damage of the
/// recording, and the message says so.
template <class Read>
auto read_unchanged(const ByteSource& source, const Read& read) {
    try {
        return read();
    } catch (const FileError&) {
        refuse_changed_file(source);
        throw;
    }
}

ChunkBody read_checked_chunk(const ByteSource& source, const ChunkEntry& entry) {
    const BytesPlace place = entry.place(source.name());
    Bytes stored(ChunkHeader::bytes + entry.header.stored_bytes);
    source.read(entry.offset, stored);
    ByteReader in(stored, place);
    check_header(in, entry, place);
    const auto payload = std::span<const std::byte>(stored).subspan(ChunkHeader::bytes);
    check_payload(crc32_of(payload), entry, place);
    const std::size_t skip = ChunkHeader::bytes + entry.header.head_bytes;
    if (!entry.header.deflated()) return {std::move(stored), skip};
    return {inflate(payload.subspan(entry.header.head_bytes), entry.header.plain_bytes, place), 0};
}

void check_stored_chunk(const ByteSource& source, const ChunkEntry& entry, const JobContext& job) {
    constexpr std::uint64_t piece_bytes = 1U << 20; // read between two checks for cancellation
    const BytesPlace place = entry.place(source.name());
    const Bytes header = read_bytes(source, entry.offset, ChunkHeader::bytes);
    ByteReader in(header, place);
    check_header(in, entry, place);
    std::uint32_t crc = 0;
    Bytes piece;
    const std::uint64_t end = body_end(entry);
    for (std::uint64_t at = entry.offset + ChunkHeader::bytes; at < end; at += piece.size()) {
        job.check();
        piece.resize(std::min(piece_bytes, end - at));
        source.read(at, piece);
        crc = crc32_of(piece, crc);
        job.add(piece.size());
    }
    check_payload(crc, entry, place);
}

} // namespace

ChunkBody read_chunk(const ByteSource& source, const ChunkEntry& entry) {
    return read_unchanged(source, [&] { return read_checked_chunk(source, entry); });
}

void check_chunk(const ByteSource& source, const ChunkEntry& entry, const JobContext& job) {
    read_unchanged(source, [&] { check_stored_chunk(source, entry, job); });
}

} // namespace hitmap::hmt
