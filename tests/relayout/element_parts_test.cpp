// Fields of elements, and how they are split, on accesses made by hand.
#include "core/base/error.h"
#include "core/relayout/model/element_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// An access that is repeated.
struct FieldAccess {
    std::uint32_t offset;
    std::uint32_t bytes;
    int times;
};

FieldUse use_of(std::uint32_t element_bytes, const std::vector<FieldAccess>& accesses) {
    FieldUse use(element_bytes);
    for (const FieldAccess& access : accesses)
        for (int i = 0; i < access.times; ++i)
            use.add(access.offset, access.bytes);
    return use;
}

void expect_message(const std::function<void()>& run, const std::string& message) {
    try {
        run();
        FAIL() << "expected: " << message;
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr(message));
    }
}

TEST(FieldUse, CountsTheBytesOfAccesses) {
    const FieldUse use = use_of(6, {{0, 4, 1}, {2, 2, 2}, {4, 4, 1}}); // the last reaches beyond the element
    EXPECT_THAT(use.accesses(), ElementsAre(1, 1, 3, 3, 1, 1));
    EXPECT_THAT(use.joined(), ElementsAre(0, 1, 1, 3, 0, 1));
    EXPECT_EQ(use.widest_at(2), 2U);
    EXPECT_EQ(use.widest_at(1), 0U);
}

TEST(ElementParts, CutsAreWhereNoAccessSpansThem) {
    const FieldUse use = use_of(12, {{0, 4, 1}, {4, 8, 1}});
    EXPECT_THAT(parts_at({4}, use).part_of, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
    EXPECT_EQ(parts_at({1, 4}, use_of(12, {})).count, 3U);
    const struct {
        std::vector<std::uint32_t> cuts;
        std::string message;
    } rows[] = {
        {{8}, "expected cuts that no access spans, found byte 8, which 1 accesses touch together"},
        {{12}, "expected cuts that rise, from 1 to 11, found 12"},
        {{0}, "expected cuts that rise, from 1 to 11, found 0"},
        {{4, 4}, "expected cuts that rise, from 1 to 11, found 4"},
    };
    for (const auto& row : rows)
        expect_message([&] { (void)parts_at(row.cuts, use); }, row.message);
}

TEST(ElementParts, HotFieldsAreAccessedAtLeastHalfAsOftenAsTheMostAccessed) {
    // Bytes 2 and 3 are cold alone, but one access reads them with hot ones.
    const FieldUse use = use_of(8, {{0, 4, 1}, {0, 2, 9}, {4, 2, 5}, {6, 2, 4}});
    EXPECT_THAT(hot_and_cold(use).part_of, ElementsAre(0, 0, 0, 0, 0, 0, 1, 1));
    // Part 0 has the first byte, also if it is cold.
    EXPECT_THAT(hot_and_cold(use_of(4, {{1, 1, 3}})).part_of, ElementsAre(0, 1, 0, 0));
    expect_message([] { (void)hot_and_cold(use_of(4, {})); }, "found no access");
    expect_message([] { (void)hot_and_cold(use_of(4, {{0, 2, 4}, {2, 2, 2}})); }, "found 2 to 4 accesses");
}

TEST(ElementParts, AccessesStayAligned) {
    const FieldUse use = use_of(16, {{0, 4, 9}, {8, 8, 1}});
    const ElementParts parts = hot_and_cold(use); // bytes 0 to 3, and the rest
    const PartLayout layout = layout_of(parts, use, 16);
    EXPECT_THAT(layout.strides, ElementsAre(4, 16)); // byte 4 stays behind a multiple of 8, for the load at 8
    EXPECT_EQ(layout.bytes[4], (PartByte{1, 4}));
    EXPECT_EQ(layout.bytes[8], (PartByte{1, 8}));
    // Elements every 12 bytes have no aligned loads of 8 bytes that could stay so.
    EXPECT_THAT(layout_of(parts_at({4}, use_of(12, {{4, 8, 1}})), use_of(12, {{4, 8, 1}}), 12).strides,
                ElementsAre(4, 8));
}

} // namespace
} // namespace hitmap
