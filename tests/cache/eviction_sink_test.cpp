#include "core/cache/contents/eviction_sink.h"
#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/random_requests.h"
#include "tests/cache/reference_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using OptionalKind = std::optional<std::uint32_t>;
/// Sorts those without a kind last.
using NaiveCells = std::map<std::pair<std::uint32_t, std::uint32_t>, EvictionCell>;

void add_cell(NaiveCells& cells, OptionalKind evicted, OptionalKind evicting, bool again, bool dirty) {
    EvictionCell& cell = cells[{evicted.value_or(~0U), evicting.value_or(~0U)}];
    cell.evicted = evicted;
    cell.evicting = evicting;
    ++cell.evictions;
    cell.asked_again += again ? 1 : 0;
    cell.dirty += dirty ? 1 : 0;
}

std::vector<EvictionCell> cells_of(const NaiveCells& cells) {
    std::vector<EvictionCell> rows;
    for (const auto& [kinds, cell] : cells)
        rows.push_back(cell);
    return rows;
}

OptionalKind allocation_of_use(const ReferenceUse& use) {
    return use.allocation ? OptionalKind(static_cast<std::uint32_t>(*use.allocation)) : OptionalKind();
}

/// Looks at every use for the one that put the evicted line in, and for later ones of it.
LevelEvictions naive_evictions(const RandomRequests& random, const std::vector<ReferenceUse>& all,
                               Level level) {
    std::map<std::size_t, std::vector<ReferenceUse>> arrays;
    for (const ReferenceUse& use : all)
        if (use.level == level) arrays[use.array].push_back(use);
    NaiveCells allocations;
    NaiveCells levels;
    for (const auto& array : arrays) {
        const std::vector<ReferenceUse>& uses = array.second;
        for (std::size_t i = 0; i < uses.size(); ++i) {
            if (!uses[i].evicted) continue;
            const auto is_line = [&](const ReferenceUse& use) { return use.line == *uses[i].evicted; };
            std::size_t put = i;
            while (!is_line(uses[put]) || uses[put].is_present)
                --put;
            const bool again =
                std::any_of(uses.begin() + static_cast<std::ptrdiff_t>(i), uses.end(), is_line);
            const bool dirty = uses[i].dirty != 0;
            add_cell(allocations, allocation_of_use(uses[put]), allocation_of_use(uses[i]), again, dirty);
            add_cell(levels, level_of_use(random, uses[put]), level_of_use(random, uses[i]), again, dirty);
        }
    }
    return {cells_of(allocations), cells_of(levels)};
}

std::string evictions_text(const std::vector<EvictionCell>& cells) {
    std::string text;
    for (const EvictionCell& cell : cells) {
        const auto kind = [](OptionalKind of) { return of ? std::to_string(*of) : "-"; };
        text += kind(cell.evicted) + " by " + kind(cell.evicting) + ": " + std::to_string(cell.evictions) +
                "/" + std::to_string(cell.asked_again) + "/" + std::to_string(cell.dirty) + "; ";
    }
    return text;
}

EvictionReport evictions_of(const RandomRequests& random, const HierarchyConfig& config, unsigned threads) {
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 37 * threads);
    ThreadPool pool(threads);
    EvictionSink sink(BoxLevels(random.info, random.scene));
    simulate_hierarchy(source, config, {.uses = &sink}, pool);
    return sink.report();
}

TEST(Evictions, TakeTheMemoryOfDistinctLinesAtMost) {
    for (unsigned seed = 0; seed < 8; ++seed) {
        RandomRequests random(seed, 1000);
        give_levels(random);
        const HierarchyConfig config = random_config(random);
        for (const Request& request : random.requests)
            random.info.lane_accesses += static_cast<std::uint64_t>(std::popcount(request.mask));
        std::map<std::uint32_t, std::set<std::pair<std::size_t, std::uint64_t>>> of_launches;
        std::set<std::pair<std::size_t, std::uint64_t>> in_l2;
        const ReferenceResult reference =
            hierarchy_reference(random.info, random.scene.get(), random.requests, config);
        for (const ReferenceUse& use : reference.uses) {
            if (!use.allocation) continue; // what is in none is not estimated
            // L1 is empty when a launch begins.
            (use.level == Level::l2 ? in_l2 : of_launches[use.launch]).emplace(use.array, use.line);
        }
        std::size_t in_l1 = 0;
        for (const auto& [launch, lines] : of_launches)
            in_l1 = std::max(in_l1, lines.size());
        ASSERT_GT(in_l1, 0U);
        EXPECT_GE(EvictionSink::estimated_bytes(random.info, config), (in_l1 + in_l2.size()) * 90)
            << "seed " << seed;
    }
}

TEST(Evictions, TakeTheMemoryOfTheLinesOfEachSm) {
    RecordingInfo info;
    info.device = {"test", 10, 4, 32};
    info.lane_accesses = 1'000'000;
    info.allocations.resize(1);
    info.allocations[0].bytes = 128 * 98;
    HierarchyConfig config;
    config.l1 = parse_cache_geometry("16KiB:128/32:4");
    config.l2 = parse_cache_geometry("64KiB:128/32:4");
    EXPECT_EQ(EvictionSink::estimated_bytes(info, config), (10 * 100 + 100) * 90U);
    Allocation& stack = info.allocations.emplace_back();
    stack.space = Space::local;
    stack.bytes = 64;
    constexpr std::uint64_t of_stack = 10 * 4 * 32 * 64 / 128;
    EXPECT_EQ(EvictionSink::estimated_bytes(info, config), (10 * 100 + 100 + 2 * of_stack) * 90U);
    info.lane_accesses = 50; // no more lines than accesses can touch
    EXPECT_EQ(EvictionSink::estimated_bytes(info, config), 2 * (2 * 50 + 9 * 50) * 90U);
}

TEST(NoAsanEvictions, AgreeWithTheReferenceOnAnyNumberOfThreads) {
    std::uint64_t dirty = 0;
    std::uint64_t again = 0;
    for (unsigned seed = 0; seed < 24 && !HasFailure(); ++seed) {
        RandomRequests random(seed, 1000);
        give_levels(random);
        HierarchyConfig config = random_config(random);
        if (seed % 3 == 0) config.l2 = parse_cache_geometry("1KiB:128/32:4");
        const ReferenceResult reference =
            hierarchy_reference(random.info, random.scene.get(), random.requests, config);
        const LevelEvictions l1 = naive_evictions(random, reference.uses, Level::l1);
        const LevelEvictions l2 = naive_evictions(random, reference.uses, Level::l2);
        for (const EvictionCell& cell : l2.allocations) {
            dirty += cell.dirty;
            again += cell.asked_again;
        }
        for (const unsigned threads : {1U, 2U, 5U}) {
            const EvictionReport report = evictions_of(random, config, threads);
            const std::string label = "seed " + std::to_string(seed) + ", " + std::to_string(threads);
            EXPECT_EQ(evictions_text(report.l1.allocations), evictions_text(l1.allocations)) << label;
            EXPECT_EQ(evictions_text(report.l1.box_levels), evictions_text(l1.box_levels)) << label;
            EXPECT_EQ(evictions_text(report.l2.allocations), evictions_text(l2.allocations)) << label;
            EXPECT_EQ(evictions_text(report.l2.box_levels), evictions_text(l2.box_levels)) << label;
        }
    }
    EXPECT_GT(dirty, 0U) << "the recordings have evictions of every kind";
    EXPECT_GT(again, 0U);
}

TEST(Evictions, HaveNoBoxLevelsWithoutThoseOfTheScene) {
    RandomRequests random(5);
    const EvictionReport report = evictions_of(random, random_config(random), 2);
    EXPECT_FALSE(report.l1.allocations.empty());
    EXPECT_TRUE(report.l1.box_levels.empty());
    EXPECT_TRUE(report.l2.box_levels.empty());
}

} // namespace
} // namespace hitmap
