#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/block_codec.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/chunks/hmt_index.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_chunks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace hitmap {
namespace {

using namespace hmt;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

/// A whole recording with uncompressed chunks of a few hundred bytes each, so that places in it can be named.
Bytes small_recording() {
    HmtWriteOptions options;
    options.deflate = false;
    options.block_requests = 100;
    MemoryRecording recording = grid_recording(2, 250);
    recording.info.sources.push_back({"kernel.cu", "void kernel();"});
    return to_bytes(recording, options);
}

/// Returns the error of opening and validating; empty if there is none.
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

PackedChunk empty_info() {
    ByteWriter body;
    encode_info({}, body);
    return pack_chunk(info_chunk, 0, {}, body.bytes(), 0);
}

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

TEST(NoTsanBrokenFile, Tables) {
    ByteWriter body;
    body.string("producer");
    body.string("source");
    body.varint(std::uint64_t{1} << 40);
    EXPECT_EQ(complaint(file_of({pack_chunk(info_chunk, 0, {}, body.bytes(), 0)})),
              "x.hmt: chunk 0 (information) at byte 16, byte 22: expected a number of options that fits the "
              "0 bytes "
              "left, found 1099511627776");
    EXPECT_EQ(
        complaint(file_of({empty_info(), empty_info()})),
        fmt::format("x.hmt: chunk 1 (information) at byte {}: expected one information chunk, found another",
                    16 + 32 + empty_info().payload.size()));
}

/// Returns the error of opening a recording with these tables, without "x.hmt: ".
std::string complaint_about(const RecordingInfo& info, const std::vector<Launch>& launches = {}) {
    ByteWriter body;
    encode_info(info, body);
    std::vector<PackedChunk> chunks{pack_chunk(info_chunk, 0, {}, body.bytes(), 6)};
    for (const Launch& launch : launches) {
        ByteWriter bytes;
        encode_launch(launch, bytes);
        chunks.push_back(pack_chunk(launch_chunk, 0, {}, bytes.bytes(), 0));
    }
    return complaint(file_of(chunks)).substr(7);
}

Allocation elements_of(Role role, std::uint64_t address, std::uint32_t count) {
    Allocation result;
    result.role = role;
    result.address = address;
    result.stride = 4;
    result.bytes = std::uint64_t{count} * result.stride;
    return result;
}

/// Tables of a few hundred bytes that would require gigabytes or hours.
TEST(NoTsanBrokenFile, TablesBeyondTheLimits) {
    struct Row {
        std::function<void(RecordingInfo&)> make;
        const char* message;
    };
    const Row rows[] = {
        {[](RecordingInfo& i) { i.instructions.emplace_back().bytes_per_lane = 65535; },
         "expected at most 32 bytes per lane, found 65535"},
        {[](RecordingInfo& i) { i.instructions.emplace_back().inlined_at.resize(65); },
         "expected at most 64 inlined calls, found 65"},
        {[](RecordingInfo& i) { i.device.sm_count = 40'000'000; },
         "expected a number of SMs of at most 65536, found 40000000"},
        {[](RecordingInfo& i) { i.device.warp_slots_per_sm = 65537; },
         "expected a number of warp slots of at most 65536, found 65537"},
        {[](RecordingInfo& i) { i.options.resize(65537); }, "expected at most 65536 options, found 65537"},
        {[](RecordingInfo& i) { i.origins.resize(65537); }, "expected at most 65536 origins, found 65537"},
        {[](RecordingInfo& i) { i.allocations.resize(4097); },
         "expected at most 4096 allocations, found 4097"},
        {[](RecordingInfo& i) { i.instructions.resize(65537); },
         "expected at most 65536 instructions, found 65537"},
        {[](RecordingInfo& i) { i.sources.resize(65537); },
         "expected at most 65536 source texts, found 65537"},
        {[](RecordingInfo& i) { i.scene.cameras.resize(65537); },
         "expected at most 65536 cameras, found 65537"}};
    for (const Row& row : rows) {
        RecordingInfo info;
        row.make(info);
        EXPECT_THAT(complaint_about(info), HasSubstr(row.message));
        EXPECT_THAT(complaint_about(info), StartsWith("chunk 0 (information) at byte 16, byte "));
    }
}

PackedChunk warp_size_of(std::uint32_t lanes) {
    Device device;
    device.warp_size = lanes;
    ByteWriter body;
    encode_warp_size(device, body);
    return pack_chunk(warp_size_chunk, 0, {}, body.bytes(), 0);
}

TEST(NoTsanBrokenFile, WarpsOfImpossibleSizes) {
    EXPECT_EQ(complaint(whole_file_of({empty_info(), warp_size_of(8)})), "");
    EXPECT_THAT(complaint(whole_file_of({empty_info(), warp_size_of(0)})),
                HasSubstr("expected a warp of at least one lane, found none"));
    EXPECT_THAT(complaint(whole_file_of({empty_info(), warp_size_of(32)})),
                HasSubstr("expected a number of lanes of at most 31, found 32"));
    EXPECT_THAT(complaint(whole_file_of({empty_info(), warp_size_of(8), warp_size_of(8)})),
                HasSubstr("expected one warp size, found another"));
}

TEST(NoTsanBrokenFile, LanesThatAWarpDoesNotHave) {
    const auto with_narrow_warps = [](const MemoryRecording& recording) {
        std::vector<PackedChunk> chunks = chunks_of(to_bytes(recording, {}));
        chunks.insert(chunks.begin() + 1, warp_size_of(8));
        return complaint(whole_file_of(chunks));
    };
    MemoryRecording recording;
    recording.info.instructions.resize(1);
    recording.info.basic_blocks.resize(1);
    recording.launches.resize(1);
    recording.requests.emplace_back().mask = 0x101;
    EXPECT_THAT(with_narrow_warps(recording),
                HasSubstr("expected active lanes within 0xff in request 0, found 0x101"));
    recording.requests.front().mask = 1;
    EXPECT_EQ(with_narrow_warps(recording), "");
    recording.executions.emplace_back().mask = 0x100;
    EXPECT_THAT(with_narrow_warps(recording), HasSubstr("expected active lanes within 0xff, found 0x100"));
    recording.executions.clear();
    recording.tags.emplace_back().lane = 31;
    EXPECT_THAT(with_narrow_warps(recording), HasSubstr("lane tags: expected a lane below 8, found 31"));
}

TEST(NoTsanBrokenFile, TablesThatContradictOneAnother) {
    RecordingInfo overlap;
    overlap.allocations = {elements_of(Role::boxes, 256, 10), elements_of(Role::faces, 260, 1)};
    EXPECT_EQ(complaint_about(overlap), "tables: two allocations with elements overlap at address 0x104");

    RecordingInfo info;
    info.allocations = {elements_of(Role::boxes, 0, 10), elements_of(Role::faces, 4096, 20),
                        elements_of(Role::framebuffer, 8192, 30)};
    info.scene.present = true;
    info.scene.boxes = 11;
    info.scene.face_slots = 20;
    info.scene.width = 6;
    info.scene.height = 5;
    EXPECT_EQ(complaint_about(info),
              "tables: expected allocations of 11 boxes, as many as the scene has, found 10");
    info.scene.boxes = 10;
    info.scene.face_slots = 0;
    EXPECT_EQ(complaint_about(info),
              "tables: expected allocations of 0 faces, as many as the scene has, found 20");
    info.scene.face_slots = 20;
    info.scene.height = 0xffff'ffff;
    EXPECT_EQ(complaint_about(info),
              "tables: expected allocations of 25769803770 pixels, as many as the scene has, found 30");
    info.scene.height = 5;
    EXPECT_THAT(complaint_about(info), HasSubstr("expected a table of contents")) << "nothing else is wrong";
    info.scene.present = false;
    EXPECT_THAT(complaint_about(info), HasSubstr("expected a table of contents"));
}

Launch launch_at(std::uint64_t first_request) {
    Launch launch;
    launch.first_request.value = first_request;
    return launch;
}

TEST(NoTsanBrokenFile, LaunchesOutOfOrder) {
    EXPECT_EQ(complaint_about({}, {launch_at(5), launch_at(3)}),
              "launch 1: expected a first request from 5 to 0, found 3");
    const HmtFile cut(open_memory(file_of({empty_info()}), "x.hmt"));
    EXPECT_TRUE(cut.info().launches.empty());
    // A whole recording with a launch that starts after its end.
    const MemoryRecording recording = grid_recording(2, 10);
    HmtWriteOptions options;
    options.deflate = false;
    std::vector<PackedChunk> chunks = chunks_of(to_bytes(recording, options));
    EXPECT_EQ(complaint(whole_file_of(chunks)), "");
    for (PackedChunk& chunk : chunks) {
        if (chunk.header.type != launch_chunk) continue;
        ByteWriter body;
        encode_launch(launch_at(11), body);
        chunk = pack_chunk(launch_chunk, 0, {}, body.bytes(), 0);
    }
    EXPECT_EQ(complaint(whole_file_of(chunks)),
              "x.hmt: launch 0: expected a first request from 0 to 10, found 11");
}

/// Headers with other numbers of element accesses than their blocks.
TEST(NoTsanBrokenFile, ElementAccessesOtherThanTheHeadSays) {
    RecordingInfo info;
    info.allocations = {elements_of(Role::boxes, 256, 100)};
    info.instructions.emplace_back().bytes_per_lane = 4;
    MemoryRecording recording;
    recording.info = info;
    recording.launches.resize(1);
    for (std::uint64_t i = 0; i < 10; ++i) {
        Request& request = recording.requests.emplace_back();
        request.mask = 1;
        request.address[0] = 256 + 4 * i;
    }
    HmtWriteOptions options;
    options.deflate = false;
    for (const std::uint64_t claimed : {0, 9, 11, 1000000}) {
        std::vector<PackedChunk> chunks = chunks_of(to_bytes(recording, options));
        BlockHead head{
            .first_request = 0, .requests = 10, .launches = 1, .lane_accesses = 10, .element_accesses = {}};
        head.element_accesses[0] = claimed;
        ByteWriter head_bytes;
        encode_block_head(head, least_counted_kinds, head_bytes);
        put_head(chunks.back(), head_bytes.bytes());
        const Bytes bytes = whole_file_of(chunks);
        if (claimed > 10 * RecordingLimits::element_accesses) {
            EXPECT_THAT(complaint(bytes), HasSubstr("expected at most 2560 element accesses in 10 requests"));
            continue;
        }
        EXPECT_THAT(complaint(bytes),
                    HasSubstr(fmt::format("expected {} accesses to boxes, found 10", claimed)));
        const HmtFile file(open_memory(bytes, "x.hmt"));
        EXPECT_NO_THROW(file.check_accesses(RequestIndex(5), std::min<std::uint64_t>(claimed, 5)));
        EXPECT_THROW(file.check_accesses(RequestIndex(10), 10), FileError);
        EXPECT_THROW(file.check_accesses(RequestIndex(5), claimed + 1), FileError);
    }
}

TEST(NoTsanBrokenFile, ArraysOfTheSceneInAnotherOrder) {
    std::vector<PackedChunk> chunks = chunks_of(small_recording());
    std::swap(scene_part(chunks, SceneArray::face_source), scene_part(chunks, SceneArray::face_slots));
    EXPECT_THAT(complaint(whole_file_of(chunks)),
                MatchesRegex("x.hmt: chunk 2 .scene. at byte [0-9]+, byte 16: expected the arrays of a scene "
                             "in the order of the format, found face sources after face slots"));
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
