#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/chunk.h"
#include "core/trace/hmt_reader.h"
#include "core/trace/info_codec.h"
#include "tests/trace/random_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace hitmap {
namespace {

using namespace hmt;
using testing::MatchesRegex;

/// A whole recording of a few hundred bytes a chunk, plain, so that places in it can be named.
Bytes small_recording() {
    HmtWriteOptions options;
    options.deflate = false;
    options.block_requests = 100;
    MemoryRecording recording = grid_recording(2, 250);
    recording.info.sources.push_back({"kernel.cu", "void kernel();"});
    return to_bytes(recording, options);
}

/// What opening and validating says; empty where nothing is wrong.
std::string complaint(Bytes bytes) {
    ThreadPool pool(1);
    try {
        HmtFile(open_memory(std::move(bytes), "x.hmt")).validate(pool);
    } catch (const FileError& error) {
        EXPECT_EQ(error.file(), "x.hmt");
        return error.what();
    }
    return "";
}

Bytes file_of(const std::vector<PackedChunk>& chunks, std::uint32_t file_version = version) {
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

PackedChunk empty_info() {
    ByteWriter body;
    encode_info({}, body);
    return pack_chunk(info_chunk, 0, {}, body.bytes(), 0);
}

TEST(BrokenFile, WholeOneIsFine) {
    EXPECT_EQ(complaint(small_recording()), "");
}

TEST(BrokenFile, EveryTruncationIsSeenAndKeepsTheWholeBlocksBeforeIt) {
    const Bytes whole = small_recording();
    const HmtFile complete(open_memory(whole, "x.hmt"));
    ThreadPool pool(1);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        std::size_t whole_blocks = 0;
        while (whole_blocks < complete.blocks().size() && complete.block_bytes(whole_blocks).second <= size)
            ++whole_blocks;
        try {
            const HmtFile file(open_memory(cut, "x.hmt"));
            EXPECT_TRUE(file.incomplete());
            ASSERT_EQ(file.blocks().size(), whole_blocks) << size;
            RequestBlock block;
            for (std::size_t i = 0; i < whole_blocks; ++i)
                file.read_block(i, block);
            EXPECT_THROW(file.validate(pool), FileError);
        } catch (const FileError& error) {
            EXPECT_EQ(whole_blocks, 0U) << size << ": " << error.what();
        }
    }
}

TEST(BrokenFile, EveryDamagedByteIsSeen) {
    Bytes bytes = small_recording();
    for (std::size_t i = 0; i < bytes.size(); i += 7) {
        bytes[i] ^= std::byte{0x10};
        // Four bytes of the file header are not used.
        if (i < 12 || i >= file_header_bytes) {
            EXPECT_NE(complaint(bytes), "") << "byte " << i;
        }
        bytes[i] ^= std::byte{0x10};
    }
}

TEST(BrokenFile, FileHeaders) {
    EXPECT_EQ(complaint({}), "x.hmt: expected a recording, found an empty file");
    const Bytes whole = small_recording();
    EXPECT_EQ(complaint(Bytes(whole.begin(), whole.begin() + 10)),
              "x.hmt: file header, byte 8: expected 4 bytes of version, found 2");
    EXPECT_EQ(complaint(Bytes(100, std::byte{'#'})),
              "x.hmt: byte 0: expected the first bytes of a .hmt recording, found others");
    EXPECT_EQ(complaint(file_of({}, 2)),
              "x.hmt: byte 8: expected version 1 to 1, found 2 (written by a newer program)");
    EXPECT_EQ(complaint(file_of({})),
              "x.hmt: byte 16: expected an information chunk, found the end of the file");
    try {
        static_cast<void>(open_file(std::filesystem::path(testing::TempDir())));
        FAIL();
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), MatchesRegex(".*: expected a file, found a folder"));
    }
    EXPECT_THROW(static_cast<void>(open_file("no such file.hmt")), FileError);
}

TEST(BrokenFile, Trailers) {
    const Bytes whole = small_recording();
    const auto with_trailer = [&](std::uint64_t toc_offset, std::uint64_t file_bytes) {
        Bytes bytes(whole.begin(), whole.end() - static_cast<std::ptrdiff_t>(trailer_bytes));
        ByteWriter trailer;
        trailer.u64(toc_offset);
        trailer.u64(file_bytes);
        trailer.u32(crc32_of(trailer.bytes()));
        trailer.u32(trailer_magic);
        bytes.insert(bytes.end(), trailer.bytes().begin(), trailer.bytes().end());
        return bytes;
    };
    const std::size_t at = whole.size() - trailer_bytes;
    EXPECT_EQ(
        complaint(with_trailer(whole.size(), whole.size())),
        fmt::format("x.hmt: trailer at byte {}, byte 24: expected the table of contents between bytes 16 and "
                    "{}, found {}",
                    at, at, whole.size()));
    EXPECT_EQ(complaint(with_trailer(100, 5)),
              fmt::format("x.hmt: trailer at byte {}, byte 24: expected a file of 5 bytes, found {}", at,
                          whole.size()));
    EXPECT_EQ(complaint(with_trailer(file_header_bytes, whole.size())),
              "x.hmt: byte 16: expected the table of contents, found something else");
}

TEST(BrokenFile, ChunkSizes) {
    PackedChunk bomb = empty_info();
    bomb.header.flags = flag_deflated;
    bomb.header.plain_bytes = 1U << 27;
    EXPECT_EQ(
        complaint(file_of({bomb})),
        fmt::format(
            "x.hmt: chunk 0 at byte 16, byte 32: expected a body that inflates to at most 256 times its "
            "{} bytes, found 134217728 bytes",
            bomb.payload.size()));
    bomb.header.plain_bytes = std::uint64_t{1} << 60;
    EXPECT_EQ(complaint(file_of({bomb})),
              "x.hmt: chunk 0 at byte 16, byte 32: expected a chunk of at most 268435456 "
              "bytes, found 1152921504606846976");

    const Bytes text(3000, std::byte{'a'});
    for (const auto& [difference, found] : {std::pair{-1, "more"}, std::pair{1, "3000"}}) {
        PackedChunk chunk = pack_chunk(info_chunk, 0, {}, text, 6);
        chunk.header.plain_bytes += static_cast<std::uint64_t>(difference);
        EXPECT_EQ(complaint(file_of({chunk})),
                  fmt::format(
                      "x.hmt: chunk 0 (information) at byte 16: expected deflated data of {} bytes, found {}",
                      3000 + difference, found));
    }
}

TEST(BrokenFile, Tables) {
    ByteWriter body;
    body.string("producer");
    body.string("source");
    body.varint(std::uint64_t{1} << 40);
    EXPECT_EQ(complaint(file_of({pack_chunk(info_chunk, 0, {}, body.bytes(), 0)})),
              "x.hmt: chunk 0 (information) at byte 16, byte 22: expected a number of options that fits the "
              "0 bytes "
              "left, found 1099511627776");
    ByteWriter latin;
    latin.string("\xfc");
    EXPECT_EQ(
        complaint(file_of({pack_chunk(info_chunk, 0, {}, latin.bytes(), 0)})),
        "x.hmt: chunk 0 (information) at byte 16, byte 2: expected the producer in UTF-8, found other bytes");
    EXPECT_EQ(
        complaint(file_of({empty_info(), empty_info()})),
        fmt::format("x.hmt: chunk 1 (information) at byte {}: expected one information chunk, found another",
                    16 + 32 + empty_info().payload.size()));
}

TEST(BrokenFile, UnknownChunks) {
    const PackedChunk required = pack_chunk(chunk_type("NEW!"), 0, {}, {}, 0);
    const PackedChunk optional = pack_chunk(chunk_type("NEW!"), flag_optional, {}, {}, 0);
    const HmtFile skipped(open_memory(file_of({empty_info(), optional}), "x.hmt"));
    EXPECT_TRUE(skipped.incomplete());
    EXPECT_THAT(
        complaint(file_of({empty_info(), required})),
        MatchesRegex("x.hmt: chunk 1 .type NEW!. at byte [0-9]+: expected a chunk of a known type, found "
                     "another .written by a newer program."));
}

TEST(BrokenFile, PayloadCrc) {
    Bytes bytes = small_recording();
    const HmtFile file(open_memory(bytes, "x.hmt"));
    bytes[file.block_bytes(1).second - 1] ^= std::byte{1};
    EXPECT_THAT(complaint(bytes), MatchesRegex("x.hmt: chunk [0-9]+ .requests. at byte [0-9]+: expected CRC "
                                               "[0-9a-f]+, found [0-9a-f]+"));
}

TEST(BrokenFile, Incomplete) {
    const Bytes whole = small_recording();
    const HmtFile file(open_memory(whole, "x.hmt"));
    const auto end = static_cast<std::ptrdiff_t>(file.block_bytes(1).second);
    EXPECT_EQ(
        complaint(Bytes(whole.begin(), whole.begin() + end)),
        fmt::format("x.hmt: byte {}: expected a table of contents, found the end of the file after 2 whole "
                    "blocks with 200 requests",
                    end));
}

} // namespace
} // namespace hitmap
