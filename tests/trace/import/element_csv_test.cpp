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
option 'import-warning' = 'accesses of elements with a source of another number, which is not kept: 1'
option 'import-warning' = 'accesses of faces, whose vertices are assumed: hits differ from those of the table: 2'
device 'not known', 3 SMs of 1 warps
origin of 'sm': recorded
origin of 'warp': recorded
origin of 'order': recorded
origin of 'allocations': assumed
origin of 'instructions': assumed
origin of 'scene': assumed
origin of 'vertex positions': assumed
origin of 'box extents': assumed
launch 'not known' 8,1,1 x 32,1,1, 0 local, 0 shared, from request 0
launch 'not known' 1,1,1 x 32,1,1, 0 local, 0 shared, from request 4
launch 'not known' 1,1,1 x 32,1,1, 0 local, 0 shared, from request 4
allocation 'boxes': boxes, global, 0x10000000000, 96 bytes, stride 24, elements of 24
allocation 'faces': faces, global, 0x20000000000, 72 bytes, stride 12, elements of 12
allocation 'framebuffer': framebuffer, global, 0x30000000000, 40 bytes, stride 4, elements of 4
allocation 'vertices': vertices, global, 0x40000000000, 84 bytes, stride 12, elements of 12
global load, 24 bytes, '' '' 0:0
global load, 12 bytes, '' '' 0:0
global store, 4 bytes, '' '' 0:0
5 requests, 6 lane accesses, elements 3, 2, 1
scene 0 x 0, 1 instances
vertex 0 0 0
vertex 0 0 0
vertex 0 0 0
vertex 0 0 0
vertex 0 0 0
vertex 0 0 0
vertex 0 0 0
face 0 1 3
face 0 1 3
face 1 3 4
face 1 3 4
face 3 4 6
face 3 4 6
box 0 0 0 to 0 0 0
box 0 0 0 to 0 0 0
box 0 0 0 to 0 0 0
box 0 0 0 to 0 0 0
face sources -1 -1 -1 -1 -1 2
box parents 
box levels 
box sources 
request: launch 0, SM 2, warp 7 in 0, instruction 0, mask 00000003: 0x10000000018 0x10000000048
request: launch 0, SM 2, warp 7 in 0, instruction 0, mask 00000002: 0x10000000018
request: launch 0, SM 2, warp 7 in 0, instruction 1, mask 00000002: 0x2000000003c
request: launch 0, SM 0, warp 7 in 0, instruction 1, mask 00000002: 0x2000000003c
request: launch 2, SM 0, warp 0 in 0, instruction 2, mask 80000000: 0x30000000024
)");
}

/// Element 4,000,000,000 would need a scene of gigabytes.
TEST(ElementCsv, SceneIsInProportionToTheRows) {
    const std::string text = imported({{"a.csv", element_header + "0,0,0,0,0,face,4000000000,7,0,4,0,5\n"}});
    EXPECT_THAT(text, testing::HasSubstr("which count as other data because a scene with such large numbers "
                                         "is refused: 1'"));
    EXPECT_THAT(text,
                testing::HasSubstr("allocation 'faces': other, global, 0x20000000000, 48000000012 bytes"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("\nscene")));
}

/// Boxes have 24 bytes. If box 0 begins 12 bytes behind a line of L1, it is in bytes 12 to 35, box 1 in 36 to
/// 59 and box 4 in 108 to 131.
TEST(ElementCsv, BuffersBeginWhereTheLookUpsAreThoseOfTheTable) {
    EXPECT_THAT(imported({{"a.csv", element_header + "0,0,0,0,0,box,0,0,0,1,0,2\n"
                                                     "1,0,0,0,0,box,1,1,0,1,0,1\n"
                                                     "2,0,0,0,0,box,4,4,0,2,0,2\n"}}),
                testing::HasSubstr("allocation 'boxes': boxes, global, 0x1000000000c, "));
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
        BrokenElements{"0,0,0,0,0,box,0,x,0,1,0,1\n",
                       "a: line 2: expected a source from 0 to 4294967294 or nothing, found 'x'"},
        BrokenElements{"0,0,0,0,0,box,0,0,0,256,0,1\n",
                       "a: line 2: expected look-ups from 0 to 255 or nothing, found '256'"},
        BrokenElements{"0,0,0,0,0,box,0,0,0,1,0,1,2\n",
                       "a: line 2: expected the end of the line, found '2'"}));

} // namespace
} // namespace hitmap
