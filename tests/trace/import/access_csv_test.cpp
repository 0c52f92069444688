#include "tests/trace/import/imported.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hitmap {
namespace {

using testing::HasSubstr;

std::string imported_csv(std::string_view text) {
    return imported({{"folder/a.csv", std::string(text)}});
}

TEST(NoTsanAccessCsv, RowsOfOneInstructionAreARequestWhileLanesRise) {
    const std::string text = imported_csv("sm,warp,lane,address,bytes,operation,line\n"
                                          "0,7,0,0x1000,4,load,trace.cu:12\n"
                                          "0,7,1,4100,4,load,trace.cu:12\n"
                                          "0,7,1,4104,4,load,trace.cu:12\n" // Lanes of a warp must rise.
                                          "2,7,31,0x2000,16,store,30\n"     // Another SM means another warp.
                                          "2,7,31,0x2000,16,atomic,\n"
                                          "0,9,5,0x3000,4,load,trace.cu:12\n");
    EXPECT_EQ(text, R"(producer 'CSV of accesses', source 'a.csv'
option 'format' = 'csv'
device 'not known', 3 SMs of 2 warps
origin of 'sm': recorded
origin of 'warp': recorded
origin of 'order': recorded
origin of 'allocations': assumed
origin of 'instructions': derived
launch 'not known' 3,1,1 x 32,1,1, 0 local, 0 shared, from request 0
global load, 4 bytes, '' 'trace.cu' 12:0
global store, 16 bytes, '' '' 30:0
global atomic, 16 bytes, '' '' 0:0
5 requests, 6 lane accesses, elements 0, 0, 0
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000003: 0x1000 0x1004
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000002: 0x1008
request: launch 0, SM 2, warp 1 in 0, instruction 1, mask 80000000: 0x2000
request: launch 0, SM 2, warp 1 in 0, instruction 2, mask 80000000: 0x2000
request: launch 0, SM 0, warp 2 in 1, instruction 0, mask 00000020: 0x3000
)");
}

TEST(NoTsanAccessCsv, TheColumnLineMayBeMissingAndLinesMayEndAsOnWindows) {
    EXPECT_THAT(imported_csv("sm,warp,lane,address,bytes,operation\r\n0,0,0,0,1,load\r\n\r\n0,0,1,1,1,load"),
                HasSubstr("1 requests, 2 lane accesses"));
}

TEST(NoTsanAccessCsv, IsReadAsSpreadsheetsWriteIt) {
    const std::string plain = imported_csv("sm,warp,lane,address,bytes,operation,line\n"
                                           "0,0,0,16,4,load,a.cu:1\n0,0,1,20,4,load,a.cu:1\n");
    EXPECT_THAT(plain, HasSubstr("1 requests, 2 lane accesses"));
    for (const char* text :
         {"\xef\xbb\xbfsm,warp,lane,address,bytes,operation,line\n0,0,0,16,4,load,a.cu:1\n0,0,1,20,4,load,a."
          "cu:1\n",
          "sm;warp;lane;address;bytes;operation;line\r\n0;0;0;16;4;load;a.cu:1\r\n0;0;1;20;4;load;a.cu:1\r\n",
          "\"sm\",\"warp\",\"lane\",\"address\",\"bytes\",\"operation\",\"line\"\n"
          "\"0\",\"0\",\"0\",\"16\",\"4\",\"load\",\"a.cu:1\"\n0,0,1,20,4,load,\"a.cu:1\"\n",
          "sm, warp, lane, address, bytes, operation, line\n0, 0, 0, 16, 4, load, a.cu:1\n0 ,0 ,1 ,20 "
          ",4\t,load ,a.cu:1 \n"})
        EXPECT_EQ(imported_csv(text), plain) << text;
    EXPECT_THAT(
        imported_csv("sm,warp,lane,address,bytes,operation,line\n0,0,0,16,4,load,\"f(a, \"\"b\"\"), 3\"\n"),
        HasSubstr("f(a, \"b\"), 3"));
}

TEST(NoTsanAccessCsv, AnotherFileIsNotRecognised) {
    EXPECT_EQ(imported_csv(""), "not recognised");
    EXPECT_EQ(imported_csv("sm,warp,lane,address,bytes\n"), "not recognised");
    EXPECT_EQ(imported_csv("sm,warp,lane,address,bytes,operation,time\n"), "not recognised");
}

struct BrokenCsv {
    std::string rows;
    std::string message;
};
class BrokenAccessCsv : public testing::TestWithParam<BrokenCsv> {};

TEST_P(BrokenAccessCsv, IsRefusedByLine) {
    EXPECT_EQ(imported_csv("sm,warp,lane,address,bytes,operation\n" + GetParam().rows), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenAccessCsv,
    testing::Values(
        BrokenCsv{"", "folder/a.csv: expected rows behind the header, found none"},
        BrokenCsv{"0,0,0,0,4,load\nx,0,0,0,4,load\n",
                  "folder/a.csv: line 3: expected an SM from 0 to 65535, found 'x'"},
        BrokenCsv{"65536,0,0,0,4,load\n",
                  "folder/a.csv: line 2: expected an SM from 0 to 65535, found '65536'"},
        BrokenCsv{"0,-1,0,0,4,load\n",
                  "folder/a.csv: line 2: expected a warp from 0 to 4294967295, found '-1'"},
        BrokenCsv{"0,0,64,0,4,load\n", "folder/a.csv: line 2: expected a lane from 0 to 63, found '64'"},
        BrokenCsv{"0,0,0,0x10000000000000000,4,load\n",
                  "folder/a.csv: line 2: expected an address from 0 to 18446744073709551615, found "
                  "'0x10000000000000000'"},
        BrokenCsv{"0,0,0,0x,4,load\n", "folder/a.csv: line 2: expected an address from 0 to "
                                       "18446744073709551615, found '0x'"},
        BrokenCsv{"0,0,0,0,0,load\n", "folder/a.csv: line 2: expected bytes from 1 to 32, found '0'"},
        BrokenCsv{"0,0,0,0,64,load\n", "folder/a.csv: line 2: expected bytes from 1 to 32, found '64'"},
        BrokenCsv{"0,0,0,0xffffffffffffffff,4,load\n",
                  "folder/a.csv: line 2: expected an access that ends below 2^64, found 4 bytes at "
                  "0xffffffffffffffff"},
        BrokenCsv{"0,0,0,0,4,read\n", "folder/a.csv: line 2: expected load, store or atomic, found 'read'"},
        BrokenCsv{"0,0,0,0\n", "folder/a.csv: line 2: expected the fields "
                               "sm,warp,lane,address,bytes,operation, found fewer"},
        BrokenCsv{"0,0,0,0,4,\"load\n",
                  "folder/a.csv: line 2: expected a field whose quotation marks are closed, then a "
                  "separator or the end of the line, found '\"load'"},
        BrokenCsv{"0,0,0,0,4,load,7\n", "folder/a.csv: line 2: expected the end of the line, found '7'"},
        BrokenCsv{std::string(70000, '0'),
                  "folder/a.csv: line 2: expected at most 65536 bytes in a line, found more"}));

TEST(NoTsanAccessCsv, TablesHaveLimits) {
    std::string rows;
    for (int line = 1; line <= 65537; ++line)
        rows += fmt::format("0,0,0,0,4,load,{}\n", line);
    EXPECT_EQ(imported_csv("sm,warp,lane,address,bytes,operation,line\n" + rows),
              "folder/a.csv: line 65538: expected at most 65536 instructions (of other bytes, operation or "
              "line), found another");
    rows.clear();
    for (int warp = 0; warp <= 65536; ++warp)
        rows += fmt::format("0,{},0,0,4,load,\n", warp);
    EXPECT_EQ(
        imported_csv("sm,warp,lane,address,bytes,operation,line\n" + rows),
        "folder/a.csv: line 65538: expected at most 65536 warps on an SM and 4194304 in all, found another");
}

/// Lines have 60 bytes, so that the pieces of large files end in the middle of lines.
TEST(NoTsanAccessCsv, AFileOfManyPiecesLosesNothing) {
    std::string rows = "sm,warp,lane,address,bytes,operation,line\n";
    for (int i = 0; i < 100000; ++i)
        rows += fmt::format("{},{},{},{:#x},4,load,a long name of a file.cu:{}\n", i / 32 % 5, i / 32 % 7,
                            i % 32, 4096 + 4 * i, 10 + i / 32 % 3);
    EXPECT_THAT(imported_csv(rows), HasSubstr("3125 requests, 100000 lane accesses"));
}

} // namespace
} // namespace hitmap
