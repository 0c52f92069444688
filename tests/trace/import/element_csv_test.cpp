#include "tests/trace/import/imported.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

const std::string element_header =
    "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups\n";

/// Rows of a warp and a kind are one request while the lanes rise. Launch 1 has no rows.
TEST(ElementCsv, ElementsGetAddresses) {
    EXPECT_EQ(imported({{"a.csv", element_header + "0,0,2,7,0,box,1,1,0,1,0,1\n"
                                                   "1,0,2,7,1,box,3,3,0.5,1,1,1\n"
                                                   "2,0,2,7,1,box,1,1,0,1,0,1\n"
                                                   "3,0,2,7,1,face,5,2,0,4,0,5\n"
                                                   "4,0,0,7,1,face,5,,0,4,0,5\n"
                                                   "5,2,0,0,31,pixel,9,9,,,,\n"}}),
              R"(producer 'CSV of hitmap export --accesses', source 'a.csv'
option 'format' = 'element-csv'
option 'import-warning' = 'accesses of elements with a source of another number, which is not kept: 2'
option 'import-warning' = 'accesses of faces, which count as other data because their vertices are not known: 2'
device 'not known', 3 SMs of 1 warps
origin of 'sm': recorded
origin of 'warp': recorded
origin of 'order': recorded
origin of 'allocations': assumed
origin of 'instructions': assumed
launch 'not known' 8,1,1 x 32,1,1, 0 local, 0 shared, from request 0
launch 'not known' 1,1,1 x 32,1,1, 0 local, 0 shared, from request 4
launch 'not known' 1,1,1 x 32,1,1, 0 local, 0 shared, from request 4
allocation 'boxes': boxes, global, 0x10000000000, 96 bytes, stride 24, elements of 24
allocation 'faces': other, global, 0x20000000000, 72 bytes, stride 12, elements of 12
allocation 'framebuffer': framebuffer, global, 0x30000000000, 40 bytes, stride 4, elements of 4
global load, 24 bytes, '' '' 0:0
global load, 12 bytes, '' '' 0:0
global store, 4 bytes, '' '' 0:0
5 requests, 6 lane accesses, elements 3, 0, 1
request: launch 0, SM 2, warp 7 in 0, instruction 0, mask 00000003: 0x10000000018 0x10000000048
request: launch 0, SM 2, warp 7 in 0, instruction 0, mask 00000002: 0x10000000018
request: launch 0, SM 2, warp 7 in 0, instruction 1, mask 00000002: 0x2000000003c
request: launch 0, SM 0, warp 7 in 0, instruction 1, mask 00000002: 0x2000000003c
request: launch 2, SM 0, warp 0 in 0, instruction 2, mask 80000000: 0x30000000024
)");
}

struct BrokenElements {
    std::string rows;
    std::string message;
};
class BrokenElementCsv : public testing::TestWithParam<BrokenElements> {};

TEST_P(BrokenElementCsv, IsRefusedByLine) {
    EXPECT_EQ(imported({{"a", element_header + GetParam().rows}}), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenElementCsv,
    testing::Values(
        BrokenElements{"", "a: expected rows behind the header, found none"},
        BrokenElements{"1,0,0,0,0,box,0,0,0,1,0,1\n", "a: line 2: expected order 0, found 1"},
        BrokenElements{"0,1,0,0,0,box,0,0,0,1,0,1\n1,0,0,0,0,box,0,0,0,1,0,1\n",
                       "a: line 3: expected launch 1 or a later one, found 0"},
        BrokenElements{"0,0,0,0,0,sphere,0,0,0,1,0,1\n",
                       "a: line 2: expected box, face or pixel, found 'sphere'"},
        BrokenElements{"0,0,0,0,0,box,4294967295,0,0,1,0,1\n",
                       "a: line 2: expected an element from 0 to 4294967294, found '4294967295'"},
        BrokenElements{"0,0,0,0,32,box,0,0,0,1,0,1\n", "a: line 2: expected a lane from 0 to 31, found '32'"},
        BrokenElements{"0,0,0,0,0,box,0,0,0,1,0\n",
                       "a: line 2: expected the fields order,launch,sm,warp,lane,kind,element,source,l1_hits,"
                       "l1_lookups,l2_hits,l2_lookups, found fewer"},
        BrokenElements{"0,0,0,0,0,box,0,0,0,1,0,1,2\n",
                       "a: line 2: expected the end of the line, found '2'"}));

} // namespace
} // namespace hitmap
