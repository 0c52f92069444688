// Recordings whose chunks are whole, and whose tables, warps, launches, blocks or scenes contradict one
// another.
#include "core/base/error.h"
#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/broken_recording.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_chunks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using namespace hmt;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

TEST(NoTsanBrokenTables, NumbersOfEntries) {
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
TEST(NoTsanBrokenTables, TablesBeyondTheLimits) {
    struct Row {
        std::function<void(RecordingInfo&)> make;
        const char* message;
    };
    const Row rows[] = {
        {[](RecordingInfo& i) { i.instructions.emplace_back().bytes_per_lane = 65535; },
         "expected at most 128 bytes per lane, found 65535"},
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

TEST(NoTsanBrokenTables, WarpsOfImpossibleSizes) {
    EXPECT_EQ(complaint(whole_file_of({empty_info(), warp_size_of(8)})), "");
    EXPECT_THAT(complaint(whole_file_of({empty_info(), warp_size_of(0)})),
                HasSubstr("expected a warp of at least one lane, found none"));
    EXPECT_THAT(complaint(whole_file_of({empty_info(), warp_size_of(32)})),
                HasSubstr("expected a number of lanes of at most 31, found 32"));
    EXPECT_THAT(complaint(whole_file_of({empty_info(), warp_size_of(8), warp_size_of(8)})),
                HasSubstr("expected one warp size, found another"));
}

TEST(NoTsanBrokenTables, LanesThatAWarpDoesNotHave) {
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

TEST(NoTsanBrokenTables, TablesThatContradictOneAnother) {
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

TEST(NoTsanBrokenTables, LaunchesOutOfOrder) {
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
TEST(NoTsanBrokenTables, ElementAccessesOtherThanTheHeadSays) {
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

TEST(NoTsanBrokenTables, ArraysOfTheSceneInAnotherOrder) {
    std::vector<PackedChunk> chunks = chunks_of(small_recording());
    std::swap(scene_part(chunks, SceneArray::face_source), scene_part(chunks, SceneArray::face_slots));
    EXPECT_THAT(complaint(whole_file_of(chunks)),
                MatchesRegex("x.hmt: chunk 2 .scene. at byte [0-9]+, byte 16: expected the arrays of a scene "
                             "in the order of the format, found face sources after face slots"));
}

} // namespace
} // namespace hitmap
