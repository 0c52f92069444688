#include "tests/trace/import/imported.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

TEST(PptGpu, AFileIsABlockOfTheKernelThatItsNameSays) {
    std::string many = "\n=====\nLDGSTS.E.128";
    for (int i = 0; i < 64; ++i)
        many += i < 32 ? " 0x400" : " 0x5000"; // shared and global addresses
    many += "\n=====\nLDGSTS.E.128 0x5000";
    const std::string text =
        imported({{"memory_traces/kernel_1_block_69.mem", "\n=====\nLDG.E.64 0x7f00 0x7f08 "
                                                          "\n=====\nBAR.SYNC 0x10 \n=====\nSTG.E "},
                  {"memory_traces/kernel_0_block_1.mem", many},
                  {"memory_traces/kernel_1_block_0.mem", "\n=====\nLDG.E.64 0x7f10 "}});
    EXPECT_EQ(text.substr(text.find("device")), R"(device 'not known', 68 SMs of 1 warps
origin of 'sm': assumed
origin of 'warp': assumed
origin of 'order': assumed
origin of 'allocations': assumed
origin of 'instructions': derived
launch 'kernel 0' 2,1,1 x 32,1,1, 0 local, 0 shared, from request 0
launch 'kernel 1' 70,1,1 x 32,1,1, 0 local, 0 shared, from request 2
global load, 16 bytes, 'LDGSTS.E.128' '' 0:0
global load, 8 bytes, 'LDG.E.64' '' 0:0
4 requests, 36 lane accesses, elements 0, 0, 0
request: launch 0, SM 1, warp 1 in 0, instruction 0, mask ffffffff: 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000 0x5000
request: launch 0, SM 1, warp 1 in 0, instruction 0, mask 00000001: 0x5000
request: launch 1, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x7f10
request: launch 1, SM 1, warp 69 in 0, instruction 1, mask 00000003: 0x7f00 0x7f08
)");
    EXPECT_THAT(text, HasSubstr("'accesses by instructions that are not known, left out: 1 (BAR.SYNC)'"));
    EXPECT_THAT(text, HasSubstr("'accesses without an active lane, left out: 1'"));
    EXPECT_THAT(text,
                HasSubstr("'copies to shared memory (LDGSTS) whose shared and global addresses cannot be "
                          "told apart, taken as global: 1'"));
}

TEST(PptGpu, LocalAddressesAreOffsetsFromTheLowestOne) {
    const std::string text = imported({{"kernel_0_block_0.mem", "\n=====\nLDL 0xfffdc4 \n=====\nLD.E 0x10 "},
                                       {"kernel_0_block_1.mem", "\n=====\nSTL.64 0xfffdc0 "}});
    EXPECT_THAT(text, HasSubstr("x 32,1,1, 8 local"));
    EXPECT_THAT(text, HasSubstr("instruction 0, mask 00000001: 0x4\n"));
    EXPECT_THAT(text, HasSubstr("instruction 2, mask 00000001: 0x0\n"));
    EXPECT_THAT(text, HasSubstr("'accesses with generic addresses and unknown windows, taken as global: 1'"));
}

TEST(PptGpu, BrokenFilesAreRefused) {
    EXPECT_EQ(imported({{"a", "\n=====\nLDG.E "}}), "a: expected accesses of a kernel, found none");
    EXPECT_EQ(imported({{"a", "\n=====\nQUUX 0x1\n"}}), "not recognised");
    std::string broken = "\n=====\nLDG.E 0x1 ";
    for (int i = 0; i < 11; ++i)
        broken += "\n=====\nLDG.E 1 ";
    EXPECT_EQ(imported({{"a", broken}}),
              "a: line 5: expected at most 1 % of invalid lines, found 11 of 12; the first is 'LDG.E 1 '");
}

} // namespace
} // namespace hitmap
