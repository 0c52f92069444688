#include "render/view/ranked_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace hitmap {
namespace {

void expect_ranks(std::vector<float> values) {
    const std::vector<float> given = values;
    const RankedValues ranked(given);
    std::ranges::sort(values);
    for (std::size_t rank = 0; rank < values.size(); ++rank)
        ASSERT_EQ(ranked.at(rank), values[rank]) << rank;
}

TEST(RankedValues, EqualSortedValues) {
    expect_ranks({3.0F});
    expect_ranks({2.0F, -1.0F, 0.0F, -1.0F, 1e-40F, -3e38F, 2.0F, 65536.0F, 65537.0F});
    expect_ranks({5.0F, 5.0F, 5.0F});
    std::mt19937 random(1); // NOLINT(*-msc51-cpp): the same values in each run
    std::vector<float> values;
    while (values.size() < 300) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (value == value) values.push_back(value); // any but NaN
    }
    expect_ranks(values);
}

} // namespace
} // namespace hitmap
