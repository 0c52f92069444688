#include "core/cache/results/traffic_rows.h"
#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Stores all outcomes.
class Outcomes final : public OutcomeSink {
public:
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const auto& entry = block.entries[accesses[i].entry];
            text += std::to_string(block.first_request.value + accesses[i].entry) + " " +
                    std::to_string(entry.launch) + " " + std::to_string(entry.sm) + " " +
                    std::to_string(entry.warp) + " " + std::to_string(accesses[i].lane) + " " +
                    std::to_string(accesses[i].kind) + " " + std::to_string(accesses[i].element) + "\n";
            all.push_back(*outcomes[i]);
        }
    }
    std::vector<AccessOutcome> all;
    std::string text; ///< the accesses that they belong to
};

class Levels final : public RequestLevelsSink {
public:
    void add(const RequestView& /*block*/, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> /*accesses*/, std::uint64_t /*first_position*/) override {
        all.insert(all.end(), levels.begin(), levels.end());
    }
    std::vector<RequestLevels> all;
};

bool same_counts(const AccessOutcome& a, const AccessOutcome& b) {
    return a.l1_hits == b.l1_hits && a.l2_hits == b.l2_hits && a.l1_lookups == b.l1_lookups &&
           a.l2_lookups == b.l2_lookups;
}

void expect_laws(const HierarchyResult& result, const HierarchyConfig& config) {
    const TrafficSums& all = result.total;
    const std::uint64_t past_l1 = config.l1_loads == L1Loads::none ? all.written_through : 0;
    EXPECT_EQ(all.l1_lookups() + all.bypassing + all.atomics + past_l1, all.sectors);
    EXPECT_EQ(all.l2_lookups, (all.l1_load_lookups - all.l1_load_hits) + all.bypassing + all.written_through +
                                  all.atomics + all.written_back);
    EXPECT_LE(all.l1_hits(), all.l1_lookups());
    EXPECT_LE(all.l2_hits, all.l2_lookups);
    TrafficSums instructions;
    for (const TrafficSums& sums : result.instructions)
        instructions += sums;
    EXPECT_EQ(instructions.sectors, all.sectors);
    EXPECT_EQ(instructions.l2_lookups + all.written_back, all.l2_lookups);
}

/// Runs the pipeline with 1, 2 and 5 threads and compares all results with the reference.
void compare_with_reference(const RandomRequests& random, bool has_scene, const HierarchyConfig& config,
                            const std::string& label) {
    const ReferenceResult reference =
        hierarchy_reference(random.info, has_scene ? random.scene.get() : nullptr, random.requests, config);
    std::string accesses;
    for (const unsigned threads : {1U, 2U, 5U}) {
        MemorySource source(random.info, has_scene ? random.scene : nullptr);
        for (const Request& request : random.requests)
            source.add(request, 37 * threads);
        ThreadPool pool(threads);
        Outcomes outcomes;
        Levels levels;
        const TrafficRows rows{random.info.allocations.size(), random.info.instructions.size()};
        TrafficHistory history(rows.count());
        AccessMatrix matrix;
        MatrixHistory matrix_history(random.info.instructions.size());
        const HierarchyResult result = simulate_hierarchy(source, config,
                                                          {.outcomes = &outcomes,
                                                           .requests = &levels,
                                                           .history = &history,
                                                           .matrix = &matrix,
                                                           .matrix_history = &matrix_history},
                                                          pool);
        EXPECT_EQ(result.total, reference.total) << label;
        EXPECT_EQ(result.instructions, reference.instructions) << label;
        EXPECT_EQ(result.allocations, reference.allocations) << label;
        EXPECT_EQ(levels.all, reference.requests) << label;
        EXPECT_EQ(matrix.active_lanes, reference.active_lanes) << label;
        EXPECT_TRUE(matrix.cells == reference.cells) << label;
        const AccessMatrix by_time = matrix_history.between(0, reference.outcomes.size()).matrix;
        EXPECT_EQ(by_time.active_lanes, reference.active_lanes) << label;
        EXPECT_TRUE(by_time.cells == reference.cells) << label;
        ASSERT_EQ(outcomes.all.size(), reference.outcomes.size()) << label;
        for (std::size_t i = 0; i < reference.outcomes.size(); ++i)
            ASSERT_TRUE(same_counts(outcomes.all[i], reference.outcomes[i])) << label << ", access " << i;
        if (!accesses.empty()) {
            EXPECT_EQ(outcomes.text, accesses) << label;
        }
        accesses = outcomes.text;
        expect_laws(result, config);
        const auto whole = history.between(0, outcomes.all.size());
        for (std::size_t row = 0; row < whole.sums.size(); ++row) {
            TrafficSums expected = row == rows.of_everything() ? result.total
                                   : row < rows.allocations    ? result.allocations[row]
                                                               : result.instructions[row - rows.allocations];
            expected.written = 0; // only known for the whole recording
            EXPECT_EQ(whole.sums[row], expected) << label << ", row " << row;
        }
    }
}

TEST(NoAsanHierarchy, AgreesWithTheReferenceOnAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 24 && !HasFailure(); ++seed) {
        RandomRequests random(seed);
        const HierarchyConfig config = random_config(random);
        compare_with_reference(random, seed % 7 != 0, config,
                               "seed " + std::to_string(seed) + ": " + to_string(config.l1) + ", " +
                                   to_string(config.l2) + ", " + std::to_string(config.l2_partitions));
    }
}

/// Stores of a few bytes: first those of half of the lanes, then those of the others, which often completes a
/// sector, and then a load.
RandomRequests stores_in_part(unsigned seed) {
    RandomRequests random(seed, 1000);
    for (Instruction& instruction : random.info.instructions) {
        if (instruction.space != Space::global) continue;
        instruction.operation = Operation::store;
        instruction.bytes_per_lane = static_cast<std::uint16_t>(1 + random.pick(8));
    }
    random.info.instructions.push_back({});
    random.info.instructions.back().bytes_per_lane = 1;
    std::vector<Request> requests;
    for (const Request& request : random.requests) {
        for (const std::uint32_t half : {0x0f0f0f0fU, 0xf0f0f0f0U}) {
            requests.push_back(request);
            if ((request.mask & half) != 0) requests.back().mask &= half;
        }
        if (random.info.instructions[request.instruction].space != Space::global) continue;
        requests.push_back(request);
        requests.back().instruction = static_cast<std::uint32_t>(random.info.instructions.size() - 1);
    }
    random.requests = requests;
    return random;
}

TEST(NoAsanHierarchy, AgreesWithTheReferenceOnStoresInPart) {
    for (unsigned seed = 200; seed < 208; ++seed) {
        RandomRequests random = stores_in_part(seed);
        HierarchyConfig config = random_config(random);
        if (seed % 2 == 0) { // a cache smaller than the memory that is written
            config.l2 = parse_cache_geometry("512:32:8");
            config.l1_loads = L1Loads::none;
        }
        compare_with_reference(random, true, config, "seed " + std::to_string(seed));
    }
}

/// Enough requests for several batches of several blocks.
TEST(ReleaseOnlyHierarchy, AgreesWithTheReferenceOnLongRecordings) {
    for (unsigned seed = 100; seed < 102; ++seed) {
        RandomRequests random(seed, 12'000);
        compare_with_reference(random, true, random_config(random), "seed " + std::to_string(seed));
    }
}

TEST(Hierarchy, RandomVictimsDoNotDependOnThreads) {
    RandomRequests random(99);
    HierarchyConfig config;
    config.l1 = parse_cache_geometry("512:128/32:4:fermi");
    config.l2 = parse_cache_geometry("2KiB:128/32:4:random");
    std::optional<TrafficSums> first;
    for (const unsigned threads : {1U, 2U, 5U}) {
        MemorySource source(random.info, random.scene);
        for (const Request& request : random.requests)
            source.add(request, 50);
        ThreadPool pool(threads);
        const HierarchyResult result = simulate_hierarchy(source, config, {}, pool);
        if (!first) first = result.total;
        EXPECT_EQ(result.total, *first);
        expect_laws(result, config);
    }
    config.seed = 2;
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 50);
    ThreadPool pool(1);
    EXPECT_NE(simulate_hierarchy(source, config, {}, pool).total, *first);
}

} // namespace
} // namespace hitmap
