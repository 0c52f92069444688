#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/events/execution_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"
#include "tests/trace/random_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

std::vector<BlockExecution> all_executions(const HmtFile& file) {
    std::vector<BlockExecution> all;
    std::vector<BlockExecution> some;
    for (std::size_t i = 0; i < file.execution_chunks(); ++i) {
        file.read_executions(i, some);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

RecordingInfo info_with_blocks() {
    RecordingInfo info;
    info.device = {"device", 2, 4};
    info.instructions.emplace_back().bytes_per_lane = 4;
    info.basic_blocks = {{BlockEntry::kernel, 3, {"main", "a.cu", 1, 2}},
                         {BlockEntry::loop_iteration, 5, {"main", "a.cu", 4, 2}}};
    return info;
}

Request one_lane() {
    Request request;
    request.mask = 1;
    return request;
}

TEST(Executions, ManyTakeSeveralChunksAndAFewBitsEach) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin(info_with_blocks(), nullptr);
    sink->begin_launch({});
    std::vector<BlockExecution> expected;
    constexpr std::uint32_t events = 600'000;
    std::mt19937 random(1); // regular masks would deflate beyond the limit, and be stored plain
    for (std::uint32_t i = 0; i < events; ++i) {
        BlockExecution event{RequestIndex(i / 1000), 0, i % 2, i % 8, i % 8 / 2, i < 8 ? 0U : 1U, ~0U};
        if (i % 1000 == 0 && i != 0) sink->add(one_lane());
        if (random() % 2 != 0) event.mask = 0xffffU;
        sink->execute(event);
        expected.push_back(event);
    }
    sink->finish();
    EXPECT_LT(bytes.size(), 300'000U);
    const HmtFile file(open_memory(bytes, "a.hmt"));
    ThreadPool pool(2);
    file.validate(pool);
    EXPECT_EQ(file.version(), 1U) << "older readers skip the chunks";
    EXPECT_GE(file.execution_chunks(), 3U);
    EXPECT_EQ(file.info().executions, events);
    EXPECT_EQ(all_executions(file), expected);
}

TEST(Executions, OfTheSameWarpAndMaskForEverAreStoredWithinTheLimit) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin(info_with_blocks(), nullptr);
    sink->begin_launch({});
    for (int i = 0; i < 100'000; ++i) // would deflate to less than a 16th of a byte each
        sink->execute({{}, 0, 0, 0, 0, 1, ~0U});
    sink->finish();
    const HmtFile file(open_memory(bytes, "a.hmt"));
    EXPECT_EQ(all_executions(file).size(), 100'000U);
}

/// Launch 0 has requests 0 to 3, launch 1 none, launch 2 requests 4 to 9. Each request has two events before
/// it, and each launch one behind its last request, all of blocks with the number of the launch modulo 2.
std::vector<std::byte> launches_with_events() {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {.block_requests = 3});
    sink->begin(info_with_blocks(), nullptr);
    std::uint32_t launch = 0;
    for (const int requests : {4, 0, 6}) {
        sink->begin_launch({});
        for (int i = 0; i < requests; ++i) {
            sink->execute({{}, launch, 0, 0, 0, launch % 2, 1});
            sink->execute({{}, launch, 1, 1, 0, launch % 2, 3});
            Request request = one_lane();
            request.launch = launch;
            sink->add(request);
        }
        sink->execute({{}, launch, 0, 0, 0, launch % 2, 7});
        ++launch;
    }
    sink->finish();
    return bytes;
}

/// "launch:request" of the events with mask 1, and in brackets of those with mask 7.
std::string event_text(const HmtFile& file) {
    std::string text;
    for (const BlockExecution& event : all_executions(file)) {
        const std::string place = fmt::format("{}:{}", event.launch, event.request.value);
        if (event.mask != 3) text += event.mask == 1 ? place + " " : "(" + place + ") ";
    }
    return text;
}

TEST(Executions, BelongToThePartsOfTheirRequests) {
    const HmtFile file(open_memory(launches_with_events(), "a.hmt"));
    EXPECT_EQ(event_text(file), "0:0 0:1 0:2 0:3 (0:4) (1:4) 2:4 2:5 2:6 2:7 2:8 2:9 (2:10) ");
    struct Case {
        RecordingPart part;
        std::string events;
    };
    ThreadPool pool(1);
    for (const Case& each :
         {Case{{.requests = {1, 3}}, "0:0 0:1 "}, Case{{.requests = {3, 6}}, "0:0 (0:1) (1:1) 2:1 2:2 "},
          Case{{.requests = {9}}, "2:0 (2:1) "}, Case{{.launches = {0, 1}}, "0:0 0:1 0:2 0:3 (0:4) "},
          Case{{.launches = {2, 3}}, "2:0 2:1 2:2 2:3 2:4 2:5 (2:6) "},
          Case{{.launches = {0, 2}}, "0:0 0:1 0:2 0:3 (0:4) (1:4) "}}) {
        const HmtFile part = file.part(each.part);
        EXPECT_EQ(event_text(part), each.events);
        EXPECT_EQ(part.info().executions, all_executions(part).size());
        std::vector<std::byte> written;
        write_recording(part, create_memory(written), pool);
        const HmtFile cut(open_memory(written, "b.hmt"));
        cut.validate(pool);
        EXPECT_EQ(all_executions(cut), all_executions(part));
        EXPECT_EQ(cut.info().basic_blocks.size(), 2U);
    }
    const HmtFile twice = file.part({.requests = {2, 8}}).part({.requests = {1, 4}});
    EXPECT_EQ(event_text(twice), "0:0 (0:1) (1:1) 2:1 2:2 ");
}

TEST(Executions, TruncatedFilesKeepThoseWhoseRequestsTheyHave) {
    const std::vector<std::byte> whole = launches_with_events();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        try {
            const HmtFile file(open_memory(cut, "a.hmt"));
            const auto events = all_executions(file);
            EXPECT_EQ(events.size(), file.info().executions);
            for (const BlockExecution& event : events) {
                EXPECT_LE(event.request.value, file.info().requests);
                EXPECT_LT(event.launch, file.info().launches.size());
            }
        } catch (const FileError& error) {
            EXPECT_EQ(std::string(error.what()).find("event"), std::string::npos) << error.what();
        }
    }
}

TEST(Executions, AreCheckedByTheWriter) {
    struct Row {
        BlockExecution event;
        const char* message;
    };
    for (const Row& row : {Row{{{}, 1, 0, 0, 0, 0, 1}, "expected a launch below 1, found 1"},
                           Row{{{}, 0, 2, 0, 0, 0, 1}, "expected an SM below 2, found 2"},
                           Row{{{}, 0, 0, 0, 4, 0, 1}, "expected a warp slot below 4, found 4"},
                           Row{{{}, 0, 0, 0, 0, 2, 1}, "expected a basic block below 2, found 2"},
                           Row{{{}, 0, 0, 0, 0, 0, 0}, "expected an active lane, found none"}}) {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes));
        sink->begin(info_with_blocks(), nullptr);
        sink->begin_launch({});
        try {
            sink->execute(row.event);
            FAIL() << row.message;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), std::string("execution event 0: ") + row.message);
        }
    }
}

/// The columns of a chunk with one event: requests, warps, identities, blocks, masks, mask bytes.
using EventColumns = std::vector<std::vector<std::uint8_t>>;

std::string event_error(const EventColumns& columns, const hmt::EventHead& head = {1, 1, 5, 5}) {
    ByteWriter body;
    for (const auto& column : columns)
        body.varint(column.size());
    for (const auto& column : columns)
        for (const std::uint8_t byte : column)
            body.u8(byte);
    const BytesPlace place{"a.hmt", "chunk 1"};
    ByteReader in(body.bytes(), place);
    std::vector<BlockExecution> events;
    try {
        hmt::decode_executions(in, head, {2, 3, 4}, events);
    } catch (const FileError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Executions, AreCheckedByTheReader) {
    const EventColumns good{{0}, {2}, {0, 4, 200, 1, 6}, {2}, {0}, {}};
    EXPECT_EQ(event_error(good), "no error");
    struct Row {
        std::size_t column;
        std::vector<std::uint8_t> bytes;
        const char* message;
    };
    const Row rows[] = {
        {0, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, "expected requests below 2^64"},
        {0, {1}, "expected events from request 5 to 5, found 6 to 6"},
        {0, {}, "of a number, found 0"},
        {0, {0, 0}, "expected the end, found 1 more bytes"},
        {1, {0}, "expected a new warp first, found none"},
        {1, {1}, "expected a new warp first, found none"},
        {1, {3}, "expected a warp below 0, found 0"},
        {2, {2, 4, 200, 1, 6}, "expected a number below 1, found 1"},
        {2, {1, 4, 200, 1, 6}, "expected a number below 1, found 18446744073709551615"},
        {2, {0, 6, 200, 1, 6}, "expected a number below 3, found 3"},
        {2, {0, 4, 200, 1, 8}, "expected a number below 4, found 4"},
        {3, {3}, "expected a basic block below 2, found 2"},
        {4, {1}, "expected an active lane, found none"},
        {4, {4}, "expected a code of a mask, below 4 or from 17 to 31, found 4"},
        {4, {16}, "expected a code of a mask, below 4 or from 17 to 31, found 16"},
        {4, {32}, "expected a code of a mask, below 4 or from 17 to 31, found 32"},
        {4, {17}, "a code"},
        {5, {1}, "expected the end"},
    };
    for (const Row& row : rows) {
        EventColumns columns = good;
        columns[row.column] = row.bytes;
        const std::string error = event_error(columns);
        EXPECT_THAT(error, HasSubstr(row.message));
    }
    const EventColumns all_off{{0}, {2}, {0, 4, 200, 1, 6}, {2}, {31}, {255, 255, 255, 255}};
    EXPECT_THAT(event_error(all_off), HasSubstr("expected an active lane, found none"));
}

TEST(Executions, HeadsOfSmallChunksCannotPromiseMany) {
    const auto error_of = [](const hmt::EventHead& head, std::uint64_t stored) -> std::string {
        ByteWriter bytes;
        hmt::encode_event_head(head, bytes);
        const BytesPlace place{"a.hmt", "chunk 1"};
        ByteReader in(bytes.bytes(), place);
        try {
            (void)hmt::decode_execution_head(in, stored);
        } catch (const FileError& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(error_of({896, 1, 0, 0}, 10), "no error");
    EXPECT_THAT(error_of({897, 1, 0, 0}, 10),
                HasSubstr("expected 1 to 896 execution events in 10 bytes, found 897"));
    EXPECT_THAT(error_of({0, 1, 0, 0}, 10), HasSubstr("expected 1 to 896 execution events"));
    EXPECT_THAT(error_of({(1U << 18) + 1, 1, 0, 0}, 1U << 30), HasSubstr("expected 1 to 262144"));
    EXPECT_THAT(error_of({1, 1, 5, 4}, 10), HasSubstr("expected a last request from 5 on, found 4"));
}

} // namespace
} // namespace hitmap
