#include "core/cache/array/replacement.h"
#include "core/cache/contents/optimum_sink.h"
#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/naive_optimum.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

OptimumReport optimum_of(const RandomRequests& random, const HierarchyConfig& config, unsigned threads,
                         HierarchyResult* result = nullptr) {
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 37 * threads);
    ThreadPool pool(threads);
    OptimumSink optimum;
    const HierarchyResult simulated = simulate_hierarchy(source, config, {.uses = &optimum}, pool);
    if (result != nullptr) *result = simulated;
    return optimum.report();
}

/// The optimum of the look-ups of the reference implementation, set by set.
OptimumReport naive_optimum(const RandomRequests& random, const HierarchyConfig& config) {
    const ReferenceResult reference =
        hierarchy_reference(random.info, random.scene.get(), random.requests, config);
    OptimumReport report;
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::uint64_t>> sets;
    std::map<std::size_t, Level> levels;
    for (const ReferenceUse& use : reference.uses) {
        OptimumSums& sums = use.level == Level::l1 ? report.l1 : report.l2;
        ++sums.lookups;
        sums.hits += use.is_present ? 1 : 0;
        sets[{use.array, use.set}].push_back(use.line);
        levels[use.array] = use.level;
    }
    for (const auto& [set, lines] : sets) {
        const bool in_l1 = levels.at(set.first) == Level::l1;
        (in_l1 ? report.l1 : report.l2).optimal_hits +=
            naive_optimal_hits(lines, in_l1 ? config.l1.ways : config.l2.ways);
    }
    return report;
}

/// [levels][allocations up to the last one that is used] Look-ups and hits of the reference implementation.
std::array<std::vector<OptimumSums>, 2> naive_allocations(const RandomRequests& random,
                                                          const HierarchyConfig& config) {
    std::array<std::vector<OptimumSums>, 2> levels;
    for (const ReferenceUse& use :
         hierarchy_reference(random.info, random.scene.get(), random.requests, config).uses) {
        if (!use.allocation) continue;
        std::vector<OptimumSums>& sums = levels.at(index(use.level));
        if (*use.allocation >= sums.size()) sums.resize(*use.allocation + 1);
        ++sums[*use.allocation].lookups;
        sums[*use.allocation].hits += use.is_present ? 1 : 0;
    }
    return levels;
}

std::string optimum_text(const OptimumReport& report) {
    const auto text = [](const OptimumSums& sums) {
        return std::to_string(sums.hits) + "/" + std::to_string(sums.optimal_hits) + "/" +
               std::to_string(sums.lookups);
    };
    return text(report.l1) + " " + text(report.l2);
}

TEST(NoAsanOptimum, AgreesWithTheReferenceOnAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 24 && !HasFailure(); ++seed) {
        RandomRequests random(seed);
        const HierarchyConfig config = random_config(random);
        const OptimumReport expected = naive_optimum(random, config);
        for (const unsigned threads : {1U, 2U, 5U})
            EXPECT_EQ(optimum_text(optimum_of(random, config, threads)), optimum_text(expected))
                << "seed " << seed << ": " << to_string(config.l1) << ", " << to_string(config.l2);
        EXPECT_GE(expected.l1.optimal_hits, expected.l1.hits);
        EXPECT_GE(expected.l2.optimal_hits, expected.l2.hits);
    }
}

TEST(NoAsanOptimum, OfAllocationsAddsUpToThatOfTheLevel) {
    for (unsigned seed = 0; seed < 8 && !HasFailure(); ++seed) {
        RandomRequests random(seed);
        const HierarchyConfig config = random_config(random);
        const auto expected = naive_allocations(random, config);
        for (const unsigned threads : {1U, 5U}) {
            const OptimumReport report = optimum_of(random, config, threads);
            for (const Level level : both_levels) {
                SCOPED_TRACE(std::to_string(seed) + " " + std::string(name_of(level)));
                const OptimumSums& all = level == Level::l1 ? report.l1 : report.l2;
                auto sums = level == Level::l1 ? report.l1_allocations : report.l2_allocations;
                std::uint64_t optimal_hits = 0;
                for (OptimumSums& allocation : sums) {
                    EXPECT_LE(allocation.optimal_hits, allocation.lookups);
                    optimal_hits += std::exchange(allocation.optimal_hits, 0);
                }
                EXPECT_LE(optimal_hits, all.optimal_hits); // uses of no allocation are in none
                EXPECT_EQ(sums, expected.at(index(level)));
            }
        }
    }
}

/// Policies and loads that the reference does not have.
TEST(NoTsanOptimum, IsNotBelowAnyPolicyAndChangesNothing) {
    RandomRequests random(77, 3000);
    for (Instruction& instruction : random.info.instructions)
        if (instruction.operation == Operation::load && random.pick(3) == 0)
            instruction.cache = CacheOperator::streaming;
    for (const std::string_view policy : replacement_policy_names()) {
        HierarchyConfig config;
        config.l1 = parse_cache_geometry("1KiB:128/32:4");
        config.l2 = parse_cache_geometry("2KiB:128/32:4");
        config.l1.policy = config.l2.policy = policy;
        HierarchyResult watched;
        const OptimumReport report = optimum_of(random, config, 2, &watched);
        EXPECT_GT(report.l1.optimal_hits, report.l1.hits) << policy;
        EXPECT_GT(report.l2.optimal_hits, report.l2.hits) << policy;
        EXPECT_EQ(optimum_of(random, config, 5), report) << policy;
        MemorySource source(random.info, random.scene);
        for (const Request& request : random.requests)
            source.add(request, 50);
        ThreadPool pool(2);
        EXPECT_EQ(simulate_hierarchy(source, config, {}, pool).total, watched.total) << policy;
    }
}

} // namespace
} // namespace hitmap
