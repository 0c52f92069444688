#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/import/import_warnings.h"
#include "tests/trace/recording_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace hitmap {
namespace {

Instruction load_of(std::uint16_t bytes) {
    Instruction instruction;
    instruction.bytes_per_lane = bytes;
    return instruction;
}

Request request_of(std::uint32_t instruction) {
    Request request;
    request.instruction = instruction;
    request.mask = 1;
    request.address[0] = 0x1000;
    return request;
}

/// Three blocks of one request; the second and third use instructions that are added before them.
std::vector<std::byte> growing_recording(ThreadPool* pool) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {.tables_grow = true, .block_requests = 1}, pool);
    RecordingInfo info;
    info.producer = "test";
    info.options = {{"format", "test"}};
    info.instructions = {load_of(4)};
    sink->begin(info, nullptr);
    Launch launch;
    launch.kernel = "not known";
    sink->begin_launch(launch);
    for (const std::uint32_t instruction : {0U, 1U, 2U}) {
        if (instruction != 0) sink->add_instruction(load_of(static_cast<std::uint16_t>(4U << instruction)));
        sink->add(request_of(instruction));
    }
    ImportWarnings warnings;
    warnings.count("lines without an address");
    warnings.count("lines without an address", 2);
    warnings.count("empty warps", 0);
    launch.kernel = "trace";
    launch.grid = {7, 1, 1};
    launch.first_request.value = 99; // It is ignored.
    FinalTables tables;
    tables.device = {"device", 2, 1};
    tables.options = warnings.options();
    tables.launches = {launch};
    sink->complete(tables);
    sink->finish();
    return bytes;
}

TEST(GrowingTables, InstructionsLaunchesAndDeviceAreCompletedLater) {
    ThreadPool pool;
    const HmtFile file(open_memory(growing_recording(&pool), "a.hmt"));
    file.validate(pool);
    EXPECT_EQ(file.version(), 2U);
    EXPECT_EQ(recording_text(file), R"(producer 'test', source ''
option 'format' = 'test'
option 'import-warning' = 'lines without an address: 3'
device 'device', 2 SMs of 1 warps
launch 'trace' 7,1,1 x 1,1,1, 0 local, 0 shared, from request 0
global load, 4 bytes, '' '' 0:0
global load, 8 bytes, '' '' 0:0
global load, 16 bytes, '' '' 0:0
3 requests, 3 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1000
request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x1000
request: launch 0, SM 0, warp 0 in 0, instruction 2, mask 00000001: 0x1000
)");
}

TEST(GrowingTables, BytesDoNotDependOnThreads) {
    ThreadPool pool(4);
    EXPECT_EQ(growing_recording(&pool), growing_recording(nullptr));
}

TEST(GrowingTables, ARecordingThatWasCutOffHasTheInstructionsOfItsBlocks) {
    std::vector<std::byte> bytes = growing_recording(nullptr);
    const HmtFile whole(open_memory(bytes, "a.hmt"));
    bytes.resize(whole.block_bytes(1).second);
    const HmtFile file(open_memory(bytes, "a.hmt.part"));
    EXPECT_TRUE(file.incomplete());
    EXPECT_EQ(file.info().instructions.size(), 2U);
    RequestBlock block;
    file.read_block(1, block);
    EXPECT_EQ(block.entries.at(0).instruction, 1U);
}

TEST(GrowingTables, OtherRecordingsNeedTheirTablesAtTheBegin) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin({}, nullptr);
    EXPECT_THROW(sink->add_instruction(load_of(4)), Error);
    EXPECT_THROW(sink->complete({}), Error);
    sink->finish();
    EXPECT_EQ(HmtFile(open_memory(bytes, "a.hmt")).version(), 1U);
}

} // namespace
} // namespace hitmap
