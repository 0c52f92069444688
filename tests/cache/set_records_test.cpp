#include "core/cache/array/set_records.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace hitmap {
namespace {

template <class Sectors>
void expect_own_places(std::uint64_t sets, std::uint64_t ways, std::uint64_t words) {
    SCOPED_TRACE(testing::Message() << sets << " sets of " << ways << " ways and " << words << " words");
    SetRecords<Sectors> records(sets, ways, words);
    std::uint64_t value = 0;
    const auto for_each_part = [&](const auto& visit) {
        value = 0;
        for (std::uint64_t set = 0; set < sets; ++set) {
            visit(records.filled(set), ++value);
            for (std::uint64_t i = 0; i < words; ++i)
                visit(records.words(set)[i], ++value);
            for (std::uint64_t way = 0; way < ways; ++way) {
                visit(records.sectors(set)[way], static_cast<Sectors>(++value));
                visit(records.lines(set)[way], ++value);
            }
        }
    };
    for_each_part([](auto& part, auto number) { part = number; });
    for_each_part([](const auto& part, auto number) { ASSERT_EQ(part, number); });
    records.clear();
    for (std::uint64_t set = 0; set < sets; ++set) {
        EXPECT_EQ(records.filled(set), 0U);
        for (std::uint64_t i = 0; i < words; ++i)
            EXPECT_EQ(records.words(set)[i], 0U);
        for (std::uint64_t way = 0; way < ways; ++way) {
            EXPECT_EQ(records.sectors(set)[way], 0U);
            EXPECT_EQ(records.lines(set)[way], ~std::uint64_t{0});
        }
    }
}

TEST(SetRecords, KeepThingsApart) {
    for (const std::uint64_t ways : {1U, 3U, 8U, 13U, 16U, 128U})
        for (const std::uint64_t words : {0U, 1U, 2U}) {
            expect_own_places<std::uint16_t>(5, ways, words);
            expect_own_places<std::uint64_t>(2, ways, words);
        }
}

} // namespace
} // namespace hitmap
