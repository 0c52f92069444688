#include "tests/trace/accelsim/kernel_text.h"
#include "tests/trace/compressed.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

/// One load of 4 bytes at each address by lane 0 of the warp.
std::string warp(int number, const std::vector<int>& addresses) {
    std::string text = fmt::format("warp = {}\ninsts = {}\n", number, addresses.size());
    for (const int address : addresses)
        text += fmt::format("0010 00000001 1 R4 LDG.E 1 R2 4 2 {:#x} \n", address);
    return text;
}
std::string block(int x, const std::string& warps) {
    return fmt::format("\n#BEGIN_TB\n\nthread block = {},0,0\n\n{}\n#END_TB\n", x, warps);
}

TEST(AccelSimFile, BlocksAreScheduledOnTheUsualGpu) {
    const std::string text = KernelText{.grid = "(2,1,1)"}.file(
        block(0, warp(0, {0x100, 0x200}) + warp(1, {0x300})) + block(1, warp(0, {0x400}) + warp(1, {})));
    EXPECT_EQ(imported_kernel(text), R"(producer 'Accel-Sim tracer 3', source 'kernel-1.traceg'
option 'format' = 'accelsim'
option 'compute-capability' = '7.5'
option 'sms' = '68 (those of a GeForce RTX 2080 Ti)'
option 'blocks-per-sm' = 'as many as fit'
option 'schedule' = 'the next block to the SM where one has ended, warps of an SM in turn, one request each'
device 'compute capability 7.5', 68 SMs of 2 warps
origin of 'device': assumed
origin of 'sm': assumed
origin of 'warp': recorded
origin of 'warp slot': assumed
origin of 'order': assumed
origin of 'allocations': derived
origin of 'instructions': recorded
launch 'trace(unsigned int*)' 2,1,1 x 64,1,1, 0 local, 0 shared, from request 0
global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0
4 requests, 4 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x100
request: launch 0, SM 1, warp 2 in 0, instruction 0, mask 00000001: 0x400
request: launch 0, SM 0, warp 1 in 1, instruction 0, mask 00000001: 0x300
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x200
)");
}

TEST(AccelSimFile, SmsAndResidentBlocksCanBeChosen) {
    const std::string text =
        KernelText{.grid = "(4,1,1)"}.file(block(0, warp(0, {0, 4})) + block(1, warp(0, {8, 12})) +
                                           block(2, warp(0, {16, 20})) + block(3, warp(1, {24})));
    const std::string recording = imported_kernel(text, {.sms = 1, .blocks_per_sm = 2});
    EXPECT_THAT(recording, HasSubstr("option 'sms' = '1 (chosen)'\noption 'blocks-per-sm' = '2 (chosen)'\n"));
    EXPECT_THAT(recording, EndsWith(R"(
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x0
request: launch 0, SM 0, warp 2 in 2, instruction 0, mask 00000001: 0x8
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x4
request: launch 0, SM 0, warp 2 in 2, instruction 0, mask 00000001: 0xc
request: launch 0, SM 0, warp 7 in 3, instruction 0, mask 00000001: 0x18
request: launch 0, SM 0, warp 4 in 0, instruction 0, mask 00000001: 0x10
request: launch 0, SM 0, warp 4 in 0, instruction 0, mask 00000001: 0x14
)"));
}

TEST(AccelSimFile, TheOrderOfARawTraceIsKept) {
    const std::string recording = imported_kernel(
        KernelText{.grid = "(2,1,1)"}.file("1 0 0 1 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100 \n"
                                           "0 0 0 0 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x200 \n"
                                           "1 0 0 1 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x300 \n"));
    EXPECT_THAT(recording, HasSubstr("origin of 'sm': assumed\n"));
    EXPECT_THAT(recording, HasSubstr("origin of 'order': recorded\n"));
    EXPECT_THAT(recording, EndsWith(R"(
request: launch 0, SM 1, warp 3 in 1, instruction 0, mask 00000001: 0x100
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x200
request: launch 0, SM 1, warp 3 in 1, instruction 0, mask 00000001: 0x300
)"));
}

TEST(AccelSimFile, RecordedSmsAreKept) {
    const std::string raw = imported_kernel(
        KernelText{.grid = "(2,1,1)"}.file("1 0 0 1 5 7 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100 \n"
                                           "0 0 0 0 6 9 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x200 \n"));
    EXPECT_THAT(raw, HasSubstr("7 SMs of 10 warps\norigin of 'device': assumed\norigin of 'sm': recorded\n"));
    EXPECT_THAT(raw, EndsWith(R"(
request: launch 0, SM 5, warp 3 in 7, instruction 0, mask 00000001: 0x100
request: launch 0, SM 6, warp 0 in 9, instruction 0, mask 00000001: 0x200
)"));
    const std::string grouped = imported_kernel(KernelText{.grid = "(2,1,1)"}.file(
        block(0, "warp = 0\ninsts = 1\n3 8 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100 \n") +
        block(1, "warp = 1\ninsts = 1\n3 9 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x200 \n")));
    EXPECT_THAT(grouped,
                HasSubstr("4 SMs of 10 warps\norigin of 'device': assumed\norigin of 'sm': recorded\n"));
    EXPECT_THAT(grouped, EndsWith(R"(
request: launch 0, SM 3, warp 0 in 8, instruction 0, mask 00000001: 0x100
request: launch 0, SM 3, warp 3 in 9, instruction 0, mask 00000001: 0x200
)"));
}

/// All combinations of the columns that can stand before the program counter.
TEST(AccelSimFile, ColumnsAreDetected) {
    struct Case {
        std::string columns;
        std::string more;
        bool raw;
    };
    const std::string lines = "-enable lineinfo = 1\n";
    for (const Case& each :
         {Case{"", "", false}, Case{"17 ", lines, false}, Case{"2 3 ", "", false},
          Case{"2 3 17 ", lines, false}, Case{"0 0 0 0 ", "", true}, Case{"0 0 0 0 17 ", lines, true},
          Case{"0 0 0 0 2 3 ", "", true}, Case{"0 0 0 0 2 3 17 ", lines, true},
          Case{"0 0 0 0 1 0 0 1 0 0 0 ", "", true}, Case{"0 0 0 0 1 0 0 1 0 0 0 17 ", lines, true},
          Case{"0 0 0 0 1 0 0 1 0 0 0 2 3 ", "", true}, Case{"0 0 0 0 1 0 0 1 0 0 0 2 3 17 ", lines, true}}) {
        const KernelText kernel{.version = "4", .more = each.more};
        const std::string line = each.columns + "0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100 7 \n";
        const std::string recording =
            imported_kernel(each.raw ? kernel.file(line) : kernel.instructions(line));
        const bool has_core = each.columns.find("2 3 ") != std::string::npos;
        EXPECT_THAT(recording, HasSubstr(has_core ? "SM 2, warp 0 in 3" : "SM 0, warp 0 in 0"))
            << each.columns;
        EXPECT_THAT(recording,
                    HasSubstr(each.more.empty() ? "+0x10' '' 0:0" : "+0x10' 'trace(unsigned int*)' 17:0"))
            << each.columns;
    }
}

TEST(AccelSimFile, CompressedFilesAreTheSame) {
    const std::string text = KernelText{.grid = "(2,1,1)"}.file(block(0, warp(0, {0x100, 0x200})));
    const std::string expected = imported_kernel(text);
    EXPECT_EQ(imported_kernel(xz(text)), expected);
    EXPECT_EQ(imported_kernel(zstd(text)), expected);
}

/// Windows, block clusters and a name that is not mangled.
TEST(AccelSimFile, OtherLinesAreSkipped) {
    std::string text = KernelText{.version = "5"}.file("#BEGIN_TB\nthread block = 0,0,0\ncluster id = 0\n"
                                                       "cluster cta = 0,0,0\ncluster rank = 0\n" +
                                                       warp(0, {0x100}) + "#END_TB\r\n");
    EXPECT_THAT(imported_kernel(text), EndsWith("mask 00000001: 0x100\n"));
    text.replace(text.find("_Z5tracePj"), 10, "main_trace");
    EXPECT_THAT(imported_kernel(text), HasSubstr("launch 'main_trace' "));
}

/// More blocks than are resident, in many pieces of text, whose requests are checked by their sum.
TEST(AccelSimFile, NothingIsLostInLargeFiles) {
    constexpr int blocks = 3000;
    std::string body;
    for (int i = 0; i < blocks; ++i)
        body += block(i, warp(0, {4 * i, 4 * i + 4096, 4 * i + 8192}) + warp(1, {i}));
    const std::string recording =
        imported_kernel(KernelText{.grid = "(3000,1,1)"}.file(body), {.sms = 7, .blocks_per_sm = 3});
    EXPECT_THAT(recording, HasSubstr("12000 requests, 12000 lane accesses"));
    for (int i = 0; i < blocks; i += 100) {
        EXPECT_THAT(recording, HasSubstr(fmt::format(", warp {} in", 2 * i)));
        EXPECT_THAT(recording, HasSubstr(fmt::format("mask 00000001: {:#x}\n", 4 * i + 8192)));
    }
}

struct BrokenFile {
    std::string text;
    std::string message;
};
class BrokenAccelSimFile : public testing::TestWithParam<BrokenFile> {};

TEST_P(BrokenAccelSimFile, IsRefused) {
    EXPECT_EQ(imported_kernel(GetParam().text), "kernel-1.traceg: line " + GetParam().message);
}

const std::string start = "-kernel name = a\n-grid dim = (2,1,1)\n-block dim = (48,1,1)\n";
const std::string begin = start + "#traces\n#BEGIN_TB\nthread block = 0,0,0\n"; // 6 lines
const std::string nop = "0010 00000001 0 NOP 0 0 \n";

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenAccelSimFile,
    testing::Values(
        BrokenFile{start, "3: expected '#traces format' behind the header, found the end"},
        BrokenFile{"-kernel name = a\n-block dim = (1,1,1)\n#\n",
                   "3: expected '-grid dim' before the first '#', found none"},
        BrokenFile{"-kernel name = a\n-grid dim = (1,1,1)\n#\n",
                   "3: expected '-block dim' before the first '#', found none"},
        BrokenFile{"-kernel name = a\n-grid dim = (1,0,1)\n#\n",
                   "2: expected (X,Y,Z) of numbers from 1, found '(1,0,1)'"},
        BrokenFile{"-kernel name = a\n-grid dim = (1,1)\n#\n",
                   "2: expected (X,Y,Z) of numbers from 1, found '(1,1)'"},
        BrokenFile{"-kernel name = a\n-grid dim = (1,1,1)x\n#\n", "2: expected (X,Y,Z), found '(1,1,1)x'"},
        BrokenFile{"-kernel name = a\n-grid dim = (65536,65536,1)\n-block dim = (1,1,1)\n#\n",
                   "4: expected at most 2147483648 blocks, found a grid of 65536 x 65536 x 1"},
        BrokenFile{"-kernel name = a\n-grid dim = (1,1,1)\n-block dim = (32,33,1)\n#\n",
                   "4: expected at most 1024 threads in a block, found 32 x 33 x 1"},
        BrokenFile{"-kernel name = a\n-accelsim tracer version = 7\n#\n",
                   "2: expected a tracer version from 1 to 6, found '7'"},
        BrokenFile{"-kernel name = a\n-shmem = many\n#\n",
                   "2: expected a number from 0 to 4294967295, found 'many'"},
        BrokenFile{"-kernel name = a\nkernel\n#\n",
                   "2: expected '-KEY = VALUE' or '#traces format', found 'kernel'"},
        BrokenFile{start + "#\n" + nop, "5: expected '#BEGIN_TB', or a line with the numbers of the block "
                                        "and of the warp, found neither"},
        BrokenFile{start + "#traces\n",
                   "5: expected '#BEGIN_TB', found the end of the file, which is incomplete"},
        BrokenFile{begin, "7: expected '#END_TB', found the end of the file, which is incomplete"},
        BrokenFile{begin + "warp = 0\ninsts = 2\n" + nop,
                   "10: expected '#END_TB', found the end of the file, which is incomplete"},
        BrokenFile{begin + "warp = 0\ninsts = 2\n" + nop + "#END_TB\n",
                   "10: expected 2 instructions of warp 0, found 1"},
        BrokenFile{begin + "warp = 0\ninsts = 1\n" + nop + nop + "#END_TB\n",
                   "10: expected 1 instructions of warp 0, found more"},
        BrokenFile{begin + "warp = 2\ninsts = 0\n#END_TB\n",
                   "7: expected a warp from 0 to 1, found 'warp = 2'"},
        BrokenFile{begin + "warp = 0\ninsts = 0\nwarp = 0\n",
                   "9: expected each warp of a block once, found 0 again"},
        BrokenFile{begin + "insts = 0\n", "7: expected 'warp = W' or '#END_TB', found 'insts'"},
        BrokenFile{begin + "warp = 0\n" + nop, "8: expected 'insts = N', found an instruction"},
        BrokenFile{begin + "#BEGIN_TB\n", "7: expected 'warp = W' or '#END_TB', found '#BEGIN_TB'"},
        BrokenFile{begin + "#END_TB\n#BEGIN_TB\nthread block = 0,0,0\n",
                   "9: expected each thread block once, found 0,0,0 again"},
        BrokenFile{begin + "#END_TB\n#BEGIN_TB\nthread block = 2,0,0\n",
                   "9: expected a thread block X,Y,Z in a grid of 2 x 1 x 1, found 'thread block = 2,0,0'"},
        BrokenFile{begin + "warp = 1\ninsts = 1\n0010 00010000 0 NOP 0 0 \n#END_TB\n",
                   "9: expected masks of the 48 threads of a block, found lanes 00010000 in warp 1"},
        BrokenFile{begin + "warp = 0\ninsts = 2\n" + nop + "7 " + nop + "#END_TB\n",
                   "10: expected 0 columns before the program counter, as in line 9, found 1"},
        BrokenFile{begin + "warp = 0\ninsts = 1\n7 " + nop + "#END_TB\n-enable lineinfo = 1\n",
                   "11: expected an instruction, 'thread block', 'warp', 'insts', '#BEGIN_TB' or '#END_TB', "
                   "found '-enable lineinfo = 1'"},
        BrokenFile{begin + "warp = 0\ninsts = 1\n1 2 3 4 5 6 7 8 " + nop + "#END_TB\n",
                   "9: expected the columns of a trace without source lines before the program counter, "
                   "found 8 columns"},
        BrokenFile{begin + "warp = 0\ninsts = 1\n0010 0000001 0 NOP 0 0\n#END_TB\n",
                   "9: expected a program counter and a mask of 8 hexadecimal digits, found '0010 0000001 0 "
                   "NOP 0 0'"},
        BrokenFile{
            start +
                "-accelsim tracer version = 1.2\n#\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n"
                "1 0 0 0 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100 \n#END_TB\n",
            "10: expected block 0 and warp 0, found block 1 and warp 0"},
        BrokenFile{start + "#\n0 0 0 0 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100",
                   "5: expected the end of a line, found the end of the file, which is incomplete"},
        BrokenFile{start + "#\n0 0 0 0 0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100\n#END_TB\n",
                   "6: expected an instruction with the numbers of its block and warp, found another line"},
        BrokenFile{start + "#\n0 0 0 1 0010 00010000 1 R4 LDG.E 1 R2 4 2 0x100\n",
                   "5: expected a mask of the 48 threads of a block, found 00010000 in warp 1"}));

TEST(AccelSimFile, OtherFilesAreNotRecognised) {
    EXPECT_EQ(imported_kernel(""), "not recognised");
    EXPECT_EQ(imported_kernel("-grid dim = (1,1,1)\n"), "not recognised");
    EXPECT_EQ(imported_kernel("MemcpyHtoD\n"), "not recognised");
}

} // namespace
} // namespace hitmap
