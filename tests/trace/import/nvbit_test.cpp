#include "tests/trace/import/imported.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The 32 addresses of an access; those that are not named are 0.
std::string addresses(const std::map<int, std::uint64_t>& lanes) {
    std::string text;
    for (int lane = 0; lane < 32; ++lane) {
        const auto found = lanes.find(lane);
        text += fmt::format("{:#018x} ", found == lanes.end() ? 0 : found->second);
    }
    return text;
}

/// An access as NVBit prints it since 1.5.
std::string access(int launch, std::string_view block, int warp, std::string_view opcode,
                   const std::map<int, std::uint64_t>& lanes) {
    return fmt::format("MEMTRACE: CTX 0x000055d0c0de0000 - grid_launch_id {} - CTA {} - warp {} - {} - {}\n",
                       launch, block, warp, opcode, addresses(lanes));
}

std::string launch(int id, std::string_view kernel, std::string_view grid, std::string_view block) {
    return fmt::format(
        "MEMTRACE: CTX 0x000055d0c0de0000 - LAUNCH - Kernel pc 0x00007f0a00000000 - Kernel name {} - "
        "grid launch id {} - grid size {} - block size {} - nregs 16 - shmem 48 - cuda stream id 0\n",
        kernel, id, grid, block);
}

TEST(NvbitText, WarpsAreNumberedInTheirBlocks) {
    const std::string text = imported(
        {{"folder/a.log", "hello from the application\n" +
                              launch(0, "add(float*, int) - grid size of", "2,2,1", "48,1,1") +
                              access(0, "1,1,0", 7, "LDG.E.64", {{0, 0x7f0a00000000}, {31, 0x7f0a00000008}}) +
                              access(0, "0,0,0", 3, "STG.E.U8", {{1, 0x1000}}) +
                              access(0, "1,1,0", 5, "LDG.E.64", {{0, 0x7f0a00000010}}) +
                              access(0, "1,1,0", 7, "ATOMG.E.ADD.F32", {{2, 0x2000}})}},
        {.sms = 2});
    EXPECT_EQ(text, R"(producer 'NVBit mem_trace', source 'a.log'
option 'format' = 'nvbit'
option 'import-warning' = 'lines of other output, left out: 1 (a.log: first at line 1, 'hello from the application')'
device 'not known', 2 SMs of 8 warps
origin of 'sm': assumed
origin of 'warp': derived
origin of 'order': recorded
origin of 'allocations': assumed
origin of 'instructions': derived
launch 'add(float*, int) - grid size of' 2,2,1 x 48,1,1, 0 local, 48 shared, from request 0
global load, 8 bytes, 'LDG.E.64' '' 0:0
global store, 1 bytes, 'STG.E.U8' '' 0:0
global atomic, 4 bytes, 'ATOMG.E.ADD.F32' '' 0:0
4 requests, 5 lane accesses, elements 0, 0, 0
request: launch 0, SM 1, warp 6 in 7, instruction 0, mask 80000001: 0x7f0a00000000 0x7f0a00000008
request: launch 0, SM 0, warp 0 in 3, instruction 1, mask 00000002: 0x1000
request: launch 0, SM 1, warp 7 in 5, instruction 0, mask 00000001: 0x7f0a00000010
request: launch 0, SM 1, warp 6 in 7, instruction 2, mask 00000004: 0x2000
)");
}

TEST(NvbitText, AccessesMayFollowTheNextLaunch) {
    EXPECT_THAT(imported_body({{"a", launch(0, "a", "1,1,1", "32,1,1") + launch(1, "b", "1,1,1", "32,1,1") +
                                         access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}}) +
                                         access(1, "0,0,0", 0, "LDG.E", {{0, 0x2000}})}}),
                HasSubstr("launch 'a' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 0\n"
                          "launch 'b' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 1\n"));
}

/// In 1.5, lines of launches have the number of the next launch.
TEST(NvbitText, LaunchesMayBeAnnouncedByTheNextNumber) {
    const std::string text = imported(
        {{"a", launch(1, "a", "1,1,1", "32,1,1") + launch(2, "b", "1,1,1", "32,1,1") +
                   access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}}) +
                   access(1, "0,0,0", 0, "LDG.E", {{0, 0x2000}}) + launch(3, "c", "1,1,1", "32,1,1")}});
    EXPECT_THAT(text, HasSubstr("launch 'a' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 0\n"
                                "launch 'b' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 1\n"
                                "launch 'c' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 2\n"));
    EXPECT_THAT(text, HasSubstr("'launches announced by a number that is one too high: 2'"));
    EXPECT_THAT(text,
                HasSubstr("request: launch 1, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x2000\n"));
}

/// The counter starts at 0: a first line with 1 is one too high, also if its launch has no accesses.
TEST(NvbitText, AFirstLaunchWithTheNumber1IsAnnouncedByTheNextNumber) {
    const std::string line[] = {launch(1, "a", "1,1,1", "32,1,1"), launch(2, "b", "1,1,1", "32,1,1"),
                                launch(3, "c", "1,1,1", "32,1,1")};
    const std::string shifted =
        imported({{"a", line[0] + line[1] + access(1, "0,0,0", 0, "LDG.E", {{0, 0x1000}}) + line[2] +
                            access(2, "0,0,0", 0, "LDG.E", {{0, 0x2000}})}});
    EXPECT_THAT(shifted, HasSubstr("launch 'a' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 0\n"
                                   "launch 'b' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 0\n"
                                   "launch 'c' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 1\n"));
    EXPECT_THAT(shifted, HasSubstr("'launches announced by a number that is one too high, which is assumed "
                                   "because the first one has the number 1: 2'"));
    // The access has the number of the line before it.
    const std::string equal =
        imported({{"a", line[0] + line[1] + access(2, "0,0,0", 0, "LDG.E", {{0, 0x1000}})}});
    EXPECT_THAT(equal, HasSubstr("request: launch 1, "));
    EXPECT_THAT(equal, Not(HasSubstr("import-warning")));
}

/// The same text as one of another context.
std::string in_context(std::string_view context, std::string text) {
    const std::string usual = "0x000055d0c0de0000";
    for (std::size_t at = text.find(usual); at != std::string::npos; at = text.find(usual, at + 1))
        text.replace(at, usual.size(), context);
    return text;
}

/// Two processes count their launches from 0.
TEST(NvbitText, LaunchesOfSeveralContextsAreKeptApart) {
    const std::string other = "0x000055d0c0de1234";
    const std::string text =
        imported({{"a", launch(0, "kA", "2,1,1", "64,1,1") + access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}}) +
                            in_context(other, launch(0, "kB", "4,1,1", "64,1,1")) +
                            in_context(other, access(0, "3,0,0", 0, "LDG.E", {{0, 0x2000}})) +
                            access(0, "1,0,0", 0, "LDG.E", {{0, 0x3000}})}});
    EXPECT_THAT(text, HasSubstr("'contexts in one file, whose launches are kept apart: 2 (0x55d0c0de0000, "
                                "0x55d0c0de1234)'\n"));
    EXPECT_THAT(text, Not(HasSubstr("number does not follow")));
    EXPECT_THAT(text, HasSubstr("launch 'kA' 2,1,1 x 64,1,1, 0 local, 48 shared, from request 0\n"
                                "launch 'kB' 4,1,1 x 64,1,1, 0 local, 48 shared, from request 1\n"));
    EXPECT_THAT(text,
                HasSubstr("request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1000\n"
                          "request: launch 1, SM 3, warp 6 in 0, instruction 0, mask 00000001: 0x2000\n"
                          "request: launch 0, SM 1, warp 2 in 0, instruction 0, mask 00000001: 0x3000\n"));
}

/// The contexts of one process share the counter.
TEST(NvbitText, ContextsCanShareTheCounterOfLaunches) {
    const std::string other = "0x000055d0c0de1234";
    const std::string text = imported(
        {{"a", launch(1, "kA", "1,1,1", "32,1,1") + access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}}) +
                   in_context(other, launch(2, "kB", "1,1,1", "32,1,1")) +
                   launch(3, "kC", "1,1,1", "32,1,1") + access(2, "0,0,0", 0, "LDG.E", {{0, 0x3000}}) +
                   in_context(other, access(1, "0,0,0", 0, "LDG.E", {{0, 0x2000}}))}});
    EXPECT_THAT(text, Not(HasSubstr("number does not follow")));
    EXPECT_THAT(text, Not(HasSubstr("that no line announces")));
    EXPECT_THAT(text, HasSubstr("launch 'kA' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 0\n"
                                "launch 'kC' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 1\n"
                                "launch 'kB' 1,1,1 x 32,1,1, 0 local, 48 shared, from request 2\n"));
}

/// Launches that run at the same time: each access is of the launch that it names.
TEST(NvbitText, AccessesOfLaunchesCanBeMixed) {
    std::string text = launch(0, "a", "1,1,1", "32,1,1") + launch(1, "b", "1,1,1", "32,1,1");
    for (int i = 0; i < 4; ++i)
        text += access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}}) + access(1, "0,0,0", 0, "LDG.E", {{0, 0x2000}});
    const std::string read = imported({{"a", text}});
    EXPECT_THAT(read, HasSubstr("8 requests, 8 lane accesses"));
    for (const std::string name : {"launch 0", "launch 1"}) {
        int requests = 0;
        for (std::size_t at = read.find("request: " + name); at != std::string::npos; ++requests)
            at = read.find("request: " + name, at + 1);
        EXPECT_EQ(requests, 4) << name;
    }
}

TEST(NvbitText, LocalAddressesAreOffsetsFromTheLowestOne) {
    const std::string text = imported_body(
        {{"a", launch(0, "a", "1,1,1", "64,1,1") + access(0, "0,0,0", 0, "LDL", {{0, 0xfffdc4}}) +
                   access(0, "0,0,0", 1, "STL.64", {{0, 0xfffdc0}}) + launch(1, "b", "1,1,1", "32,1,1") +
                   access(1, "0,0,0", 0, "LDG.E", {{0, 0x1000}})}});
    EXPECT_THAT(text, HasSubstr("launch 'a' 1,1,1 x 64,1,1, 8 local, 48 shared, from request 0\n"
                                "launch 'b' 1,1,1 x 32,1,1, 0 local"));
    EXPECT_THAT(text, HasSubstr("warp 0 in 0, instruction 0, mask 00000001: 0x4\n"));
    EXPECT_THAT(text, HasSubstr("warp 1 in 1, instruction 1, mask 00000001: 0x0\n"));
}

/// A copy to shared memory has a line with shared addresses, which can be 0, and one with global addresses.
TEST(NvbitText, CopiesToSharedMemoryAreLoadsOfGlobalMemory) {
    const std::string text =
        imported({{"a", launch(0, "a", "1,1,1", "64,1,1") + access(0, "0,0,0", 0, "LDGSTS.E", {}) +
                            access(0, "0,0,0", 1, "LDGSTS.E", {{0, 0x400}}) +
                            access(0, "0,0,0", 0, "LDGSTS.E", {{0, 0x7f0000}}) +
                            access(0, "0,0,0", 1, "LDGSTS.E", {{0, 0x7f0010}}) +
                            access(0, "0,0,0", 1, "LDGSTS.E", {{0, 0x410}}) +
                            access(0, "0,0,0", 1, "LD.E", {{0, 0x410}})}});
    EXPECT_THAT(text,
                HasSubstr("3 requests, 3 lane accesses, elements 0, 0, 0\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x7f0000\n"
                          "request: launch 0, SM 0, warp 1 in 1, instruction 0, mask 00000001: 0x7f0010\n"));
    EXPECT_THAT(text, HasSubstr("'accesses with generic addresses and unknown windows, taken as global: 1'"));
    EXPECT_THAT(text,
                HasSubstr("'copies to shared memory (LDGSTS) with one record instead of two, left out: 1'"));
}

TEST(NvbitText, UpTo14LaunchesHaveNoNumbers) {
    const std::string text = imported(
        {{"a", "Kernel a<1, 2> - grid size 4,1,1 - block size 32,1,1 - nregs 8 - shmem 0 - cuda stream id 0\n"
               "CTA 3,0,0 - warp 9 - LDG.E - " +
                   addresses({{4, 0x1000}}) +
                   "\nKernel b - grid size 1,1,1 - block size 64,1,1 - nregs 8 - shmem 0 - cuda stream id 0\n"
                   "CTA 0,0,0 - warp 2 - LDS - " +
                   addresses({{5, 0x40}}) + "\n"}});
    EXPECT_THAT(text, HasSubstr("launch 'a<1, 2>' 4,1,1 x 32,1,1, 0 local, 0 shared, from request 0\n"
                                "launch 'b' 1,1,1 x 64,1,1, 0 local, 0 shared, from request 1\n"
                                "global load, 4 bytes, 'LDG.E' '' 0:0\n"
                                "shared load, 4 bytes, 'LDS' '' 0:0\n"));
    EXPECT_THAT(text,
                HasSubstr("request: launch 0, SM 3, warp 3 in 9, instruction 0, mask 00000010: 0x1000\n"
                          "request: launch 1, SM 0, warp 0 in 2, instruction 1, mask 00000020: 0x40\n"));
    EXPECT_THAT(text, Not(HasSubstr("import-warning")));
}

TEST(NvbitText, AnomaliesAreCounted) {
    std::string many;
    for (int i = 0; i < 10; ++i)
        many += access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}});
    const std::string whole = access(0, "0,0,0", 0, "LDG.E", {{0, 0x3000}});
    const std::string text = imported(
        {{"a", launch(0, "a", "1,1,1", "32,1,1") + many + "in the middle of a line: " + whole + // is read
                   whole.substr(0, 200) + whole +                                               // one is lost
                   access(0, "1,0,0", 0, "LDG.E", {{0, 0x1000}}) + // not in the grid
                   access(0, "0,0,0", 0, "LDG.E", {}) +            // no lane
                   access(0, "0,0,0", 0, "QUUX", {{0, 0x1000}}) +  // no memory instruction
                   access(0, "0,0,0", 1, "LDG.E", {{0, 0x1000}}) + // a second warp in 32 threads
                   "MEMTRACE: CTX 0x000055d0c0de0000 - Inspecting something\n" + // TOOL_VERBOSE=1
                   access(7, "5,0,0", 1, "LDG.E", {{0, 0x4000}})}});             // no line announces it
    EXPECT_THAT(
        text,
        AllOf(HasSubstr(
                  "option 'import-warning' = 'accesses by instructions that are not known, left out: 1 "
                  "(QUUX)'\n"
                  "option 'import-warning' = 'accesses without an active lane, left out: 1'\n"
                  "option 'import-warning' = 'invalid lines, left out: 2 (a: first at line 13, 'MEMTRACE: "),
              HasSubstr("option 'import-warning' = 'launches that no line announces: 1'\n"
                        "option 'import-warning' = 'lines of other output, left out: 1 (a: first at line 18, "
                        "'MEMTRACE: "),
              HasSubstr("option 'import-warning' = 'warps beyond the number that their block has: 1'\n")));
    EXPECT_THAT(text, HasSubstr("14 requests, 14 lane accesses"));
    EXPECT_THAT(text, HasSubstr("launch 'not known' 1,1,1 x 32,1,1, 0 local, 0 shared, from request 13\n"));
}

struct BrokenNvbit {
    std::string text;
    std::string message;
};
class BrokenNvbitText : public testing::TestWithParam<BrokenNvbit> {};

TEST_P(BrokenNvbitText, IsRefused) {
    EXPECT_EQ(imported({{"a", GetParam().text}}), GetParam().message);
}

std::string times(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

const std::string good = access(0, "0,0,0", 0, "LDG.E", {{0, 0x1000}});

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenNvbitText,
    testing::Values(
        BrokenNvbit{"MEMTRACE: CTX 0x1 - grid_launch_id 0\n", "not recognised"},
        BrokenNvbit{launch(0, "a", "1,1,1", "32,1,1"), "a: expected accesses of a kernel, found none"},
        BrokenNvbit{
            good + times(11, good.substr(0, good.size() - 3) + "\n"),
            "a: line 2: expected at most 1 % of invalid lines, found 11 of 12; the first is 'MEMTRACE: CTX "
            "0x000055d0c0de0000 - grid_launch_id 0 - CTA 0,0,0 - warp 0 - LDG.E'"},
        BrokenNvbit{good +
                        times(11, "MEMTRACE: CTX 0x1 - grid_launch_id 0 - CTA 0,0 - warp 0 - LDG.E - 0x0\n"),
                    "a: line 2: expected at most 1 % of invalid lines, found 11 of 12; the first is "
                    "'MEMTRACE: CTX 0x1 "
                    "- grid_launch_id 0 - CTA 0,0 - warp 0 - LDG.E - 0x0'"},
        BrokenNvbit{launch(0, "a", "1,1,1", "32,1,1") + good +
                        times(11, access(0, "0,1,0", 0, "LDG.E", {{0, 4}})),
                    "a: line 3: expected at most 1 % of invalid lines, found 11 of 24; the first is 'CTA "
                    "0,1,0, which "
                    "is not in the grid'"}));

} // namespace
} // namespace hitmap
