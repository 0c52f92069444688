#include "tests/trace/import/imported.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

TEST(NoTsanLackey, DataLinesBelongToTheInstructionBefore) {
    const std::string text = imported({{"folder/matmul.lackey", "==123== Lackey, an example Valgrind tool\n"
                                                                "==123== Command: ./matmul 8\n"
                                                                "==123== \n"
                                                                "I  0401ab70,3\n"
                                                                " L 1fff000648,8\n"
                                                                " S 1fff000640,8\n"
                                                                "I  0401ab73,5\n"
                                                                "I  04033e00,6\n"
                                                                " M 04033e06,1\n"
                                                                "I  0401ab70,3\n"
                                                                " L 1fff000648,8\n"}});
    EXPECT_EQ(text, R"(producer 'Valgrind lackey', source 'matmul.lackey'
option 'format' = 'lackey'
device 'not known', 1 SMs of 1 warps
origin of 'sm': assumed
origin of 'warp': derived
origin of 'order': recorded
origin of 'allocations': assumed
origin of 'instructions': derived
launch './matmul 8' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0
global load, 8 bytes, '0x401ab70' '' 0:0
global store, 8 bytes, '0x401ab70' '' 0:0
global load, 1 bytes, '0x4033e00' '' 0:0
global store, 1 bytes, '0x4033e00' '' 0:0
5 requests, 5 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1fff000648
request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x1fff000640
request: launch 0, SM 0, warp 0 in 0, instruction 2, mask 00000001: 0x4033e06
request: launch 0, SM 0, warp 0 in 0, instruction 3, mask 00000001: 0x4033e06
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1fff000648
)");
}

TEST(NoTsanLackey, AWideAccessIsSeveralRequests) {
    EXPECT_THAT(imported_body({{"a", "I  04000000,3\n L 00001000,70\n"}}),
                HasSubstr("global load, 32 bytes, '0x4000000' '' 0:0\n"
                          "global load, 6 bytes, '0x4000000' '' 0:0\n"
                          "3 requests, 3 lane accesses, elements 0, 0, 0\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1000\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1020\n"
                          "request: launch 0, SM 0, warp 0 in 0, instruction 1, mask 00000001: 0x1040\n"));
}

/// A child that forks writes into the same file. Its accesses are not marked.
TEST(NoTsanLackey, LinesOfSeveralProcessesAreAWarning) {
    const std::string lines = "I  0401ab70,3\n L 04033e10,4\n";
    const std::string first = "==123== Lackey\n" + lines;
    const std::string text = imported({{"a", first + "==124== Lackey\n" + lines + "==123== x\n"}});
    EXPECT_THAT(text, HasSubstr("option 'import-warning' = 'processes with lines in one file, whose accesses "
                                "cannot be told apart and are one thread (valgrind --log-file=FILE.%p writes "
                                "a file for each): 2 (123, 124)'\n"));
    EXPECT_THAT(text, HasSubstr("2 requests, 2 lane accesses"));
    EXPECT_THAT(imported({{"a", first + "==123== x\n"}}), testing::Not(HasSubstr("import-warning")));
}

/// The output of the program names its buffers and is counted otherwise.
TEST(NoTsanLackey, TheProgramNamesItsBuffersInItsOutput) {
    const std::string text = imported({{"a", "I  04000000,3\n"
                                             " S 00005000,8\n"
                                             "hello\n"
                                             "#buf a 0x5000 4096 8\n"
                                             "#buf pixels 24576 64 16 12 framebuffer\n"
                                             "#line 0x4000000 main.c:12 main\n"
                                             "I  04000005,3\n"
                                             " S 00006010,4\n"
                                             "I  0400"}});
    EXPECT_THAT(text, HasSubstr("option 'import-warning' = 'invalid lines, left out: 1 (a: first at line 9, "
                                "'I  0400')'\n"
                                "option 'import-warning' = 'lines of other output, left out: 1 (a: first at "
                                "line 3, 'hello')'\n"));
    EXPECT_THAT(text, HasSubstr("origin of 'allocations': recorded\n"));
    EXPECT_THAT(
        text,
        HasSubstr("allocation 'a': other, global, 0x5000, 4096 bytes, stride 8, elements of 8\n"
                  "allocation 'pixels': framebuffer, global, 0x6000, 64 bytes, stride 16, elements of 12\n"
                  "global store, 8 bytes, 'main' 'main.c' 12:0\n"
                  "global store, 4 bytes, '0x4000005' '' 0:0\n"
                  "2 requests, 2 lane accesses, elements 0, 0, 1\n"));
}

TEST(NoTsanLackey, SourceLinesComeFromAddr2line) {
    const std::string text = imported({{"a", "I  04000000,3\n L 00005000,8\nI  04000004,3\n L 00005000,8\n"
                                             "I  04000008,3\n L 00005000,8\n"},
                                       {"lines", "0x0000000004000000\n"
                                                 "dot<3>\n"
                                                 "/src/vector.h:7 (discriminator 2)\n"
                                                 "main\n"
                                                 "/src/main.c:12\n"
                                                 "0x0000000004000004\n"
                                                 "main\n"
                                                 "/src/main.c:13\n"
                                                 "0x0000000004000008\n"
                                                 "_start\n"
                                                 "??:?\n"
                                                 "0x000000000400000c\n"
                                                 "??\n"
                                                 "??:0\n"
                                                 "#buf a 0x5000 4096\n"}});
    EXPECT_THAT(text, HasSubstr("allocation 'a': other, global, 0x5000, 4096 bytes, stride 0, elements of 0\n"
                                "global load, 8 bytes, 'dot<3>' '/src/vector.h' 7:0\n"
                                "  inlined at 'main' '/src/main.c' 12:0\n"
                                "global load, 8 bytes, 'main' '/src/main.c' 13:0\n"
                                "global load, 8 bytes, '_start' '' 0:0\n"));
}

/// The pieces of a large file end between an instruction and its accesses.
TEST(NoTsanLackey, AFileOfManyPiecesLosesNothing) {
    std::string text;
    std::string notes;
    for (int i = 0; i < 150000; ++i)
        text += fmt::format("I  {:08x},3\n L {:08x},8\n", 0x4000000 + 4 * (i % 7), 0x5000 + 8 * i);
    const std::string result = imported_body({{"a", text}});
    EXPECT_THAT(result, HasSubstr("150000 requests, 150000 lane accesses"));
    for (int i = 0; i < 7; ++i)
        EXPECT_THAT(result,
                    HasSubstr(fmt::format("global load, 8 bytes, '{:#x}' '' 0:0\n", 0x4000000 + 4 * i)));
    for (const int i : {32000, 64000, 149999})
        EXPECT_THAT(result,
                    HasSubstr(fmt::format("instruction {}, mask 00000001: {:#x}\n", i % 7, 0x5000 + 8 * i)));
}

TEST(NoTsanLackey, FurtherInstructionsThanARecordingHasAreCommon) {
    std::string text;
    for (int i = 0; i < 65540; ++i)
        text += fmt::format("I  {:08x},3\n L 00005000,{}\n", 0x4000000 + 4 * i, i % 2 == 0 ? 4 : 8);
    const std::string result = imported({{"a", text}});
    EXPECT_THAT(result,
                HasSubstr("option 'import-warning' = 'accesses by instructions beyond the number that a "
                          "recording can have, without a place: 292'"));
    EXPECT_THAT(result, HasSubstr("'0x403fb7c' '' 0:0\n"
                                  "global load, 4 bytes, '' '' 0:0\n"
                                  "global load, 8 bytes, '' '' 0:0\n"
                                  "65540 requests"));
}

struct BrokenFiles {
    TextFiles files;
    std::string message;
};
class BrokenLackey : public testing::TestWithParam<BrokenFiles> {};

TEST_P(BrokenLackey, IsRefused) {
    EXPECT_EQ(imported(GetParam().files), GetParam().message);
}

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

const std::string one_access = "I  04000000,3\n L 00005000,8\n";

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenLackey,
    testing::Values(
        BrokenFiles{{{"a", "L 5,8\n"}}, "not recognised"},
        BrokenFiles{{{"a", "==1== Lackey, an example Valgrind tool\n"}},
                    "a: expected data accesses, found none"},
        BrokenFiles{{{"a", "I  04000000,3\n"}}, "a: expected data accesses, found none"},
        BrokenFiles{
            {{"a", repeated(one_access, 50) + repeated(" L 5,513\n", 11)}},
            "a: line 101: expected at most 1 % of invalid lines, found 11 of 111; the first is ' L 5,513'"},
        BrokenFiles{
            {{"a", repeated(one_access, 400) + repeated("hello\n", 1001)}},
            "a: expected at most as much other output as lines of the recording, found 1001 lines and 800"},
        BrokenFiles{
            {{"a", one_access + "#buf a 5\n"}},
            "a: line 3: expected '#buf NAME ADDRESS BYTES [STRIDE [ELEMENT_BYTES]] [ROLE]', found ''"},
        BrokenFiles{{{"a", one_access + "#buf a 5 8 8 9\n"}},
                    "a: line 3: expected at most 8 bytes in an element, the stride, found '9'"},
        BrokenFiles{
            {{"a", one_access + "#buf a 5 8 mesh\n"}},
            "a: line 3: expected the bytes of a stride and of an element, then a role, in a line '#buf', "
            "found 'mesh'"},
        BrokenFiles{
            {{"a", one_access + "#buf a 0xffffffffffffffff 8\n"}},
            "a: line 3: expected a buffer within the address space, found '8 bytes at 0xffffffffffffffff'"},
        BrokenFiles{{{"a", one_access + "#buf a 0x5000 8 8 faces\n#buf b 0x5004 8 8 boxes\n"}},
                    "a: lines '#buf': two allocations with elements overlap at address 0x5004"},
        BrokenFiles{{{"a", one_access + "#line 5 main.c\n"}},
                    "a: line 3: expected FILE:LINE in a line '#line', found 'main.c'"},
        BrokenFiles{{{"a", one_access}, {"b", one_access}},
                    "b: expected one recording and notes, found another recording"},
        BrokenFiles{
            {{"a", one_access}, {"b", "\n"}},
            "b: expected a file of Valgrind lackey, or lines '#buf' or '#line' or the output of addr2line "
            "-a -f, found none"},
        BrokenFiles{
            {{"a", one_access}, {"b", "#buf a 5 8\nmain\n"}},
            "b: line 2: expected a file of Valgrind lackey, or '#buf', '#line' or the output of addr2line "
            "-a -f, found 'main'"}));

TEST(NoTsanLackey, EmptyFilesAreLeftOut) {
    EXPECT_THAT(imported({{"a", one_access}, {"b", ""}}),
                testing::HasSubstr("option 'import-warning' = 'empty files, left out: 1'\n"));
}

TEST(NoTsanLackey, SourceLinesOfOtherAddressesAreCounted) {
    const std::string lines = "#line 0x1139 main.c:3\n#line 0x1140 main.c:4\n";
    EXPECT_THAT(imported({{"a", one_access}, {"b", lines}}), testing::HasSubstr("-no-pie: 2'\n"));
}

} // namespace
} // namespace hitmap
