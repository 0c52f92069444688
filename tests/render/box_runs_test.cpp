#include "render/elements/box_runs.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace hitmap {
namespace {

using testing::ElementsAre;

/// levels[l] boxes in each level, stored in reverse order.
PreparedScene boxes_in_levels(const std::vector<std::uint32_t>& levels) {
    PreparedScene prepared;
    prepared.level_starts = {0};
    for (const std::uint32_t count : levels)
        prepared.level_starts.push_back(prepared.level_starts.back() + count);
    for (std::uint32_t i = 0; i < prepared.level_starts.back(); ++i) {
        prepared.box_order.push_back(static_cast<std::uint32_t>(prepared.level_starts.back()) - 1 - i);
    }
    return prepared;
}

std::vector<float> accessed(std::size_t count, const std::vector<std::size_t>& places) {
    std::vector<float> values(count, std::nanf(""));
    for (const std::size_t place : places)
        values[count - 1 - place] = 0.5F;
    return values;
}

std::string text_of(const BoxRuns& runs) {
    std::string text;
    for (const BoxRuns::Run& run : runs.runs) {
        text += (text.empty() ? "" : " ") + std::to_string(run.first) + "+" + std::to_string(run.count);
    }
    return text;
}

TEST(BoxRuns, JoinsShortGapsAndKeepsToTheLevels) {
    const PreparedScene prepared = boxes_in_levels({2, 40, 58});
    const std::vector<float> values = accessed(100, {0, 3, 4, 30, 45, 46, 99});
    EXPECT_EQ(text_of(find_box_runs(prepared, values, {0, 9})), "0+5 30+17 99+1");
    EXPECT_EQ(text_of(find_box_runs(prepared, values, {1, 1})), "3+2 30+1");
    EXPECT_EQ(text_of(find_box_runs(prepared, values, {2, 2})), "45+2 99+1");
    EXPECT_EQ(text_of(find_box_runs(prepared, values, {3, 9})), "");
    EXPECT_EQ(text_of(find_box_runs(prepared, values, {2, 1})), "");
    EXPECT_EQ(text_of(find_box_runs(prepared, accessed(100, {}), {0, 9})), "");
}

TEST(BoxRuns, CoverEveryAccessedBoxOnce) {
    std::mt19937 random(2);
    const PreparedScene prepared = boxes_in_levels({1, 10, 100, 1000});
    for (int round = 0; round < 50; ++round) {
        std::vector<float> values(1111, std::nanf(""));
        const auto sparseness = static_cast<unsigned>(1 + round * 3);
        for (float& value : values)
            value = random() % sparseness == 0 ? 1.0F : value;
        const BoxRuns runs = find_box_runs(prepared, values, {0, 9});
        std::vector<int> covered(1111);
        for (const BoxRuns::Run& run : runs.runs) {
            for (std::uint32_t i = run.first; i < run.first + run.count; ++i)
                ++covered.at(i);
        }
        for (std::size_t place = 0; place < values.size(); ++place) {
            if (!std::isnan(values[prepared.box_order[place]])) {
                ASSERT_EQ(covered[place], 1);
            }
            ASSERT_LE(covered[place], 1);
        }
    }
}

TEST(BoxRuns, VertexRangesStopAtTheWantedNumber) {
    const BoxRuns runs{{}, {{0, 5}, {30, 17}, {99, 1}}};
    const auto all = runs.vertex_ranges(24, ~std::uint64_t{0});
    EXPECT_THAT(all.firsts, ElementsAre(0, 720, 2376));
    EXPECT_THAT(all.counts, ElementsAre(120, 408, 24));
    const auto some = runs.vertex_ranges(72, 7);
    EXPECT_THAT(some.firsts, ElementsAre(0, 2160));
    EXPECT_THAT(some.counts, ElementsAre(360, 144));
    EXPECT_THAT(runs.vertex_ranges(72, 0).firsts, ElementsAre());
}

TEST(BoxRuns, VertexRangesStayWithin31Bits) {
    const BoxRuns runs{{}, {{29'000'000, 1'000'000}, {40'000'000, 10}}};
    const auto ranges = runs.vertex_ranges(72, ~std::uint64_t{0});
    ASSERT_THAT(ranges.firsts, ElementsAre(29'000'000 * 72));
    EXPECT_LE(std::int64_t{ranges.firsts[0]} + ranges.counts[0], std::int64_t{0x7fffffff});
}

} // namespace
} // namespace hitmap
