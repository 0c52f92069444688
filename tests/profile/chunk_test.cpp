#include "core/profile/encoding/bit_column.h"
#include "core/profile/encoding/chunk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace hitmap {
namespace {

TEST(BitColumn, ReadsBackWhatWasWritten) {
    std::mt19937 random(1);
    for (unsigned width = 0; width <= 32; ++width) {
        std::vector<std::uint32_t> values(100);
        for (std::uint32_t& value : values)
            value = width == 0 ? 0 : static_cast<std::uint32_t>(random()) >> (32 - width);
        std::vector<std::byte> bytes(bit_column_bytes(values.size(), width) + chunk_padding);
        std::byte* at = bytes.data();
        BitWriter writer(at);
        for (const std::uint32_t value : values)
            writer.put(value, width);
        writer.flush();
        EXPECT_EQ(at, bytes.data() + bit_column_bytes(values.size(), width));
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_EQ(bits_at(bytes.data(), width, i), values[i]) << width << ' ' << i;
    }
}

/// One access of a run as a plain record with everything that a chunk must preserve.
struct Access {
    std::uint32_t position;
    std::uint16_t element;
    std::array<std::uint32_t, cache_levels> misses;
    std::array<std::uint32_t, cache_levels> distance;
    std::array<std::uint8_t, cache_levels> cold;
    std::array<std::uint8_t, cache_levels> conflict;
    friend bool operator==(const Access&, const Access&) = default;
};

std::vector<Access> accesses_of(const DecodedRuns& runs) {
    std::vector<Access> accesses;
    for (std::size_t r = 0; r < runs.count; ++r)
        for (std::uint32_t i = 0; i < runs.length[r]; ++i) {
            Access access{runs.position[r] + i, runs.element[r], {}, {}, {}, {}};
            for (std::size_t level = 0; level < cache_levels; ++level) {
                access.distance[level] = i == 0 ? runs.distance[level][r] : runs.later_distance[level][r];
                if (i != 0) continue;
                access.misses[level] = runs.has_misses[level] ? runs.misses[level][r] : 0;
                access.cold[level] = runs.cold[level][r];
                access.conflict[level] = runs.conflict[level][r];
            }
            accesses.push_back(access);
        }
    return accesses;
}

std::vector<Access> accesses_of(const std::vector<Run>& runs) {
    std::vector<Access> accesses;
    for (const Run& run : runs)
        for (std::uint32_t i = 0; i < run.length; ++i) {
            Access access{run.position + i, run.element, {}, {}, {}, {}};
            for (std::size_t level = 0; level < cache_levels; ++level) {
                access.distance[level] = i == 0 ? run.distance[level] : run.later_distance[level];
                access.misses[level] = i == 0 ? run.misses[level] : 0;
                access.cold[level] = i == 0 ? run.cold[level] : std::uint8_t{0};
                access.conflict[level] = i == 0 ? run.conflict[level] : std::uint8_t{0};
            }
            accesses.push_back(access);
        }
    return accesses;
}

/// `gap_bits`, `fractions` and so on are the sizes of values. With 0, the chunk leaves the column out.
std::vector<Run> random_runs(std::mt19937& random, std::size_t count, unsigned gap_bits, unsigned length_bits,
                             bool fractions, unsigned distance_bits) {
    const auto below_bits = [&](unsigned bits) {
        return static_cast<std::uint32_t>(random()) &
               static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
    };
    std::vector<Run> runs(count);
    std::uint32_t position = below_bits(20);
    for (Run& run : runs) {
        run.position = position;
        run.element = static_cast<std::uint16_t>(below_bits(13));
        run.length = static_cast<std::uint16_t>(1 + below_bits(length_bits));
        for (std::size_t level = 0; level < cache_levels; ++level) {
            run.misses[level] = below_bits(4) << 24 | (fractions && below_bits(1) != 0 ? below_bits(24) : 0);
            run.distance[level] = below_bits(distance_bits);
            run.later_distance[level] = static_cast<std::uint16_t>(below_bits(std::min(distance_bits, 16U)));
            run.cold[level] = static_cast<std::uint8_t>(below_bits(std::min(distance_bits, 4U)));
            run.conflict[level] = static_cast<std::uint8_t>(below_bits(std::min(distance_bits, 4U)));
        }
        position += run.length + below_bits(gap_bits);
    }
    return runs;
}

void expect_cut(const std::vector<Run>& runs, TimeWindow part) {
    std::vector<std::byte> bytes(most_chunk_bytes + chunk_padding);
    const std::size_t size = encode_chunk(runs, false, std::span(bytes).first<most_chunk_bytes>());
    ASSERT_LE(size, most_chunk_bytes);
    DecodedRuns decoded;
    decode_chunk(bytes.data(), runs.front().position, part, false, every_column, decoded);
    std::vector<Access> expected = accesses_of(runs);
    std::erase_if(expected,
                  [&](const Access& a) { return a.position < part.first || a.position >= part.last; });
    // If the start of a run is cut off, the first access that is left is a later one: it only has a distance.
    ASSERT_EQ(accesses_of(decoded), expected) << part.first << ".." << part.last;
}

TEST(Chunk, KeepsEveryAccessOfEveryPart) {
    std::mt19937 random(2);
    for (const std::size_t count : {1, 2, 7, 31, 255, 256})
        for (const unsigned gap_bits : {0U, 3U, 23U})
            for (const unsigned length_bits : {0U, 8U})
                for (const bool fractions : {false, true})
                    for (const unsigned distance_bits : {0U, 5U, 32U}) {
                        const auto runs =
                            random_runs(random, count, gap_bits, length_bits, fractions, distance_bits);
                        const std::uint64_t begin = runs.front().position;
                        const std::uint64_t end = runs.back().position + std::uint64_t{runs.back().length};
                        expect_cut(runs, {0, end + 1});
                        for (int i = 0; i < 6; ++i) {
                            const std::uint64_t a = begin + random() % (end - begin);
                            const std::uint64_t b = begin + random() % (end - begin);
                            expect_cut(runs, {std::min(a, b), std::max(a, b) + 1});
                        }
                    }
}

TEST(Chunk, LeavesOutColumnsOfZeros) {
    std::vector<hitmap::Run> runs(chunk_runs); // testing::Test also declares Run
    for (std::uint32_t r = 0; r < runs.size(); ++r)
        runs[r].position = r;
    std::vector<std::byte> bytes(most_chunk_bytes);
    const std::size_t size = encode_chunk(runs, false, std::span(bytes).first<most_chunk_bytes>());
    EXPECT_LE(size, 2 * chunk_runs + chunk_runs / 8 + 16) << "elements, gaps of one bit, a head";
}

TEST(Chunk, KeepsUnusualLookUps) {
    std::vector<hitmap::Run> runs(2);
    runs[0].lookups = {3, 15};
    runs[1].position = 1;
    runs[1].lookups = {0, 1};
    std::vector<std::byte> bytes(most_chunk_bytes + chunk_padding);
    static_cast<void>(encode_chunk(runs, true, std::span(bytes).first<most_chunk_bytes>()));
    DecodedRuns decoded;
    decode_chunk(bytes.data(), 0, {0, 2}, true, sum_columns, decoded);
    ASSERT_TRUE(decoded.has_lookups);
    EXPECT_EQ(decoded.lookups[0][0], 3);
    EXPECT_EQ(decoded.lookups[1][0], 15);
    EXPECT_EQ(decoded.lookups[0][1], 0);
    EXPECT_EQ(decoded.lookups[1][1], 1);
}

} // namespace
} // namespace hitmap
