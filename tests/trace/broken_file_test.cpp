// Recordings whose bytes are cut, damaged or replaced: header, trailer, chunks and their checksums.
#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/chunks/hmt_index.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/broken_recording.h"
#include "tests/trace/recording_chunks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <utility>

namespace hitmap {
namespace {

using namespace hmt;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

TEST(NoTsanBrokenFile, WholeOneIsFine) {
    EXPECT_EQ(complaint(small_recording()), "");
}

TEST(NoTsanBrokenFile, EveryTruncationIsSeenAndKeepsTheWholeBlocksBeforeIt) {
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

TEST(NoTsanBrokenFile, EveryDamagedByteIsSeen) {
    Bytes bytes = small_recording();
    for (std::size_t i = 0; i < bytes.size(); i += i < 64 ? 1 : 7) {
        bytes[i] ^= std::byte{0x10};
        EXPECT_NE(complaint(bytes), "") << "byte " << i;
        bytes[i] ^= std::byte{0x10};
    }
}

TEST(NoTsanBrokenFile, OneThatWasWrittenSinceItWasOpenedIsSaidToBe) {
    const auto path = std::filesystem::path(testing::TempDir()) / "changed_test.hmt";
    const Bytes bytes_of_whole = small_recording();
    const std::string whole(reinterpret_cast<const char*>(bytes_of_whole.data()), // NOLINT: bytes
                            bytes_of_whole.size());
    int seconds = 0;
    const auto put = [&](std::string_view bytes) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        // A clock of the file system may tick slower than this test.
        std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) +
                                                   std::chrono::seconds(++seconds));
    };
    for (const std::string& other :
         {std::string(whole.size(), 'x'), whole.substr(0, 20), std::string(2 * whole.size(), '\0')}) {
        put(whole);
        const auto source = open_file(path);
        const FileIndex index = read_index(*source);
        put(other);
        try {
            for (const ChunkEntry& chunk : index.chunks)
                static_cast<void>(read_chunk(*source, chunk));
            FAIL() << other.size();
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr("changed_test.hmt: has changed since it was opened"))
                << other.size();
        }
    }
    put(whole);
    const auto source = open_file(path);
    const FileIndex index = read_index(*source);
    std::filesystem::rename(path, path.string() + ".old"); // what is open is still the recording of then
    put("another recording");
    EXPECT_NO_THROW(static_cast<void>(read_chunk(*source, index.chunks.front())));
    std::filesystem::remove(path);
    std::filesystem::remove(path.string() + ".old");
}

TEST(NoTsanBrokenFile, FileHeaders) {
    EXPECT_EQ(complaint({}), "x.hmt: expected a recording, found an empty file");
    const Bytes whole = small_recording();
    EXPECT_EQ(complaint(Bytes(whole.begin(), whole.begin() + 10)),
              "x.hmt: file header, byte 8: expected 4 bytes of version, found 2");
    EXPECT_EQ(
        complaint(Bytes(100, std::byte{'#'})),
        "x.hmt: this is not a .hmt recording: its first bytes are others; 'hitmap import' reads recordings "
        "of some other programs (docs/import.md)");
    EXPECT_EQ(complaint(file_of({}, 4)),
              "x.hmt: byte 8: expected version 1 to 3, found 4 (written by a newer program)");
    for (std::size_t i = 12; i < file_header_bytes; ++i) {
        Bytes damaged = whole;
        damaged[i] = std::byte{1};
        EXPECT_EQ(complaint(damaged), fmt::format("x.hmt: byte 12: expected four bytes of 0, found {:#x} as "
                                                  "their number",
                                                  1U << (8 * (i - 12))));
    }
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

TEST(NoTsanBrokenFile, Trailers) {
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

TEST(NoTsanBrokenFile, ChunkSizes) {
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

TEST(NoTsanBrokenFile, UnknownChunks) {
    const PackedChunk required = pack_chunk(chunk_type("NEW!"), 0, {}, {}, 0);
    const PackedChunk optional = pack_chunk(chunk_type("NEW!"), flag_optional, {}, {}, 0);
    const HmtFile skipped(open_memory(file_of({empty_info(), optional}), "x.hmt"));
    EXPECT_TRUE(skipped.incomplete());
    EXPECT_THAT(
        complaint(file_of({empty_info(), required})),
        MatchesRegex("x.hmt: chunk 1 .type NEW!. at byte [0-9]+: expected a chunk of a known type, found "
                     "another .written by a newer program."));
}

TEST(NoTsanBrokenFile, PayloadCrc) {
    Bytes bytes = small_recording();
    const HmtFile file(open_memory(bytes, "x.hmt"));
    bytes[file.block_bytes(1).second - 1] ^= std::byte{1};
    EXPECT_THAT(complaint(bytes), MatchesRegex("x.hmt: chunk [0-9]+ .requests. at byte [0-9]+: expected CRC "
                                               "[0-9a-f]+, found [0-9a-f]+"));
}

/// Returns what checking the blocks alone says, and what decoding them in order says.
std::pair<std::string, std::string> complaints_of_blocks(const HmtFile& file) {
    std::pair<std::string, std::string> found;
    try {
        file.check_blocks();
    } catch (const FileError& error) {
        found.first = error.what();
    }
    RequestBlock block;
    try {
        for (std::size_t i = 0; i < file.blocks().size(); ++i)
            file.read_block(i, block);
    } catch (const FileError& error) {
        found.second = error.what();
    }
    return found;
}

TEST(NoTsanBrokenFile, BlocksAreCheckedWithoutDecoding) {
    const Bytes whole = small_recording();
    const HmtFile sound(open_memory(whole, "x.hmt"));
    EXPECT_EQ(complaints_of_blocks(sound), std::pair(std::string(), std::string()));
    const auto [begin, end] = sound.block_bytes(1);
    for (const std::uint64_t at : {begin, begin + ChunkHeader::bytes, end - 1}) {
        Bytes bytes = whole;
        bytes.at(at) ^= std::byte{1};
        const HmtFile file(open_memory(std::move(bytes), "x.hmt"));
        const auto [checked, decoded] = complaints_of_blocks(file);
        EXPECT_THAT(checked, HasSubstr("expected")) << at;
        EXPECT_EQ(checked, decoded);
        EXPECT_EQ(file.checksums(), sound.checksums()) << "those that are stored";
        EXPECT_EQ(complaints_of_blocks(file.part({.requests = {0, 100}})),
                  std::pair(std::string(), std::string()))
            << "a part without the damaged block";
    }
}

TEST(NoTsanBrokenFile, ChunksOfSeveralPiecesAreCheckedWithoutDecoding) {
    const Bytes head(5, std::byte{7});
    const Bytes body((std::size_t{5} << 19) + 7, std::byte{3});
    const PackedChunk chunk = pack_chunk(request_chunk, 0, head, body, 0);
    ByteWriter out;
    write_header(chunk.header, out);
    out.raw(chunk.payload);
    const Bytes whole = out.take();
    const ChunkEntry entry{chunk.header, 0, 0, head};
    EXPECT_NO_THROW(check_chunk(*open_memory(whole, "x.hmt"), entry));
    for (const std::size_t at : {ChunkHeader::bytes, whole.size() / 2, whole.size() - 1}) {
        Bytes bytes = whole;
        bytes.at(at) ^= std::byte{1};
        try {
            check_chunk(*open_memory(std::move(bytes), "x.hmt"), entry);
            ADD_FAILURE() << at;
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), StartsWith("x.hmt: chunk 0 (requests) at byte 0: expected CRC "));
        }
    }
}

TEST(NoTsanBrokenFile, CheckingBlocksCanBeStopped) {
    const HmtFile file(open_memory(small_recording(), "x.hmt"));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(file.check_blocks({.stop = stop.get_token()}), Cancelled);
}

TEST(NoTsanBrokenFile, Incomplete) {
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
