#include "core/cache/results/matrix_history.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

constexpr std::size_t instructions = 5;

/// The sums of successive requests.
struct Part {
    std::uint64_t accesses = 0;
    std::uint64_t total_requests = 0;
    std::vector<std::uint64_t> requests = std::vector<std::uint64_t>(instructions);
    std::vector<std::uint64_t> active_lanes = std::vector<std::uint64_t>(instructions);
    std::vector<MatrixCell> cells; ///< sorted
};

/// Each part has an access, so that every moment has a position of its own.
std::vector<Part> random_parts(std::size_t count, std::uint32_t allocations) {
    std::mt19937 random(3);
    std::vector<Part> parts(count);
    for (Part& part : parts) {
        part.accesses = 1 + random() % 200;
        std::map<std::pair<std::uint32_t, std::uint32_t>, MatrixCell> cells;
        for (auto i = static_cast<unsigned>(random() % 6); i > 0; --i) {
            const auto instruction = static_cast<std::uint32_t>(random() % instructions);
            const std::uint32_t allocation =
                random() % 8 == 0 ? MatrixCell::outside : static_cast<std::uint32_t>(random() % allocations);
            MatrixCell& cell = cells[{instruction, allocation}];
            cell.instruction = instruction;
            cell.allocation = allocation;
            cell.active_lanes += 1 + random() % 32;
            cell.sums += {1, random() % 9, {.hits = (random() % 3) * hit_unit, .lookups = 3}, {}};
            part.requests[instruction] += 1;
            part.active_lanes[instruction] += 2;
            part.total_requests += 1;
        }
        for (const auto& [key, cell] : cells)
            part.cells.push_back(cell);
    }
    return parts;
}

MatrixHistory history_of(const std::vector<Part>& parts) {
    MatrixHistory history(instructions);
    for (const Part& part : parts)
        history.add({part.accesses, part.total_requests, part.requests, part.active_lanes, part.cells});
    history.finish();
    return history;
}

/// The sums of the parts from one position to another, which must be those of moments between parts.
AccessMatrix sum_of_parts(const std::vector<Part>& parts, std::uint64_t first, std::uint64_t last) {
    AccessMatrix matrix;
    matrix.requests.resize(instructions);
    matrix.active_lanes.resize(instructions);
    std::map<std::pair<std::uint32_t, std::uint32_t>, MatrixCell> cells;
    std::uint64_t position = 0;
    bool begins = false;
    bool ends = false;
    for (const Part& part : parts) {
        begins = begins || position == first;
        if (position >= first && position < last) {
            for (std::size_t i = 0; i < instructions; ++i) {
                matrix.requests[i] += part.requests[i];
                matrix.active_lanes[i] += part.active_lanes[i];
            }
            for (const MatrixCell& more : part.cells) {
                MatrixCell& cell = cells[{more.instruction, more.allocation}];
                cell.instruction = more.instruction;
                cell.allocation = more.allocation;
                cell.active_lanes += more.active_lanes;
                cell.sums += more.sums;
            }
        }
        position += part.accesses;
        ends = ends || position == last;
    }
    EXPECT_TRUE(begins && ends) << first << ".." << last << " are no moments between parts";
    for (const auto& [key, cell] : cells)
        matrix.cells.push_back(cell);
    return matrix;
}

void expect_sums_of_parts(const std::vector<Part>& parts) {
    const MatrixHistory history = history_of(parts);
    std::uint64_t end = 0;
    for (const Part& part : parts)
        end += part.accesses;
    std::mt19937_64 random(5);
    for (int i = 0; i < 100; ++i) {
        std::uint64_t first = random() % end;
        std::uint64_t last = first + 1 + random() % (end - first);
        if (i == 0) first = 0;
        if (i == 0) last = end;
        const MatrixWindow answer = history.between(first, last);
        ASSERT_LE(answer.first, first);
        ASSERT_GE(answer.last, last);
        const AccessMatrix expected = sum_of_parts(parts, answer.first, answer.last);
        ASSERT_EQ(answer.matrix.requests, expected.requests);
        ASSERT_EQ(answer.matrix.active_lanes, expected.active_lanes);
        ASSERT_EQ(answer.matrix.cells, expected.cells) << first << ".." << last;
    }
    EXPECT_TRUE(history.between(7, 7).matrix.cells.empty());
}

TEST(MatrixHistory, HasTheSumsOfTheStepsBetweenCheckpoints) {
    expect_sums_of_parts(random_parts(600, 3));
}

TEST(MatrixHistory, FindsItsCellsWhileStepsAreAdded) {
    expect_sums_of_parts(random_parts(3000, 900));
}

TEST(MatrixHistory, ShortWindowsAreRoundedToStepsOfTheUsualLength) {
    const std::vector<Part> parts = random_parts(600, 3);
    const MatrixWindow answer = history_of(parts).between(20'000, 20'001);
    EXPECT_LE(answer.last - answer.first, 2 * (CellHistory::interval_accesses + 200));
}

TEST(MatrixHistory, TooManyCellsAreNotKept) {
    MatrixHistory history(1);
    const std::uint64_t one = 1;
    for (std::uint32_t i = 0; i <= MatrixHistory::most_cells; ++i) {
        const MatrixCell cell{0, i, 1, {.requests = 1, .l1 = {}, .l2 = {}}};
        history.add({1, 1, {&one, 1}, {&one, 1}, {&cell, 1}});
        ASSERT_EQ(history.empty(), i == MatrixHistory::most_cells) << i;
    }
    history.finish();
    EXPECT_EQ(history.memory_bytes(), 0U);
}

} // namespace
} // namespace hitmap
