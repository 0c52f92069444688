// Splits, quantised elements, alignments and bases of single allocations, against addresses by hand and a
// reference implementation that looks at every byte.
#include "core/base/error.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/model/relayout_marks.h"
#include "tests/relayout/made_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::buffer;
using test::MadeLoad;
using test::moved_by_hand;
using test::MovedByHand;
using test::recording_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names_of(const std::vector<Allocation>& allocations) {
    std::vector<std::string> names;
    for (const Allocation& a : allocations)
        names.push_back(fmt::format("{} at {:#x}: {} bytes, {} every {}", a.name, a.address, a.bytes,
                                    a.element_bytes, a.stride));
    return names;
}

/// Nodes of 32 bytes with a link, two bounds and 8 bytes that are hardly ever read, and a table.
std::vector<Allocation> nodes_and_table() {
    return {buffer("nodes", 0x1000, 3 * 32, 32, 32), buffer("table", 0x2000, 40, 8, 8)};
}
std::vector<MadeLoad> loads_of_nodes() {
    return {{0x1000, 4},      {0x1020, 4},      {0x1040, 4},      {0x1000 + 8, 16}, {0x1020 + 8, 16},
            {0x1040 + 8, 16}, {0x1020 + 24, 8}, {0x2000 + 12, 4}, {0x1020 + 28, 4}};
}

TEST(ElementForm, ASplitMovesEachByteToItsArray) {
    const HmtFile file = recording_of(nodes_and_table(), loads_of_nodes());
    const MovedByHand moved = moved_by_hand(file, parse_relayout("split=nodes=8,24"));
    EXPECT_THAT(names_of(moved.allocations),
                ElementsAre("nodes at 0x1000: 24 bytes, 8 every 8", "table at 0x2000: 40 bytes, 8 every 8",
                            "nodes+8 at 0x2100: 48 bytes, 16 every 16",
                            "nodes+24 at 0x2200: 24 bytes, 8 every 8"));
    EXPECT_THAT(moved.addresses,
                ElementsAre(0x1000, 0x1008, 0x1010, 0x2100, 0x2110, 0x2120, 0x2208, 0x200c, 0x220c));
    EXPECT_THAT(moved.result.estimates, IsEmpty());
    EXPECT_EQ(moved.result.changes, "elements of nodes split into bytes 0-7 | 8-23 | 24-31");
    EXPECT_EQ(moved.result.counts.in_elements, 8U);
    EXPECT_EQ(moved.result.counts.across, 0U);
}

TEST(ElementForm, HotBytesAreSplitFromColdOnes) {
    const HmtFile file = recording_of(nodes_and_table(), loads_of_nodes());
    const MovedByHand moved = moved_by_hand(file, parse_relayout("split=nodes=auto"));
    // Bytes 4 to 7 are never read, and 24 to 31 twice at most.
    EXPECT_EQ(moved.result.changes, "elements of nodes split into bytes 0-3 and 8-31 | 4-7");
}

TEST(ElementForm, QuantisedElementsHaveShorterAccesses) {
    const HmtFile file = recording_of({buffer("boxes", 0x1000, 72, 24, 24), buffer("table", 0x2000, 8, 8, 8)},
                                      {{0x1018, 24}, {0x1030 + 12, 12}, {0x1000, 3}, {0x2004, 4}});
    const MovedByHand moved = moved_by_hand(file, parse_relayout("quantise=boxes=8"));
    EXPECT_THAT(names_of(moved.allocations), Contains("boxes at 0x1000: 24 bytes, 8 every 8"));
    EXPECT_THAT(moved.addresses, ElementsAre(0x1008, 0x1010 + 4, 0x1000, 0x2004));
    EXPECT_THAT(moved.bytes, ElementsAre(8, 4, 1, 4));
    EXPECT_THAT(moved.result.estimates, ElementsAre(HasSubstr("8 bytes in the place of 24")));
}

TEST(ElementForm, QuantisedBoxesHaveNoFurtherAccesses) {
    Allocation boxes = buffer("boxes", 0x1000, 72, 24, 24);
    boxes.role = Role::boxes;
    const HmtFile file = recording_of({boxes}, {{0x1000, 4}, {0x1004, 4}, {0x1008, 4}, {0x1020, 4}});
    // The load of byte 4 would begin at byte 4 * 5 / 24 = 0, with which an access of the box begins.
    try {
        (void)moved_by_hand(file, parse_relayout("quantise=boxes=5"));
        FAIL() << "expected an error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("'boxes': expected at least 6 bytes, since its elements are "
                                            "accessed from byte 4 on"));
    }
    EXPECT_THAT(moved_by_hand(file, parse_relayout("quantise=boxes=6")).addresses,
                ElementsAre(0x1000, 0x1001, 0x1002, 0x1008));
}

TEST(ElementForm, PartsOfAnEarlierSplitAreNotOrdered) {
    const HmtFile file = recording_of(nodes_and_table(), loads_of_nodes());
    const HmtFile split = test::relaid(file, parse_relayout("split=nodes=8,24"));
    for (const char* options : {"order=nodes=first-access", "order=nodes+8=access-count"})
        try {
            (void)moved_by_hand(split, parse_relayout(options));
            ADD_FAILURE() << options;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("elements are whole, found one in which those of nodes"));
        }
}

TEST(ElementForm, AlignmentMovesElementsAndTheirAllocation) {
    const HmtFile file = recording_of({buffer("table", 0x1010, 36, 12, 12), buffer("other", 0x2000, 8, 0, 0)},
                                      {0x1010, 0x1010 + 24 + 8, 0x2004});
    const MovedByHand small = moved_by_hand(file, parse_relayout("align=table=4"));
    EXPECT_THAT(small.addresses, ElementsAre(0x1010, 0x1010 + 24 + 8, 0x2004));
    const MovedByHand moved = moved_by_hand(file, parse_relayout("align=table=32"));
    EXPECT_THAT(moved.addresses, ElementsAre(0x2100, 0x2100 + 64 + 8, 0x2004)); // it is larger, too
    EXPECT_EQ(moved.allocations[0].stride, 32U);
    const HmtFile sized = recording_of({buffer("table", 0x1010, 64, 32, 32)}, {0x1010, 0x1030});
    EXPECT_THAT(moved_by_hand(sized, parse_relayout("align=table=512")).addresses,
                ElementsAre(0x1200, 0x1400));
}

TEST(ElementForm, BasesMoveWholeAllocations) {
    const HmtFile file = recording_of(nodes_and_table(), {0x1000 + 5, 0x2000 + 8, 77});
    const MovedByHand moved = moved_by_hand(file, parse_relayout("base=nodes=0x7000 base=table=+64"));
    EXPECT_THAT(moved.addresses, ElementsAre(0x7000 + 5, 0x2040 + 8, 77));
    EXPECT_EQ(moved.result.changes, "base of nodes 0x7000, base of table +0x40");
    EXPECT_THAT(moved.result.estimates, IsEmpty());
}

TEST(ElementForm, AnEstimateStaysOne) {
    const HmtFile file = recording_of(nodes_and_table(), {{0x1000, 16}, {0x1030, 16}});
    const HmtFile first = test::relaid(file, parse_relayout("quantise=nodes=16"));
    const MovedByHand again = moved_by_hand(first, parse_relayout("base=nodes=0x7000"));
    EXPECT_EQ(again.result.estimates, recorded_estimates(first.info()));
    EXPECT_EQ(again.result.estimates.size(), 1U);
}

/// Loads of every field of every element: of 4 and 8 bytes, aligned.
std::vector<MadeLoad> loads_of_all(const std::vector<Allocation>& allocations) {
    std::vector<MadeLoad> loads;
    for (const Allocation& a : allocations)
        for (std::uint64_t element = 0; element < a.element_count(); ++element)
            for (std::uint32_t offset = 0; offset < a.element_bytes; offset += 4) {
                loads.emplace_back(a.address + element * a.stride + offset, 4);
                if (offset % 8 == 0 && offset + 8 <= a.element_bytes)
                    loads.emplace_back(a.address + element * a.stride + offset, 8);
                for (int hot = 0; hot < 3 && offset == 0; ++hot)
                    loads.emplace_back(a.address + element * a.stride, 4);
            }
    return loads;
}

/// Every byte that was accessed is accessed at one place of one element of one allocation, and no two bytes
/// are at the same one.
void expect_bijection(const std::vector<MadeLoad>& loads, const MovedByHand& moved) {
    std::map<std::uint64_t, std::uint64_t> new_of;
    for (std::size_t i = 0; i < loads.size(); ++i)
        for (std::uint64_t byte = 0; byte < loads[i].bytes; ++byte) {
            const std::uint64_t to = moved.addresses[i] + byte;
            EXPECT_EQ(new_of.try_emplace(loads[i].address + byte, to).first->second, to);
            const auto holds = [&](const Allocation& a) {
                return to >= a.address && to - a.address < a.bytes &&
                       (to - a.address) % a.stride < a.element_bytes;
            };
            EXPECT_EQ(std::ranges::count_if(moved.allocations, holds), 1) << to;
        }
    std::set<std::uint64_t> places;
    for (const auto& [from, to] : new_of)
        EXPECT_TRUE(places.insert(to).second) << from;
}

TEST(ElementForm, AllAccessedBytesHaveOnePlaceEachWhateverTheOptions) {
    const std::vector<Allocation> allocations{buffer("a", 0x1000, 3 * 24, 24, 24),
                                              buffer("b", 0x2000, 4 * 48 + 7, 48, 40),
                                              buffer("c", 0x3000, 5 * 8, 8, 8)};
    const auto loads = loads_of_all(allocations);
    const HmtFile file = recording_of(allocations, loads);
    for (const char* options :
         {"split=a=8", "split=a=8,16 order=a=access-count", "split=a=auto", "split=b=8,24,32 align=b=16",
          "split=b=auto stride=c=12", "align=a=64 align=b=64 align=c=64",
          "split=b=16 stride=b+16=32 base=b+16=0x9000", "base=a=+4096 base=b=0x1000", "stride=b=44",
          "order=b=first-access split=b=8 align=b+8=128"}) {
        SCOPED_TRACE(options);
        const MovedByHand moved = moved_by_hand(file, parse_relayout(options));
        expect_bijection(loads, moved);
        EXPECT_THAT(moved.result.estimates, IsEmpty());
        const bool stays_aligned = std::string(options).find("stride") == std::string::npos;
        for (std::size_t i = 0; i < loads.size() && stays_aligned; ++i)
            EXPECT_EQ(moved.addresses[i] % loads[i].bytes, 0U) << i;
    }
}

TEST(ElementForm, RefusalsSayWhy) {
    std::vector<Allocation> allocations{
        buffer("boxes", 0x1000, 72, 24, 24), buffer("plain", 0x2000, 32, 0, 0),
        buffer("planes", 0x3000, 24, 4, 12), buffer("table", 0x4000, 16, 8, 8)};
    allocations[2].layout = ElementLayout::planar;
    allocations[2].role = Role::vertices;
    const HmtFile file = recording_of(allocations, {{0x1000, 16}, {0x1010, 4}, {0x4000, 4}});
    const struct {
        const char* options;
        const char* message;
    } rows[] = {
        {"split=plain=auto", "allocation 'plain': expected elements with a stride, found none"},
        {"split=planes=4", "allocation 'planes': expected elements one after the other, found planes"},
        {"split=boxes=8", "allocation 'boxes': expected cuts that no access spans, found byte 8, which 1"},
        {"split=boxes=24", "allocation 'boxes': expected cuts that rise, from 1 to 23, found 24"},
        {"split=boxes=16 split=boxes=20", "allocation 'boxes': expected one option that splits or quantises"},
        {"split=boxes=16 quantise=boxes=8", "expected one option that splits or quantises"},
        {"split=nothing=4", "expected one of the allocations boxes, plain, planes, table, found 'nothing'"},
        {"quantise=boxes=24", "expected from 1 byte to less than the 24 of its elements"},
        {"quantise=boxes=8",
         "'boxes': expected instructions that access it alone, found number 1, which also"},
        {"quantise=planes=8", "allocation 'planes': expected elements one after the other"},
        {"align=planes=8", "allocation 'planes': expected elements one after the other, found planes"},
        {"align=plain=8", "allocation 'plain': expected elements with a stride, found none"},
        {"base=plain=0x1010", "expected allocations that do not overlap, found 'boxes' and 'plain'"},
        {"base=boxes=0xfffffffffffffff0", "expected 72 bytes in the address space, found its end"},
        {"base=boxes=+0xffffffffffffffff", "expected 72 bytes in the address space, found its end"},
        {"align=boxes=32 base=boxes=0x8010", "expected a base that is a multiple of 32, its alignment"},
    };
    for (const auto& row : rows) {
        try {
            (void)moved_by_hand(file, parse_relayout(row.options));
            ADD_FAILURE() << row.options << ": expected: " << row.message;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(row.message)) << row.options;
        }
    }
}

TEST(ElementForm, WrongValuesAreUsageErrors) {
    const struct {
        const char* options;
        const char* message;
    } rows[] = {
        {"split=boxes", "--split: expected ALLOCATION=auto|BYTE[,BYTE...], found 'boxes'"},
        {"split=boxes=4,,8", "--split: expected a whole number from 1 to 65535"},
        {"split=boxes=0", "--split: expected a whole number from 1 to 65535"},
        {"quantise=boxes=0", "--quantise: expected a whole number from 1"},
        {"align=boxes=24", "--align: expected a power of two, found 24"},
        {"base=boxes=0xg", "--base: expected ALLOCATION=ADDRESS|+BYTES, found 'boxes=0xg'"},
        {"base=boxes=-4", "--base: expected ALLOCATION=ADDRESS|+BYTES, found 'boxes=-4'"},
        {"order=boxes=size", "--order: expected ALLOCATION=first-access|access-count, found 'boxes=size'"},
    };
    for (const auto& row : rows) {
        try {
            (void)parse_relayout(row.options);
            ADD_FAILURE() << row.options;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr(row.message)) << row.options;
        }
    }
}

TEST(ElementForm, OptionsAreReadAgain) {
    const std::string text = "split=a=auto split=b=8,16 quantise=c=8 align=d=32 base=e=0x7f00 base=f=+0x40";
    EXPECT_EQ(to_string(parse_relayout(text)), text);
    EXPECT_EQ(to_string(parse_relayout("base=e=256")), "base=e=0x100");
}

} // namespace
} // namespace hitmap
