#include "core/cache/results/sums_history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace hitmap {
namespace {

using Step = AllocationHistory::Step;

/// Steps of many sizes as a model produces them: some have no accesses, and few allocations change.
std::vector<Step> random_steps(std::size_t count, std::size_t allocations, bool with_accesses) {
    std::mt19937_64 random(allocations);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    std::vector<Step> steps(count);
    for (Step& step : steps) {
        step.requests = 1 + below(2000);
        step.accesses = with_accesses && below(4) != 0 ? below(1500) : 0;
        step.sums.resize(allocations);
        for (std::size_t i = 0; i < 1 + allocations / 4; ++i) {
            AllocationSums& sums = step.sums[below(allocations)];
            sums.requests = below(step.requests + 1);
            sums.sectors = below(1U << 20);
            for (LevelSums* level : {&sums.l1, &sums.l2}) {
                if (step.accesses == 0) continue;
                level->lookups = below(3000);
                level->hits = level->lookups * (1U << 24) - below(level->lookups + 1) * below(1U << 24);
                level->cold = below(100);
                level->distance_sum = below(std::uint64_t{1} << 40);
            }
        }
    }
    return steps;
}

/// The same for traffic: some sums of a row are 0.
std::vector<TrafficHistory::Step> random_traffic(std::size_t count, std::size_t rows) {
    std::mt19937_64 random(rows);
    std::vector<TrafficHistory::Step> steps;
    for (const Step& step : random_steps(count, 1, true)) {
        auto& traffic = steps.emplace_back();
        traffic.accesses = step.accesses;
        traffic.requests = step.requests;
        traffic.sums.resize(rows);
        for (std::size_t i = 0; i < 1 + rows / 4; ++i)
            for (std::uint64_t* const number : numbers_of(traffic.sums[random() % rows]))
                if (random() % 3 == 0) *number = random() % (1U << 20);
    }
    return steps;
}

template <class History>
void expect_sums_of_steps(const std::vector<typename History::Step>& steps, std::size_t rows,
                          bool by_accesses) {
    using Moment = typename History::Step;
    History history(rows);
    std::vector<Moment> borders(1); // sums up to each border between steps
    borders[0].sums.resize(rows);
    for (const Moment& step : steps) {
        history.add(step);
        borders.push_back(borders.back());
        borders.back() += step;
    }
    history.finish();
    const auto position = [&](const Moment& border) {
        return by_accesses ? border.accesses : border.requests;
    };
    /// Returns the first border at a position; after the last access, the last border.
    const auto border_at = [&](std::uint64_t at) -> const Moment& {
        if (at == position(borders.back())) return borders.back();
        return *std::find_if(borders.begin(), borders.end(),
                             [&](const Moment& border) { return position(border) >= at; });
    };
    const std::uint64_t n = position(borders.back());
    std::mt19937_64 random(5);
    for (int i = 0; i < 300; ++i) {
        const std::uint64_t first = i == 0 ? 0 : random() % n;
        const std::uint64_t last = i < 2 ? n : first + 1 + random() % (i % 2 == 0 ? 1000 : n - first);
        const auto answer = history.between(first, std::min(n, last));
        ASSERT_LE(answer.first, first);
        ASSERT_GE(answer.last, std::min(n, last));
        ASSERT_EQ(position(border_at(answer.first)), answer.first);
        ASSERT_EQ(position(border_at(answer.last)), answer.last);
        auto expected = border_at(answer.last).sums;
        for (std::size_t row = 0; row < rows; ++row)
            expected[row] -= border_at(answer.first).sums[row];
        ASSERT_EQ(answer.sums, expected) << first << ' ' << last;
        if (i == 0) {
            EXPECT_EQ(answer.first, 0U);
            EXPECT_EQ(answer.sums, borders.back().sums);
        }
    }
}

TEST(AllocationHistory, HasTheSumsOfTheStepsBetweenCheckpoints) {
    for (const std::size_t allocations : {1, 7, 40})
        expect_sums_of_steps<AllocationHistory>(random_steps(700, allocations, true), allocations, true);
}

TEST(TrafficHistory, HasTheSumsOfTheStepsBetweenCheckpoints) {
    for (const std::size_t rows : {1, 9, 60})
        expect_sums_of_steps<TrafficHistory>(random_traffic(700, rows), rows, true);
}

TEST(TrafficHistory, KeepsToItsMemoryWhateverTheNumberOfRows) {
    constexpr std::size_t rows = 5000;
    TrafficHistory history(rows);
    std::uint64_t accesses = 0;
    for (const auto& step : random_traffic(300, rows)) {
        accesses += step.accesses;
        history.add(step);
    }
    history.finish();
    const double one_anchor = rows * sizeof(TrafficSums);
    EXPECT_LT(static_cast<double>(history.memory_bytes()),
              0.3 * static_cast<double>(accesses) + 2 * one_anchor + (1U << 17));
}

TEST(TrafficHistory, KnowsShortWindowsToTheEnd) {
    for (const std::size_t rows : {20U, 60U, 400U}) {
        TrafficHistory history(rows);
        std::uint64_t accesses = 0;
        for (std::uint64_t i = 0; i < 10000; ++i) {
            TrafficHistory::Step step{512, 600, std::vector<TrafficSums>(rows)};
            for (const std::size_t row : {i % rows, (i + 7) % rows, rows - 1})
                step.sums[row].requests = step.sums[row].sectors = 100 + i % 3;
            accesses += step.accesses;
            history.add(step);
        }
        history.finish();
        for (const std::uint64_t part : {1U, 5U, 9U}) {
            const std::uint64_t middle = accesses / 10 * part;
            const auto window = history.between(middle, middle + 1);
            EXPECT_LT(window.last - window.first, accesses / 100) << rows << " rows, " << part << " tenths";
        }
    }
}

TEST(TrafficHistory, DividesRecordingsWithoutElementsWhateverTheNumberOfRows) {
    constexpr std::size_t rows = 6000;
    TrafficHistory history(rows);
    constexpr std::uint64_t requests = 2'000'000;
    TrafficHistory::Step step{0, 1, std::vector<TrafficSums>(rows)};
    for (std::uint64_t passed = 0; passed < requests; passed += step.requests) {
        step.requests = std::min(requests_to_next_checkpoint(passed, rows), requests - passed);
        step.sums[passed % rows].requests = step.requests;
        history.add(step);
        step.sums[passed % rows] = {};
    }
    history.finish();
    for (const std::uint64_t part : {1U, 5U, 9U}) {
        const std::uint64_t middle = requests / 10 * part;
        const auto window = history.between(middle, middle + 1);
        EXPECT_LT(window.last - window.first, requests / 100) << part << " tenths";
    }
}

TEST(AllocationHistory, DividesShortRecordingsWithoutElements) {
    AllocationHistory history(3);
    for (int i = 0; i < 136; ++i) {
        Step step{0, 1, std::vector<AllocationSums>(3)};
        step.sums[0].requests = 1;
        history.add(step);
    }
    history.finish();
    const auto window = history.between(68, 85);
    EXPECT_GE(window.first, 64U);
    EXPECT_LE(window.last, 89U);
    EXPECT_EQ(window.sums[0].requests, window.last - window.first);
}

TEST(AllocationHistory, CountsRequestsWhereNoElementIsAccessed) {
    expect_sums_of_steps<AllocationHistory>(random_steps(300, 5, false), 5, false);
}

TEST(AllocationHistory, RequestsInFrontOfTheFirstAccessBelongToTheFirstWindow) {
    AllocationHistory history(1);
    const auto add = [&](std::uint64_t accesses, std::uint64_t requests) {
        Step step{accesses, requests, {{}}};
        step.sums[0].requests = requests;
        history.add(step);
    };
    add(0, 5000);
    add(0, 5000);
    add(600, 600);
    add(0, 300);
    add(600, 600);
    add(0, 7);
    history.finish();
    EXPECT_EQ(history.between(0, 600).sums[0].requests, 10600U);
    EXPECT_EQ(history.between(600, 1200).sums[0].requests, 907U);
    EXPECT_EQ(history.between(0, 1).last, 600U);
    EXPECT_EQ(history.between(1199, 1200).first, 600U);
    EXPECT_EQ(history.between(0, 1200).sums[0].requests, 11507U);
    EXPECT_EQ(history.between(700, 700).sums[0].requests, 0U);
}

TEST(AllocationHistory, KeepsToItsMemory) {
    AllocationHistory history(100);
    std::uint64_t accesses = 0;
    for (Step& step : random_steps(10000, 100, true)) {
        accesses += step.accesses;
        history.add(step);
    }
    history.finish();
    EXPECT_LT(static_cast<double>(history.memory_bytes()), 0.3 * static_cast<double>(accesses) + (1U << 17));
}

} // namespace
} // namespace hitmap
