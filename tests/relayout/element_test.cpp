// Orders and strides of single allocations, and addresses that are in no element, on a recording made by
// hand.
#include "core/base/error.h"
#include "core/relayout/apply/possible_layouts.h"
#include "core/relayout/apply/relayout.h"
#include "core/relayout/model/relayout_settings.h"
#include "tests/relayout/made_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::buffer;
using test::moved_by_hand;
using test::MovedByHand;
using test::recording_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(RelayoutElements, FirstAccessOrdersAnyAllocation) {
    const HmtFile file = recording_of({buffer("table", 1024, 32, 8, 8)}, {1024 + 24, 1024 + 12, 1024 + 28});
    RelayoutOptions options;
    options.element_orders.emplace_back("table", UseOrder::first_access);
    // Element 3 becomes the first one, then element 1, then 0 and 2, which were not accessed.
    EXPECT_THAT(moved_by_hand(file, options).addresses, ElementsAre(1024, 1024 + 12, 1024 + 4));
}

TEST(RelayoutElements, AccessCountPutsTheMostAccessedFirst) {
    const HmtFile file = recording_of({buffer("table", 1024, 32, 8, 8)}, {1024, 1024 + 16, 1024 + 20});
    RelayoutOptions options;
    options.element_orders.emplace_back("table", UseOrder::access_count);
    EXPECT_THAT(moved_by_hand(file, options).addresses, ElementsAre(1024 + 8, 1024, 1024 + 4));
}

TEST(RelayoutElements, AddressesInNoElementFollowTheRulesAndAreCounted) {
    // Elements of 8 bytes every 12 bytes, and 3 bytes behind the last of them.
    const HmtFile file = recording_of({buffer("table", 4096, 27, 12, 8), buffer("other", 8192, 64, 0, 0)},
                                      {4096 + 12, 4096 + 10, 4096 + 25, 8192 + 7, 77, 4096 + 6});
    RelayoutOptions options;
    options.element_orders.emplace_back("table", UseOrder::first_access);
    options.strides.emplace_back("table", 16);
    const MovedByHand moved = moved_by_hand(file, options);
    // The table becomes larger, so that it is moved behind the other buffer.
    EXPECT_EQ(moved.allocations[0].address, 8448U);
    EXPECT_EQ(moved.allocations[0].bytes, 35U);
    EXPECT_THAT(moved.addresses,
                ElementsAre(8448, 8448 + 16 + 10, 8448 + 32 + 1, 8192 + 7, 77, 8448 + 16 + 6));
    const MoveCounts& counts = moved.result.counts;
    EXPECT_EQ(counts.in_elements, 2U);
    EXPECT_EQ(counts.between, 1U);
    EXPECT_EQ(counts.behind, 1U);
    EXPECT_EQ(counts.with_buffer, 1U);
    EXPECT_EQ(counts.outside, 1U);
    EXPECT_EQ(counts.across, 0U);
}

TEST(RelayoutElements, AccessesBeyondTheirElementAreCounted) {
    const HmtFile file = recording_of({buffer("table", 1024, 32, 8, 8)}, {1024 + 6});
    RelayoutOptions options;
    options.element_orders.emplace_back("table", UseOrder::first_access);
    EXPECT_EQ(moved_by_hand(file, options).result.counts.across, 1U);
}

TEST(RelayoutElements, AllocationsWithElementsHaveLayoutsToTry) {
    const HmtFile file = recording_of(
        {buffer("table", 1024, 36, 12, 12), buffer("plain", 2048, 32, 0, 0), buffer("short", 4096, 4, 8, 8)},
        {1024});
    const PossibleLayouts possible = possible_layouts(file, false);
    std::vector<std::string> texts;
    for (const RelayoutOptions& options : possible.layouts)
        texts.push_back(to_string(options));
    EXPECT_THAT(texts,
                ElementsAre("order=table=access-count", "order=table=first-access", "stride=table=16"));
    std::vector<std::string> refused;
    for (const RefusedLayouts& each : possible.refused)
        refused.push_back(each.what);
    EXPECT_THAT(refused, ElementsAre("node-order", "vertex-order", "order and stride of 'plain'",
                                     "order and stride of 'short'"));
    EXPECT_THAT(possible.refused[2].reason, HasSubstr("does not say at which distance its elements are"));
    EXPECT_EQ(possible.refused[3].reason, "its 4 bytes are less than one element of 8");
}

TEST(RelayoutElements, RefusalsSayWhy) {
    const HmtFile file = recording_of(
        {buffer("table", 1024, 32, 8, 8), buffer("plain", 2048, 32, 0, 0), buffer("text", 4096, 32, 0, 0)},
        {1024});
    const auto expect_refusal = [&](const RelayoutOptions& options, const std::string& reason) {
        try {
            (void)moved_by_hand(file, options);
            FAIL() << "expected: " << reason;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(reason));
        }
    };
    RelayoutOptions options;
    options.element_orders = {{"plain", UseOrder::first_access}};
    expect_refusal(options, "allocation 'plain': expected elements with a stride, found none: the recording "
                            "does not say at which distance its elements are");
    expect_refusal(options, "; there are none in text either. hitmap layout derives or sets");
    options.element_orders = {{"nothing", UseOrder::first_access}};
    expect_refusal(options, "expected one of the allocations table, plain, text, found 'nothing'");
    options.element_orders = {{"table", UseOrder::first_access}, {"table", UseOrder::access_count}};
    expect_refusal(options, "allocation 'table': expected one option that orders its elements");
    options.element_orders.clear();
    options.strides = {{"table", 4}};
    expect_refusal(options, "expected a stride of at least 8 bytes");
    options.strides.clear();
    options.node_order = NodeOrder::veb;
    expect_refusal(options, "expected a recording with a scene, found none");
    const HmtFile overlapping =
        recording_of({buffer("a", 1024, 32, 8, 8), buffer("b", 1040, 32, 8, 8)}, {1024});
    options.node_order.reset();
    options.element_orders = {{"a", UseOrder::first_access}};
    EXPECT_THROW((void)moved_by_hand(overlapping, options), Error);
    const HmtFile huge = recording_of({buffer("a", 1024, std::uint64_t{1} << 60U, 1, 1)}, {1024});
    EXPECT_THROW((void)moved_by_hand(huge, options), Error);
}

} // namespace
} // namespace hitmap
