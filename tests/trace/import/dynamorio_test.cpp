#include "core/trace/io/bytes.h"
#include "tests/trace/byte_text.h"
#include "tests/trace/compressed.h"
#include "tests/trace/import/imported.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(MemtraceText, SimpleLinesFollowTheirInstruction) {
    const std::string text =
        imported({{"memtrace.1.log", "Format: <data address>: <data size>, <(r)ead/(w)rite/opcode>\n"
                                     "0x7f59c2d002d3:  5, call\n"
                                     "0x7ffeacab0ec8:  8, w\n"
                                     "0x7f59c2d002d8: 3, mov\n"
                                     "0x5010:  4, r\n"},
                  {"memtrace.2.log", "0x401000:  2, push\n0x6000: 64, w\n"},
                  {"notes", "#buf a 0x5000 64 8\n#line 0x401000 main.c:3\n"}});
    EXPECT_EQ(text, R"(producer 'DynamoRIO memtrace text', source 'memtrace.1.log'
option 'format' = 'memtrace'
device 'not known', 2 SMs of 1 warps
origin of 'sm': assumed
origin of 'warp': derived
origin of 'order': assumed
origin of 'allocations': recorded
origin of 'instructions': derived
launch 'not known' 2,1,1 x 1,1,1, 0 local, 0 shared, from request 0
allocation 'a': other, global, 0x5000, 64 bytes, stride 8, elements of 8
global store, 8 bytes, '0x7f59c2d002d3' '' 0:0
global load, 4 bytes, '0x7f59c2d002d8' '' 0:0
global store, 32 bytes, '0x401000' 'main.c' 3:0
4 requests, 4 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x7ffeacab0ec8
request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x5010
request: launch 0, SM 1, warp 1 in 0, instruction 2, mask 00000001: 0x6000
request: launch 0, SM 1, warp 1 in 0, instruction 2, mask 00000001: 0x6020
)");
}

TEST(MemtraceText, LinesOfX86HaveTheirInstruction) {
    EXPECT_THAT(imported_body({{"a", "Format: <instr address>,<(r)ead/(w)rite>,<data size>,<data address>\n"
                                     "0x401000,r,8,0x5000\n0x401004,w,4,0x5008\n"}}),
                HasSubstr("global load, 8 bytes, '0x401000' '' 0:0\n"
                          "global store, 4 bytes, '0x401004' '' 0:0\n"
                          "2 requests, 2 lane accesses, elements 0, 0, 0\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5000\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x5008\n"));
}

/// A damaged line is named, wherever it is, and does not hide what the file is.
TEST(MemtraceText, ADamagedLineIsLeftOutAndNamed) {
    std::string lines[20];
    for (int i = 0; i < 20; ++i)
        lines[i] =
            fmt::format("{:#x},{},8,{:#x}\n", 0x401000 + 4 * i, i % 2 == 0 ? 'r' : 'w', 0x5000 + 8 * i);
    for (const int bad : {0, 2, 19}) {
        for (const std::string_view damaged : {"garbage", "0x401008,r,"}) {
            std::string text;
            for (int i = 0; i < 20; ++i)
                text += i == bad ? std::string(damaged) + "\n" : lines[i];
            EXPECT_THAT(
                imported({{"a", text}}),
                AllOf(HasSubstr(fmt::format("'invalid lines, left out: 1 (a: first at line {}, '{}')'",
                                            bad + 1, damaged)),
                      HasSubstr("19 requests, 19 lane accesses")));
        }
    }
}

/// With a number of SMs, threads share cores.
TEST(MemtraceText, ThreadsCanShareCores) {
    EXPECT_THAT(imported({{"a", "0x1,r,8,0x5000\n"}, {"b", "0x1,r,8,0x6000\n"}, {"c", "0x1,r,8,0x7000\n"}},
                         {.sms = 2}),
                HasSubstr("SM 0, warp 2 in 1, instruction 0, mask 00000001: 0x7000\n"));
}

/// A record of memtrace_x86.
std::string record(bool write, std::uint64_t address, std::uint64_t bytes, std::uint64_t instruction) {
    ByteWriter out;
    out.u32(write ? 1 : 0);
    out.u32(0);
    out.u64(address);
    out.u64(bytes);
    out.u64(instruction);
    return text_of(out);
}

TEST(MemtraceBinary, RecordsAreAccesses) {
    const std::string text =
        imported({{"a", record(false, 0x5000, 8, 0x401000) + record(true, 0x6000, 4, 0x401004) + "abc"},
                  {"b", record(false, 0x7000, 8, 0x401000)}});
    EXPECT_THAT(text, HasSubstr("producer 'DynamoRIO memtrace, binary'"));
    EXPECT_THAT(text, HasSubstr("option 'import-warning' = 'files that end within a record: 1'\n"));
    EXPECT_THAT(text,
                HasSubstr("request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5000\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x6000\n"
                          "request: launch 0, SM 1, warp 1 in 0, instruction 0, mask 00000001: 0x7000\n"));
}

std::string records(int count) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += record(false, 0x5000, 8, 0x401000);
    return all;
}

/// A damaged record is named, wherever it is.
TEST(MemtraceBinary, ADamagedRecordIsLeftOutAndNamed) {
    const std::string bad = record(false, 0x5000, 0, 0x401000);
    const std::pair<std::string, const char*> cases[]{
        {records(2) + bad + records(17), "(a: first at record 3, 'at byte 64')"},
        {bad + records(19), "(a: first at record 1, 'at byte 0')"},
        {records(200) + bad, "(a: first at record 201, 'at byte 6400')"}};
    for (const auto& [bytes, place] : cases)
        EXPECT_THAT(imported({{"a", bytes}}),
                    AllOf(HasSubstr(std::string("'invalid records, left out: 1 ") + place),
                          HasSubstr(fmt::format("{} requests", bytes.size() / bad.size() - 1))));
}

TEST(MemtraceBinary, OtherDataIsRefused) {
    std::string other;
    for (int i = 0; i < 11; ++i)
        other += record(false, 0x5000, 0, 0x401000);
    EXPECT_EQ(imported({{"a", records(200) + other}}),
              "a: record 201: expected at most 1 % of invalid records, found 11 of 211; the first is 'at "
              "byte 6400'");
    EXPECT_EQ(imported({{"a", record(false, 0x5000, 0, 0x401000)}}), "not recognised");
    EXPECT_EQ(imported({{"a", std::string(4096, '\0')}}), "not recognised");
}

/// An entry of drmemtrace.
struct TraceEntry {
    std::uint16_t type;
    std::uint16_t size;
    std::uint64_t value;
};
std::string trace(const std::vector<TraceEntry>& entries) {
    ByteWriter out;
    for (const TraceEntry& entry : entries) {
        out.u16(entry.type);
        out.u16(entry.size);
        out.u64(entry.value);
    }
    return text_of(out);
}
constexpr TraceEntry begin_entry{25, 0, 5};
constexpr TraceEntry end_entry{26, 0, 0};
constexpr TraceEntry timestamp(std::uint64_t time) {
    return {28, 2, time};
}
constexpr TraceEntry cpu(std::uint64_t number) {
    return {28, 3, number};
}

TEST(Drmemtrace, ThreadsAreInterleavedByTimestamps) {
    const std::string text = imported({{"a", trace({begin_entry,
                                                    {22, 4, 100}, // thread
                                                    {24, 4, 1},   // process
                                                    timestamp(1000),
                                                    cpu(3),
                                                    {47, 8, 0x1234}, // encoding
                                                    {10, 4, 0x401000},
                                                    {0, 8, 0x5000},
                                                    timestamp(3000),
                                                    cpu(5),
                                                    {10, 4, 0x401000},
                                                    {0, 8, 0x5010},
                                                    end_entry})},
                                       {"b", trace({begin_entry,
                                                    {22, 4, 200},
                                                    timestamp(2000),
                                                    cpu(1U << 12 | 1),
                                                    {48, 6, 0x401010}, // a taken jump
                                                    {1, 64, 0x6000},
                                                    {2, 64, 0x6100}, // prefetch
                                                    end_entry})}});
    EXPECT_EQ(text, R"(producer 'DynamoRIO drmemtrace', source 'a'
option 'format' = 'drmemtrace'
device 'not known', 3 SMs of 2 warps
origin of 'sm': recorded
origin of 'warp': derived
origin of 'order': derived
origin of 'allocations': assumed
origin of 'instructions': derived
launch 'not known' 2,1,1 x 1,1,1, 0 local, 0 shared, from request 0
global load, 8 bytes, '0x401000' '' 0:0
global store, 32 bytes, '0x401010' '' 0:0
4 requests, 4 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5000
request: launch 0, SM 1, warp 1 in 1, instruction 1, mask 00000001: 0x6000
request: launch 0, SM 1, warp 1 in 1, instruction 1, mask 00000001: 0x6020
request: launch 0, SM 2, warp 0 in 0, instruction 0, mask 00000001: 0x5010
)");
}

/// After an instruction at 0x401000 of 4 bytes, a bundle has three more of 2, 3 and 5 bytes.
TEST(Drmemtrace, AccessesBelongToTheLastInstructionOfABundle) {
    EXPECT_THAT(
        imported_body(
            {{"a", trace({begin_entry, {10, 4, 0x401000}, {17, 3, 0x050302}, {0, 8, 0x5000}, end_entry})}}),
        HasSubstr("global load, 8 bytes, '0x401009' '' 0:0\n"));
}

TEST(Drmemtrace, AnomaliesAreCounted) {
    const std::string text =
        imported({{"a", trace({begin_entry, {10, 4, 0x401000}, {0, 8, 0x5000}, {0, 0, 0x5000}}) + "abc"}});
    EXPECT_THAT(text,
                HasSubstr("option 'import-warning' = 'accesses of no bytes or more than 16384, left out: 1'\n"
                          "option 'import-warning' = 'files that end within an entry: 1'\n"
                          "option 'import-warning' = 'files without an entry for their end: 1'\n"));
    EXPECT_THAT(text, HasSubstr("device 'not known', 1 SMs of 1 warps\norigin of 'sm': assumed\n"));
}

TEST(Drmemtrace, OtherTracesAreRefused) {
    EXPECT_EQ(imported({{"a", trace({begin_entry, end_entry})}}), "a: expected data accesses, found none");
    std::vector<TraceEntry> entries{begin_entry};
    entries.resize(400, {10, 4, 0x401000});
    entries.push_back({300, 4, 0});
    EXPECT_EQ(imported({{"a", trace(entries)}}),
              "a: byte 4800: expected an entry of a type from 0 to 63, found 300");
    ByteWriter raw;
    raw.u64(0xc406000000000e40U);
    raw.u64(0x4000000000000064U);
    EXPECT_EQ(imported({{"a", text_of(raw)}}),
              "a: expected a final trace, found a raw one: complete it with drraw2trace");
    EXPECT_EQ(imported({{"a", "PK\x03\x04" + std::string(26, 'x') + "chunk.0000"}}),
              "a: expected a zip archive, found no table of its files");
}

/// DynamoRIO stores the trace of a thread in pieces. They end anywhere, also within an entry.
TEST(Drmemtrace, AnArchiveOfChunksIsTheTraceOfAThread) {
    const std::string whole = trace({begin_entry,
                                     {22, 4, 100},
                                     timestamp(1000),
                                     cpu(3),
                                     {10, 4, 0x401000},
                                     {0, 8, 0x5000},
                                     {10, 4, 0x401004},
                                     {1, 4, 0x6000},
                                     end_entry});
    const std::string plain = imported({{"a", whole}});
    for (const bool deflated : {false, true})
        for (const std::size_t cut : {0, 12, 61, 108})
            EXPECT_EQ(
                imported({{"a", zip({{"chunk.0000", whole.substr(0, cut)}, {"chunk.0001", whole.substr(cut)}},
                                    deflated)}}),
                plain)
                << cut;
}

TEST(Drmemtrace, BrokenArchivesAreRefused) {
    const std::string whole = trace({begin_entry, {10, 4, 0x401000}, {0, 8, 0x5000}, end_entry});
    std::string other_byte = zip({{"chunk.0000", whole}});
    other_byte[60] ^= 1;
    EXPECT_EQ(imported({{"a", other_byte}}),
              "a: file chunk.0000 of the archive: expected data of the stored checksum, found damaged ones");
    EXPECT_EQ(imported({{"a", zip({{"chunk.0000", whole}, {"other", whole}})}}),
              "a: file other of the archive: expected the pieces of a trace, chunk.0000 and so on");
}

TEST(DrmemtraceView, LinesOfSeveralVersionsAreRead) {
    const std::string text = imported(
        {{"a", "Hello, world!\n"
               "Output format:\n"
               "<--record#-> <--instr#->: <---tid---> <record details>\n"
               "------------------------------------------------------------\n"
               "           1           0:     3264604 <marker: version 3>\n"
               "           2           0:     3264604 <marker: tid 3264604 on core 7>\n"
               "           3           1:     3264604 ifetch       3 byte(s) @ 0x00401000 48 89 e7 mov %rsp\n"
               "           4           1:     3264604 read         8 byte(s) @ 0x00005000 by PC 0x00401000\n"
               "           5           1: W0.T3264605 write        4 byte(s) @ 0x00006000 by PC 0x00401004\n"
               "3264604 read 8 byte(s) @ 0x00005008 by PC 0x00401000\n"
               "           6           1:     3264604 pref-r       8 byte(s) @ 0x00005000 by PC 0x00401000\n"
               "           7           1:     3264604 <thread 3264604 exited>\n"
               "           8           1:     3264604 read        8 byte(s) @ 0x00005000\n"}});
    EXPECT_THAT(text,
                HasSubstr("option 'import-warning' = 'invalid lines, left out: 1 (a: first at line 13, "
                          "'           8           1:     3264604 read        8 byte(s) @ 0x00005000')'\n"
                          "option 'import-warning' = 'lines of other output, left out: 1 (a: first at "
                          "line 1, 'Hello, world!')'\n"
                          "option 'import-warning' = 'threads with accesses before their core is "
                          "recorded, which get a core of their own: 1'\n"
                          "device 'not known', 2 SMs of 1 warps\n"
                          "origin of 'sm': recorded\n"));
    EXPECT_THAT(text,
                HasSubstr("3 requests, 3 lane accesses, elements 0, 0, 0\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5000\n"
                          "request: launch 0, SM 1, warp 1 in 0, instruction 1, mask 00000001: 0x6000\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5008\n"));
}

/// Two threads make accesses before the core of a third one is recorded. None of them is on that core.
TEST(DrmemtraceView, ThreadsWithoutACoreAreOnNoRecordedOne) {
    const std::string access = " read 8 byte(s) @ 0x00005000 by PC 0x00401000\n";
    EXPECT_THAT(imported_body({{"a", "1 <marker: tid 1 on core 7>\n1" + access + "2" + access +
                                         "3 <marker: tid 3 on core 1>\n3" + access}}),
                HasSubstr("request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x5000\n"
                          "request: launch 0, SM 1, warp 1 in 0, instruction 0, mask 00000001: 0x5000\n"
                          "request: launch 0, SM 2, warp 2 in 2, instruction 0, mask 00000001: 0x5000\n"));
}

} // namespace
} // namespace hitmap
