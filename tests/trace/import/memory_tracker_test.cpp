#include "tests/trace/import/imported.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// A block of 3 x 12 threads: thread (2,11,0) is number 35, lane 3 of warp 1.
TEST(MemoryTracker, ThreadsOfABlockAreGroupedIntoWarps) {
    const std::string text = imported(
        {{"a.log",
          "Kernel Launch: scale(float*, int)\n"
          "  Memory accesses: 6\n"
          "  [0] Read access of global memory by thread (0,0,0) at address 0x7f00 (size is 4 bytes)\n"
          "  [1] Read access of global memory by thread (1,0,0) at address 0x7f04 (size is 4 bytes)\n"
          "  [2] Read access of global memory by thread (2,11,0) at address 0x7f90 (size is 4 bytes)\n"
          "  [3] Write access of shared memory by thread (0,0,0) at address 0x10 (size is 8 bytes)\n"
          "  [4] Atomic access of global memory by thread (0,0,0) at address 0x20 (size is 4 bytes)\n"
          "done\n"
          "Kernel Launch: other\n"
          "  Memory accesses: 1\n"
          "  [0] Unknown access of local memory by thread (5,0,0) at address 0x30 (size is 4 bytes)\n"}});
    EXPECT_EQ(text, R"(producer 'Compute Sanitizer MemoryTracker', source 'a.log'
option 'format' = 'memory-tracker'
option 'import-warning' = 'accesses that may be loads or stores, counted as loads: 1'
option 'import-warning' = 'accesses that the file counts but does not have: 1'
option 'import-warning' = 'lines of other output, left out: 1 (a.log: first at line 8, 'done')'
device 'not known', 1 SMs of 2 warps
origin of 'sm': assumed
origin of 'warp': derived
origin of 'order': recorded
origin of 'allocations': assumed
origin of 'instructions': derived
launch 'scale(float*, int)' 1,1,1 x 3,12,1, 0 local, 0 shared, from request 0
launch 'other' 1,1,1 x 6,1,1, 4 local, 0 shared, from request 4
global load, 4 bytes, '' '' 0:0
shared store, 8 bytes, '' '' 0:0
global atomic, 4 bytes, '' '' 0:0
local load, 4 bytes, '' '' 0:0
5 requests, 6 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000003: 0x7f00 0x7f04
request: launch 0, SM 0, warp 1 in 1, instruction 0, mask 00000008: 0x7f90
request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x10
request: launch 0, SM 0, warp 0 in 0, instruction 2, mask 00000001: 0x20
request: launch 1, SM 0, warp 0 in 0, instruction 3, mask 00000020: 0x0
)");
}

/// Each launch has its own requests, also if they go on where those of the launch before ended.
TEST(MemoryTracker, RequestsEndWithTheirLaunch) {
    const auto launch = [](const std::string& name, const std::string& thread) {
        return "Kernel Launch: " + name +
               "\n  Memory accesses: 1\n  [0] Read access of global memory by thread (" + thread +
               ",0,0) at address 0x100 (size is 4 bytes)\n";
    };
    EXPECT_THAT(imported_body({{"a", launch("a", "0") + launch("b", "1") + launch("c", "1")}}),
                HasSubstr("request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x100\n"
                          "request: launch 1, SM 0, warp 0 in 0, instruction 0, mask 00000002: 0x100\n"
                          "request: launch 2, SM 0, warp 0 in 0, instruction 0, mask 00000002: 0x100\n"));
}

TEST(MemoryTracker, BrokenFilesAreRefused) {
    const std::string launch = "Kernel Launch: a\n  Memory accesses: 0\n";
    EXPECT_EQ(imported({{"a", "Kernel Launch: a\n"}}), "not recognised");
    EXPECT_EQ(imported({{"a", launch}}), "a: expected accesses of a kernel, found none");
    std::string broken;
    for (int i = 0; i < 11; ++i)
        broken +=
            "  [0] Read access of global memory by thread (1024,0,0) at address 0x10 (size is 4 bytes)\n";
    EXPECT_EQ(imported({{"a", launch + broken}}),
              "a: line 3: expected at most 1 % of invalid lines, found 11 of 13; the first is '  [0] Read "
              "access of "
              "global memory by thread (1024,0,0) at address 0x10 (size is'");
}

} // namespace
} // namespace hitmap
