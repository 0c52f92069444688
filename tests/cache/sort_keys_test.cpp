#include "core/cache/coalescing/sort_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace hitmap {
namespace {

/// Sorts the keys with sort_keys(), in a buffer with the required padding.
std::vector<std::uint32_t> sorted(const std::vector<std::uint32_t>& keys) {
    std::vector<std::uint32_t> buffer = keys;
    buffer.resize(keys.size() + key_padding, 7); // the padding is less than some keys
    sort_keys(std::span(buffer).first(keys.size()));
    buffer.resize(keys.size());
    return buffer;
}

// A network of comparisons that sorts all sequences of zeros and ones sorts everything (Knuth, vol. 3, 5.3.4,
// theorem Z). More than 16 keys are sorted as two halves and merged.
TEST(SortKeys, SortsAllZerosAndOnes) {
    for (std::size_t count = 1; count <= 16; ++count)
        for (std::uint32_t ones = 0; ones < 1U << count; ++ones) {
            std::vector<std::uint32_t> keys(count);
            for (std::size_t i = 0; i < count; ++i)
                keys[i] = ones >> i & 1U;
            const std::vector<std::uint32_t> result = sorted(keys);
            ASSERT_TRUE(std::is_sorted(result.begin(), result.end())) << count << " keys, " << ones;
            ASSERT_EQ(std::count(result.begin(), result.end(), 1U), std::count(keys.begin(), keys.end(), 1U));
        }
}

TEST(SortKeys, MergesAllHalvesOfZerosAndOnes) {
    for (std::size_t count = 17; count <= 32; ++count)
        for (std::size_t first_ones = 0; first_ones <= 16; ++first_ones)
            for (std::size_t last_ones = 0; last_ones <= count - 16; ++last_ones) {
                std::vector<std::uint32_t> keys(count);
                std::fill_n(keys.begin() + 16 - static_cast<std::ptrdiff_t>(first_ones), first_ones, 1U);
                std::fill_n(keys.end() - static_cast<std::ptrdiff_t>(last_ones), last_ones, 1U);
                const std::vector<std::uint32_t> result = sorted(keys);
                ASSERT_TRUE(std::is_sorted(result.begin(), result.end()))
                    << count << " keys, " << first_ones << " and " << last_ones;
                ASSERT_EQ(std::count(result.begin(), result.end(), 1U), first_ones + last_ones);
            }
}

TEST(SortKeys, SortsAnyNumberOfAnyKeys) {
    std::mt19937 random(1);
    for (std::size_t count = 0; count <= 160; ++count)
        for (int round = 0; round < 20; ++round) {
            std::vector<std::uint32_t> keys(count);
            for (std::uint32_t& key : keys)
                key = round % 2 == 0 ? static_cast<std::uint32_t>(random())
                                     : 0xffffffffU - static_cast<std::uint32_t>(random() % 8);
            std::vector<std::uint32_t> expected = keys;
            std::sort(expected.begin(), expected.end());
            ASSERT_EQ(sorted(keys), expected) << count << " keys, round " << round;
        }
}

} // namespace
} // namespace hitmap
