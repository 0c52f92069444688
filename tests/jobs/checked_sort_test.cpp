#include "core/base/error.h"
#include "core/jobs/checked_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hitmap {
namespace {

TEST(CheckedSort, SortsAsTheStandardLibraryDoes) {
    constexpr std::size_t piece = std::size_t{1} << 15;
    std::mt19937 random(7);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, piece - 1, piece, piece + 1, 2 * piece, 3 * piece + 5, 5 * piece}) {
        std::vector<std::uint32_t> items(size);
        for (std::uint32_t& item : items)
            item = static_cast<std::uint32_t>(random() % 1000);
        std::vector<std::uint32_t> expected = items;
        std::ranges::sort(expected, std::ranges::greater());
        checked_sort(items, {}, std::greater<>());
        EXPECT_EQ(items, expected) << size;
    }
}

/// Number of comparisons after a stop is requested, which happens after `before` comparisons.
std::size_t comparisons_after_stop(std::size_t before) {
    std::stop_source stop;
    std::size_t made = 0;
    std::vector<std::uint32_t> items(400'000);
    std::mt19937 random(7);
    for (std::uint32_t& item : items)
        item = static_cast<std::uint32_t>(random());
    EXPECT_THROW(checked_sort(items, {stop.get_token()},
                              [&](std::uint32_t a, std::uint32_t b) {
                                  if (++made == before) stop.request_stop();
                                  return a < b;
                              }),
                 Cancelled);
    return made - before;
}

TEST(CheckedSort, StopsSoonWhileItSortsAndWhileItMerges) {
    constexpr std::size_t of_a_piece = (std::size_t{1} << 15) * 30;
    EXPECT_LT(comparisons_after_stop(1), of_a_piece);
    EXPECT_LT(comparisons_after_stop(4'000'000), of_a_piece);
    EXPECT_LT(comparisons_after_stop(7'000'000), of_a_piece);
}

} // namespace
} // namespace hitmap
