#include "core/base/scratch_file.h"
#include "core/profile/index/tile_log.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <tuple>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint32_t logged_accesses = 20'000;

/// What a log says of all accesses: position, slot, misses and distance in L1.
using Row = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

TileLog log_in(ScratchStore& store) {
    std::mt19937 random(3);
    TileLogBuilder builder;
    for (std::uint32_t position = 0; position < logged_accesses; ++position) {
        AccessOutcome outcome;
        outcome.l1_lookups = 1;
        outcome.l1_hits = random() % 2 * hit_unit;
        outcome.l1_distance = static_cast<std::uint32_t>(random() % 5000);
        builder.add(position, static_cast<std::uint32_t>(random() % tile_slots), outcome, store);
    }
    return builder.finish(store);
}

std::vector<Row> rows_of(const TileLog& log) {
    std::vector<Row> rows;
    DecodedRuns runs;
    log.scan({0, logged_accesses}, every_column, runs, [&](const DecodedRuns& read) {
        for (std::size_t r = 0; r < read.count; ++r)
            rows.emplace_back(read.position[r], log.slots()[read.element[r]],
                              read.has_misses[0] ? read.misses[0][r] : 0, read.distance[0][r]);
    });
    return rows;
}

TEST(TileLog, IsTheSameInTheScratchFile) {
    ScratchStore memory;
    const TileLog expected = log_in(memory);
    ScratchStore file(std::make_shared<ScratchFile>(), 0);
    const TileLog found = log_in(file);
    file.drop_pages();
    EXPECT_GT(rows_of(expected).size(), logged_accesses - 100); // a run can be two accesses
    EXPECT_EQ(rows_of(found), rows_of(expected));
}

} // namespace
} // namespace hitmap
