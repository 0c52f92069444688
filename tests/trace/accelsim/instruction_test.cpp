#include "tests/trace/accelsim/kernel_text.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

struct InstructionCase {
    const char* name;
    KernelText kernel;
    std::string lines; ///< of warp 0 of block 0
    std::string expected;
};

class AccelSimInstructions : public testing::TestWithParam<InstructionCase> {};

TEST_P(AccelSimInstructions, BecomeRequests) {
    EXPECT_EQ(kernel_requests(GetParam().kernel.instructions(GetParam().lines)), GetParam().expected);
}

const std::string line_info = "-enable lineinfo = 1\n";
const std::string no_windows;

INSTANTIATE_TEST_SUITE_P(
    Table, AccelSimInstructions,
    testing::Values(
        InstructionCase{"ListOfAddresses",
                        {},
                        "0030 00000003 0 STG.E.U8.SYS 2 R2 R4 1 0 0x00007f0a00000200 0x00007f0a00000207 \n",
                        "global store, 1 bytes, 'trace(unsigned int*)+0x30' '' 0:0\n"
                        "0 warp 0 00000003: 0x7f0a00000200 0x7f0a00000207\n"},
        InstructionCase{"BaseAndStride",
                        {},
                        "0010 000000f0 1 R4 LDG.E.SYS 1 R2 4 1 0x7f0a00000010 -4 \n"
                        "0010 00000006 1 R4 LDG.E.SYS 1 R2 4 1 0x7f0a00000010 0 \n",
                        "global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "0 warp 0 000000f0: 0x7f0a00000010 0x7f0a0000000c 0x7f0a00000008 0x7f0a00000004\n"
                        "0 warp 0 00000006: 0x7f0a00000010 0x7f0a00000010\n"},
        InstructionCase{"BaseAndDistances",
                        {},
                        "0020 00000105 1 R6 LDG.E.64.SYS 1 R2 8 2 0x7f0a00000100 8 -16 \n"
                        "0020 80000000 1 R6 LDG.E.64.SYS 1 R2 8 2 0x7f0a00000100 \n",
                        "global load, 8 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                        "0 warp 0 00000105: 0x7f0a00000100 0x7f0a00000108 0x7f0a000000f8\n"
                        "0 warp 0 80000000: 0x7f0a00000100\n"},
        InstructionCase{"NoActiveLane", {}, "0040 00000000 1 R8 LD.E 1 R2 4 1 0x0 0 \n", ""},
        InstructionCase{"ImmediateOfVersion4IsNoDistance",
                        {.version = "4"},
                        "0020 00000005 1 R6 LDG.E 1 R2 4 2 0x100 8 64 \n"
                        "0030 00000000 0 EXIT 0 0 -1 \n"
                        "0040 00000003 1 R6 LDG.E 1 R2 4 0 0x100 0x200 7 \n",
                        "global load, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                        "global load, 4 bytes, 'trace(unsigned int*)+0x40' '' 0:0\n"
                        "0 warp 0 00000005: 0x100 0x108\n"
                        "1 warp 0 00000003: 0x100 0x200\n"},
        InstructionCase{"OneDistanceTooMany",
                        {},
                        "0020 00000005 1 R6 LDG.E 1 R2 4 2 0x100 8 64 \n",
                        "option 'import-warning' = 'instructions with an unexpected number behind the "
                        "addresses: 1 (LDG.E)'\n"
                        "global load, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                        "0 warp 0 00000005: 0x100 0x108\n"},
        InstructionCase{"Version6HasTwoImmediatesAndValues",
                        {.version = "6"},
                        "0020 00000001 1 R6 LDG.E 2 UR4 P1 4 1 0x100 0 7 8 NoVal\n"
                        "0030 00000001 1 R6 LDG.E 1 R 4 4 1 0x200 0 7 8 Val 1 0x2 3\n"
                        "0040 00000001 1 R6 HGMMA.64x8x16.F32 1 R4 1 0 7 8 NoVal\n",
                        "global load, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                        "global load, 4 bytes, 'trace(unsigned int*)+0x30' '' 0:0\n"
                        "0 warp 0 00000001: 0x100\n"
                        "1 warp 0 00000001: 0x200\n"},
        InstructionCase{"SourceLines",
                        {.version = "4", .more = line_info},
                        "17 0020 00000001 1 R6 LDG.E 1 R2 4 2 0x100 0 \n",
                        "global load, 4 bytes, 'trace(unsigned int*)+0x20' 'trace(unsigned int*)' 17:0\n"
                        "0 warp 0 00000001: 0x100\n"},
        InstructionCase{
            "ListOfDisabledLanesOfVersion1",
            {.version = "1.2"},
            "0 0 0 0 0020 00000005 1 R6 LDG.E 1 R2 4 0 0x100 0x200 0x300 \n",
            "option 'import-warning' = 'lists of addresses that are longer than the mask: 1 (LDG.E)'\n"
            "global load, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
            "0 warp 0 00000005: 0x100 0x200\n"},
        InstructionCase{"Operations",
                        {},
                        "0010 00000001 0 RED.E.ADD.S32.STRONG.GPU 2 R2 R4 4 1 0x100 0 \n"
                        "0020 00000001 1 R6 ATOMS.ADD 2 R2 R4 4 1 0x10 0 \n"
                        "0030 00000001 1 R6 ATOMG.E.ADD.64 2 R2 R4 8 1 0x100 0 \n"
                        "0040 00000003 1 R6 LDS.128 1 R2 16 1 0x20 16 \n",
                        "global atomic, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "shared atomic, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                        "global atomic, 8 bytes, 'trace(unsigned int*)+0x30' '' 0:0\n"
                        "shared load, 16 bytes, 'trace(unsigned int*)+0x40' '' 0:0\n"
                        "0 warp 0 00000001: 0x100\n"
                        "1 warp 0 00000001: 0x10\n"
                        "2 warp 0 00000001: 0x100\n"
                        "3 warp 0 00000003: 0x20 0x30\n"},
        InstructionCase{
            "BytesComeFromTheOpcode",
            {},
            "0010 00000001 1 R2 LDG.E.S8.SYS 1 R4 4 1 0x100 0 \n"
            "0020 00000001 1 R2 LDG.E.S16.SYS 1 R4 4 1 0x100 0 \n",
            "option 'import-warning' = 'instructions whose opcode says other bytes than the trace, which "
            "was not followed: 2 (LDG.E.S8.SYS)'\n"
            "global load, 1 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
            "global load, 2 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
            "0 warp 0 00000001: 0x100\n"
            "1 warp 0 00000001: 0x100\n"},
        InstructionCase{"LocalOffsetsBeginAtTheLeastOfTheKernel",
                        {},
                        "0010 00000003 0 STL 2 R1 R4 4 1 0xfffdc8 0 \n"
                        "0020 00000003 1 R4 LDL.64 1 R1 8 1 0xfffdc0 0 \n",
                        "12 bytes of local memory\n"
                        "local store, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "local load, 8 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                        "0 warp 0 00000003: 0x8 0x8\n"
                        "1 warp 0 00000003: 0x0 0x0\n"},
        InstructionCase{"GenericAddressesAreSortedByWindow",
                        {},
                        "0010 0000000f 1 R4 LD.E 1 R2 4 0 0x7f0000000010 0x7f0001000020 0x7f0a00000000 "
                        "0x7f0000000014 \n",
                        "4 bytes of local memory\n"
                        "global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "local load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "shared load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "0 warp 0 00000004: 0x7f0a00000000\n"
                        "1 warp 0 00000002: 0x0\n"
                        "2 warp 0 00000009: 0x10 0x14\n"},
        InstructionCase{
            "GenericAddressesWithoutWindows",
            {.windows = no_windows},
            "0010 00000001 1 R4 LD.E 1 R2 4 1 0x10 0 \n",
            "option 'import-warning' = 'instructions with generic addresses and unknown windows, taken as "
            "global: 1 (LD.E)'\n"
            "global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
            "0 warp 0 00000001: 0x10\n"},
        InstructionCase{"CopiesToSharedMemoryAreLoads",
                        {},
                        "0010 00000003 0 LDGSTS.E.128 2 R1 R4 16 1 0x7f0000000000 16 \n"
                        "0010 00000003 0 LDGSTS.E.128 2 R1 R4 16 1 0x7f0a00000000 16 \n",
                        "global load, 16 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "0 warp 0 00000003: 0x7f0a00000000 0x7f0a00000010\n"},
        InstructionCase{"CopiesToSharedMemoryWithoutWindows",
                        {.version = "4", .more = line_info, .windows = no_windows},
                        "9 0010 00000003 0 LDGSTS.E.128 2 R1 R4 16 1 0x400 16 \n"
                        "9 0010 00000003 0 LDGSTS.E.128 2 R1 R4 16 1 0x7f0a00000000 16 \n",
                        "global load, 16 bytes, 'trace(unsigned int*)+0x10' 'trace(unsigned int*)' 9:0\n"
                        "0 warp 0 00000003: 0x7f0a00000000 0x7f0a00000010\n"},
        InstructionCase{"AddressesThatAreAllZero",
                        {},
                        "0010 00000003 1 R4 LDG.E 1 R2 4 1 0x0 0 \n"
                        "0010 00000003 1 R4 LDG.E 1 R2 4 1 0x0 4 \n",
                        "option 'import-warning' = 'global loads whose addresses are all 0: 1 (LDG.E)'\n"
                        "global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                        "0 warp 0 00000003: 0x0 0x0\n"
                        "0 warp 0 00000003: 0x0 0x4\n"},
        InstructionCase{
            "OtherMemoryAndOddRegisters",
            {},
            "0010 00000001 1 R4 LDC 1 R2 4 1 0x160 0 \n"
            "0020 00000001 2 R4 R5 LDG.E 5 R2 R3 R4 R5 R6 4 1 0x160 0 \n",
            "option 'import-warning' = 'instructions that access constants, textures, surfaces or other "
            "special memory, left out: 1 (LDC)'\n"
            "option 'import-warning' = 'instructions with several destinations: 1 (LDG.E)'\n"
            "global load, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
            "0 warp 0 00000001: 0x160\n"},
        InstructionCase{
            "BulkCopies",
            {.version = "5"},
            "0010 00000001 0 UTMALDG.2D 2 R2 R4 0 3 2 0x7f0a00000000 0x7f0a00000080 \n"
            "0020 00000001 0 UTMASTG.2D 2 R2 R4 0 0x7f0000000040 0 128 0 4 0x7f0a00000000 2 256 \n",
            "option 'import-warning' = 'bulk copies, taken as accesses of 32 bytes: 2 (UTMALDG.2D)'\n"
            "global load, 32 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
            "global store, 32 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
            "0 warp 0 00000003: 0x7f0a00000000 0x7f0a00000080\n"
            "1 warp 0 0000000f: 0x7f0a00000000 0x7f0a00000020 0x7f0a00000100 0x7f0a00000120\n"},
        InstructionCase{"NoBytes",
                        {},
                        "0000 ffffffff 1 R1 IADD3 2 R2 R3 0 \n"
                        "0010 ffffffff 1 R1 LDG.E.32 1 R2 0 \n"
                        "0018 00000000 1 R1 LDG.E.32 1 R2 0 \n" // no lane executes it
                        "0020 0000ffff 1 R1 TEX.SCR.LL 2 R2 R3 0 \n"
                        "0030 ffffffff 1 R1 SULD.D.BA.2D 1 R2 0 \n"
                        "0040 ffffffff 1 UR4 ULDC.64 0 0 \n"
                        "0050 ffffffff 0 LDGDEPBAR 0 0 \n"
                        "0060 00000001 0 UTMALDG.2D 2 R2 R4 0 \n"
                        "0070 00000001 0 UTMACMDFLUSH 0 0 \n"
                        "0080 00000001 0 STG.E 1 R2 4 1 0x7f0a00000000 4 \n",
                        "option 'import-warning' = 'bulk copies (TMA) whose memory the trace does not say, "
                        "left out: 1 (UTMALDG.2D)'\n"
                        "option 'import-warning' = 'instructions that access constants, textures, surfaces "
                        "or other special memory, left out: 3 (TEX.SCR.LL)'\n"
                        "option 'import-warning' = 'memory instructions without addresses, left out: 1 "
                        "(LDG.E.32)'\n"
                        "global store, 4 bytes, 'trace(unsigned int*)+0x80' '' 0:0\n"
                        "0 warp 0 00000001: 0x7f0a00000000\n"},
        InstructionCase{"BulkCopiesInTheNotationOfLoads",
                        {.version = "5"},
                        "0010 00000001 0 UTMALDG.2D 2 R0 R0 4 2 0x1000 0 \n"
                        "0020 00000001 0 UBLKCP 2 R0 R0 4 1 0x22802C0 0 0 \n"
                        "0030 0000000f 1 R4 LDG.E.SYS 1 R2 4 1 0x7fa371500000 4 0 \n",
                        "option 'import-warning' = 'bulk copies (TMA) whose memory the trace does not say, "
                        "left out: 2 (UTMALDG.2D)'\n"
                        "global load, 4 bytes, 'trace(unsigned int*)+0x30' '' 0:0\n"
                        "0 warp 0 0000000f: 0x7fa371500000 0x7fa371500004 0x7fa371500008 0x7fa37150000c\n"}),
    [](const auto& each) { return each.param.name; });

struct BrokenInstruction {
    std::string line;
    std::string message;
};
class BrokenAccelSimInstructions : public testing::TestWithParam<BrokenInstruction> {};

TEST_P(BrokenAccelSimInstructions, AreRefused) {
    std::string lines; // the first ones show the columns
    for (int i = 0; i < 64; ++i)
        lines += "0000 00000001 0 NOP 0 0 \n";
    EXPECT_EQ(kernel_requests(KernelText{}.instructions(lines + GetParam().line + "\n")),
              "kernel-1.traceg: line 86: expected " + GetParam().message + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenAccelSimInstructions,
    testing::Values(
        BrokenInstruction{"0010 0000000f 1 R4", "an opcode, found the end of the line"},
        BrokenInstruction{"001 00000001 0 NOP 0 0",
                          "a program counter of 4 to 8 hexadecimal digits, found '001'"},
        BrokenInstruction{"0010 000001 0 NOP 0 0", "a mask of 8 hexadecimal digits, found '000001'"},
        BrokenInstruction{"0010 00000001 9 NOP 0 0", "a number of destinations from 0 to 8, found '9'"},
        BrokenInstruction{"0010 00000001 1 4 NOP 0 0", "a register, found '4'"},
        BrokenInstruction{"0010 00000001 1 Rx NOP 0 0", "a register, found 'Rx'"},
        BrokenInstruction{"0010 00000001 0 NOP 0", "bytes per lane from 0 to 32, found the end of the line"},
        BrokenInstruction{"0010 00000001 0 NOP 0 0 7", "the end of the line, found '7'"},
        BrokenInstruction{"0010 00000001 0 LDG.E 0 3 1 0x0 0",
                          "0, 1, 2, 4, 8, 16 or 32 bytes per lane, found 3"},
        BrokenInstruction{"0010 00000001 0 LDG.E 0 64 1 0x0 0", "bytes per lane from 0 to 32, found '64'"},
        BrokenInstruction{"0010 00000001 0 LDG.E 0 4 5 0x0 0",
                          "the address mode 0, 1 or 2 of LDG.E, found '5'"},
        BrokenInstruction{"0010 00000001 0 LDG.E 0 4 1 100 0",
                          "an address from 0x0 to 0x7fffffffffffffff, found '100'"},
        BrokenInstruction{"0010 00000001 0 LDG.E 0 4 1 0x8000000000000000 0",
                          "an address from 0x0 to 0x7fffffffffffffff, found '0x8000000000000000'"},
        BrokenInstruction{"0010 00000003 0 LDG.E 0 4 0 0x100",
                          "an address from 0x0 to 0x7fffffffffffffff, found the end of the line"},
        BrokenInstruction{"0010 00000003 0 LDG.E 0 4 0 0x100 0x104 0x108",
                          "the end of the line, found '0x108'"},
        BrokenInstruction{"0010 00000007 0 LDG.E 0 4 1 0x100 -200",
                          "addresses from 0 to 0x7fffffffffffffff, from 0x100 on, found '-200'"},
        BrokenInstruction{"0010 00000003 0 LDG.E 0 4 1 0x100 x", "the distance of two addresses, found 'x'"},
        BrokenInstruction{"0010 00000007 0 LDG.E 0 4 2 0x100 8",
                          "the distance to the next address, found the end of the line"},
        BrokenInstruction{"0010 00000003 0 LDG.E 0 4 2 0x7fffffffffffffff 1",
                          "an address from 0 to 0x7fffffffffffffff behind 0x7fffffffffffffff, found '1'"},
        BrokenInstruction{"0010 00000003 0 UTMALDG 0 0 3 2 0x100",
                          "an address from 0x0 to 0x7fffffffffffffff, found the end of the line"},
        BrokenInstruction{"0010 00000003 0 UTMALDG 0 4 x",
                          "the address of a barrier, or the address mode 3 or 4 of UTMALDG, found 'x'"},
        BrokenInstruction{"0010 00000003 0 UTMALDG 0 0 0x10 0 1048577 0 3 1 0x100",
                          "bytes of a bulk copy from 0 to 1048576, found '1048577'"},
        BrokenInstruction{"0010 00000001 0 NOP 0 0" + std::string(4096, ' '),
                          "at most 4096 bytes in the line, found 4119"},
        BrokenInstruction{"nonsense",
                          "an instruction, 'thread block', 'warp', 'insts', '#BEGIN_TB' or '#END_TB', "
                          "found 'nonsense'"}));

} // namespace
} // namespace hitmap
