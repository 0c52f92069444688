#include "core/cache/array/line_table.h"
#include "core/cache/array/partial_tags.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint64_t factor = 0x9e3779b97f4a7c15ULL;

/// Returns a line whose hash is `hash`: the hash multiplied by the inverse of the factor.
std::uint64_t line_with_hash(std::uint64_t hash) {
    return hash * 0xf1de83e19937733dULL;
}

/// Inserts and removes lines in one set of a table and compares it with a list.
template <class Table>
void compare_one(std::uint64_t ways, const std::vector<std::uint64_t>& lines, std::mt19937_64& random) {
    Table table(3, ways, factor);
    std::vector<std::uint64_t> held(ways, ~std::uint64_t{0});
    const auto line_of = [&](std::uint32_t way) { return held[way]; };
    const auto place = [&](std::uint64_t line) {
        for (std::uint32_t way = 0; way < ways; ++way)
            if (held[way] == line) return way;
        return LineTable::none;
    };
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t line = lines[random() % lines.size()];
        const std::uint32_t found = table.find(1, line, line_of);
        ASSERT_EQ(found, place(line)) << i;
        ASSERT_EQ(table.find(2, line, line_of), LineTable::none) << "another set";
        if (found != LineTable::none && random() % 2 == 0) {
            table.erase(1, line, found);
            held[found] = ~std::uint64_t{0};
        } else if (found == LineTable::none) {
            const auto way = static_cast<std::uint32_t>(random() % ways);
            if (held[way] != ~std::uint64_t{0}) table.erase(1, held[way], way);
            held[way] = line;
            table.insert(1, line, way);
        }
    }
}

void compare(std::uint64_t ways, const std::vector<std::uint64_t>& lines, std::mt19937_64& random) {
    compare_one<LineTable>(ways, lines, random);
    // The type that is used for 2^16 and more ways.
    compare_one<LineChains<std::uint32_t>>(ways, lines, random);
    if (ways <= LineChains<std::uint8_t>::most_ways)
        compare_one<LineChains<std::uint8_t>>(ways, lines, random);
}

TEST(LineTable, KnowsTheLastOfManyWays) {
    for (const std::uint32_t ways : {65535U, 65536U, 65537U}) {
        LineTable table(1, ways, factor);
        table.insert(0, 7, 0);
        table.insert(0, 8, ways - 1);
        const auto line_of = [&](std::uint32_t way) { return way == 0 ? 7U : way == ways - 1 ? 8U : 9U; };
        EXPECT_EQ(table.find(0, 8, line_of), ways - 1);
        table.erase(0, 8, ways - 1);
        EXPECT_EQ(table.find(0, 8, line_of), LineTable::none);
        EXPECT_EQ(table.find(0, 7, line_of), 0U);
    }
}

TEST(LineTable, AgreesWithAList) {
    std::mt19937_64 random(1);
    for (const std::uint64_t ways : {17U, 30U, 512U}) {
        std::vector<std::uint64_t> lines(2 * ways);
        for (std::uint64_t& line : lines)
            line = random() >> 8;
        compare(ways, lines, random);
    }
}

TEST(LineTable, AgreesWithAListWhereAllLinesWantOneChain) {
    std::mt19937_64 random(2);
    std::vector<std::uint64_t> lines(1200);
    for (std::uint64_t i = 0; i < lines.size(); ++i) // the last one
        lines[i] = line_with_hash(std::uint64_t{0xfff} << 52 | i);
    compare(17, {lines.begin(), lines.begin() + 40}, random);
    compare(600, lines, random);
}

TEST(LineTable, AgreesWithAListWhereSeveralLinesWantEachChain) {
    std::mt19937_64 random(3);
    std::vector<std::uint64_t> lines;
    // Lines with equal and neighbouring hashes at both ends of the range.
    for (std::uint64_t home = 0; home < 32; ++home)
        for (std::uint64_t i = 0; i < 3; ++i)
            lines.push_back(line_with_hash((home - 16) << 55 | i));
    compare(48, lines, random);
}

TEST(LineTable, NobodyKnowsBeforehandWhichLinesMeet) {
    // Many lines that collide with the golden ratio alone: searching among them would be slow.
    constexpr std::uint64_t ways = 512;
    std::vector<std::uint64_t> lines;
    for (std::uint64_t line = 0; lines.size() < ways; ++line)
        if (line * factor >> 54 < 16) lines.push_back(line);
    int slow = 0;
    for (int draw = 0; draw < 10; ++draw) {
        LineTable table(1, ways);
        for (std::uint32_t way = 0; way < ways; ++way)
            table.insert(0, lines[way], way);
        std::uint64_t looked_at = 0;
        for (const std::uint64_t line : lines)
            ASSERT_LT(table.find(0, line, [&](std::uint32_t way) { return ++looked_at, lines[way]; }), ways);
        slow += looked_at > 20 * ways ? 1 : 0;
    }
    EXPECT_LE(slow, 2) << "of ten draws; one of a thousand is near the golden ratio";
}

TEST(LineTable, HoldsAsManyLinesAsWays) {
    for (const std::uint64_t ways : {17U, 128U, 254U, 255U}) {
        LineChains<std::uint8_t> table(1, ways);
        const auto line_of = [](std::uint32_t way) { return 1000 + std::uint64_t{way}; };
        for (std::uint32_t way = 0; way < ways; ++way)
            table.insert(0, line_of(way), way);
        for (std::uint32_t way = 0; way < ways; ++way)
            ASSERT_EQ(table.find(0, line_of(way), line_of), way);
        EXPECT_EQ(table.find(0, 999, line_of), LineTable::none);
    }
}

TEST(PartialTags, AgreesWithAList) {
    std::mt19937_64 random(3);
    for (const std::uint64_t ways : {1U, 3U, 8U, 9U, 16U}) {
        const PartialTags tags(ways);
        std::array<std::uint64_t, 2> words{};
        std::vector<std::uint64_t> held(ways, ~std::uint64_t{0});
        for (int i = 0; i < 5000; ++i) {
            const std::uint64_t line = random() % (3 * ways);
            std::uint32_t expected = PartialTags::none;
            for (std::uint32_t way = 0; way < ways; ++way)
                if (held[way] == line) expected = way;
            ASSERT_EQ(tags.find(words.data(), held.data(), line), expected);
            if (expected != PartialTags::none) continue;
            const auto way = static_cast<std::uint32_t>(random() % ways);
            held[way] = line;
            PartialTags::put(words.data(), line, way);
        }
    }
}

} // namespace
} // namespace hitmap
