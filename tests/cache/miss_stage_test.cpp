#include "core/cache/pipeline/hierarchy.h"
#include "tests/cache/random_requests.h"
#include "tests/cache/text_recording.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

HierarchyResult run(const RandomRequests& random, const HierarchyConfig& config, unsigned threads) {
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 37 * threads);
    ThreadPool pool(threads);
    return simulate_hierarchy(source, config, {}, pool);
}

std::string label_of(unsigned seed, const HierarchyConfig& config) {
    return "seed " + std::to_string(seed) + ": " + to_string(config.l1) + ", " + to_string(config.l2);
}

/// A fully associative LRU cache with the given number of sectors per line.
CacheGeometry fully_associative(CacheGeometry geometry, std::uint64_t lines) {
    geometry.capacity = lines * geometry.line;
    geometry.ways = lines;
    geometry.policy = "lru";
    geometry.index = "linear";
    return geometry;
}

void expect_classes_of_all_misses(const TrafficSums& sums, const std::string& label) {
    EXPECT_EQ(sums.l1_misses.misses(), sums.l1_lookups() - sums.l1_hits()) << label;
    EXPECT_EQ(sums.l2_misses.misses(), sums.l2_lookups - sums.l2_hits) << label;
}

void expect_histogram_of(const ReuseHistogram& histogram, std::uint64_t lookups, std::uint64_t hits,
                         const MissClasses& classes, const std::string& label) {
    EXPECT_EQ(histogram.lookups(), lookups) << label;
    EXPECT_EQ(histogram.cold(), classes.cold) << label << ": what is cold always misses";
    EXPECT_GE(histogram.within(), classes.conflict) << label;
    EXPECT_LE(histogram.within(), hits + classes.conflict) << label;
    EXPECT_EQ(histogram.hits_of(~std::uint64_t{0}), lookups - histogram.cold()) << label;
}

TEST(MissClasses, AddUpToAllMissesOnAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 24; ++seed) {
        RandomRequests random(seed);
        HierarchyConfig config = random_config(random);
        const std::string label = label_of(seed, config);
        const HierarchyResult plain = run(random, config, 2);
        EXPECT_FALSE(plain.reuse.has_value());
        EXPECT_EQ(plain.total.l1_misses, MissClasses{});
        config.explain_misses = true;
        const HierarchyResult first = run(random, config, 1);
        ASSERT_TRUE(first.reuse.has_value()) << label;
        for (const unsigned threads : {2U, 5U}) {
            const HierarchyResult result = run(random, config, threads);
            EXPECT_EQ(result.total, first.total) << label;
            EXPECT_EQ(result.instructions, first.instructions) << label;
            EXPECT_EQ(result.allocations, first.allocations) << label;
            EXPECT_EQ(result.reuse, first.reuse) << label;
        }
        TrafficSums without = first.total;
        without.l1_misses = without.l2_misses = {};
        EXPECT_EQ(without, plain.total) << label << ": asking why changes nothing";
        expect_classes_of_all_misses(first.total, label);
        const ReuseReport& reuse = *first.reuse;
        expect_histogram_of(reuse.l1.all, first.total.l1_lookups(), first.total.l1_hits(),
                            first.total.l1_misses, label);
        expect_histogram_of(reuse.l2.all, first.total.l2_lookups, first.total.l2_hits, first.total.l2_misses,
                            label);
        for (std::size_t i = 0; i < first.instructions.size(); ++i) {
            const TrafficSums& sums = first.instructions[i];
            expect_classes_of_all_misses(sums, label);
            expect_histogram_of(reuse.l1.instructions[i], sums.l1_lookups(), sums.l1_hits(), sums.l1_misses,
                                label);
            expect_histogram_of(reuse.l2.instructions[i], sums.l2_lookups, sums.l2_hits, sums.l2_misses,
                                label);
        }
        for (std::size_t a = 0; a < first.allocations.size(); ++a) {
            const TrafficSums& sums = first.allocations[a];
            expect_classes_of_all_misses(sums, label);
            expect_histogram_of(reuse.l1.allocations[a], sums.l1_lookups(), sums.l1_hits(), sums.l1_misses,
                                label);
            expect_histogram_of(reuse.l2.allocations[a], sums.l2_lookups, sums.l2_hits, sums.l2_misses,
                                label);
        }
    }
}

TEST(MissClasses, AFullyAssociativeLruCacheHasNoConflicts) {
    for (unsigned seed = 0; seed < 24; ++seed) {
        RandomRequests random(seed);
        HierarchyConfig config = random_config(random);
        config.l1 = fully_associative(config.l1, 1 + random.pick(12));
        config.l2 = fully_associative(config.l2, 1 + random.pick(30));
        config.l2_partitions = 1;
        config.explain_misses = true;
        const std::string label = label_of(seed, config);
        const HierarchyResult result = run(random, config, 2);
        EXPECT_EQ(result.total.l1_misses.conflict, 0U) << label;
        EXPECT_EQ(result.total.l2_misses.conflict, 0U) << label;
        EXPECT_EQ(result.reuse->l1.all.within(), result.total.l1_hits()) << label;
        EXPECT_EQ(result.reuse->l2.all.within(), result.total.l2_hits) << label;
        for (std::size_t a = 0; a < result.allocations.size(); ++a) {
            EXPECT_EQ(result.reuse->l1.allocations[a].within(), result.allocations[a].l1_hits()) << label;
            EXPECT_EQ(result.reuse->l2.allocations[a].within(), result.allocations[a].l2_hits) << label;
        }
    }
}

TEST(MissRatioCurve, IsWhatSimulatingEachCapacitySays) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        RandomRequests random(seed);
        HierarchyConfig config = random_config(random);
        config.l2_partitions = 1;
        // The effect of stores on present lines depends on the capacity (sector_reuse.h).
        if (config.l1_stores == L1Stores::update) config.l1_stores = L1Stores::allocate;
        HierarchyConfig explained = config;
        explained.explain_misses = true;
        const HierarchyResult all = run(random, explained, 2);
        for (const std::uint64_t lines : {1U, 2U, 3U, 5U, 8U, 13U, 40U}) {
            const std::string label = label_of(seed, config) + ", " + std::to_string(lines) + " lines";
            HierarchyConfig other = config;
            other.l1 = fully_associative(config.l1, lines);
            const HierarchyResult l1 = run(random, other, 1);
            EXPECT_EQ(all.reuse->l1.all.hits_of(lines), l1.total.l1_hits()) << label;
            other.l1 = config.l1;
            other.l2 = fully_associative(config.l2, lines);
            const HierarchyResult l2 = run(random, other, 1);
            EXPECT_EQ(all.reuse->l2.all.hits_of(lines), l2.total.l2_hits) << label;
            for (std::size_t i = 0; i < all.instructions.size(); ++i) {
                EXPECT_EQ(all.reuse->l1.instructions[i].hits_of(lines), l1.instructions[i].l1_hits())
                    << label;
                EXPECT_EQ(all.reuse->l2.instructions[i].hits_of(lines), l2.instructions[i].l2_hits) << label;
            }
            for (std::size_t a = 0; a < all.allocations.size(); ++a) {
                EXPECT_EQ(all.reuse->l1.allocations[a].hits_of(lines), l1.allocations[a].l1_hits()) << label;
                EXPECT_EQ(all.reuse->l2.allocations[a].hits_of(lines), l2.allocations[a].l2_hits) << label;
            }
        }
    }
}

/// "L1 COLD/CAPACITY/CONFLICT L2 COLD/CAPACITY/CONFLICT" for the sum of all requests (text_recording.h).
std::string classes_of(const std::string& requests, const std::string& l1, const std::string& l2) {
    HierarchyConfig config;
    config.l1 = parse_cache_geometry(l1);
    config.l2 = parse_cache_geometry(l2);
    config.explain_misses = true;
    MemorySource source(strip_info(100), strip_scene(100));
    add_requests(source, requests);
    ThreadPool pool(1);
    const TrafficSums total = simulate_hierarchy(source, config, {}, pool).total;
    const auto text = [](const MissClasses& c) {
        return std::to_string(c.cold) + "/" + std::to_string(c.capacity) + "/" + std::to_string(c.conflict);
    };
    return text(total.l1_misses) + " " + text(total.l2_misses);
}

TEST(MissClasses, WorkedByHand) {
    // Nodes have 4 bytes: elements 0, 32 and 64 are in lines 0, 1 and 2; element 8 is in sector 1.
    const std::string large = "64KiB:128/32:full";
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 0 nodes 0\n", "256:128/32:1", large), "1/0/0 1/0/0");
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 0 nodes 8\n", "256:128/32:1", large), "2/0/0 2/0/0")
        << "a sector that is not there yet, of a line that is";
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 0 nodes 64\n0 0 nodes 0\n", "256:128/32:1", large), "2/0/1 2/0/0")
        << "lines 0 and 2 are in one set of one way; two lines would fit";
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 0 nodes 64\n0 0 nodes 0\n", "256:128/32:full", large),
              "2/0/0 2/0/0");
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 0 nodes 32\n0 0 nodes 64\n0 0 nodes 0\n", "256:128/32:1", large),
              "3/1/0 3/0/0")
        << "three lines do not fit";
    EXPECT_EQ(classes_of("0 0 nodes 0\n1 0 nodes 0\n", "256:128/32:1", large), "2/0/0 1/0/0")
        << "a launch begins with an empty L1; L2 stays";
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 1 nodes 0\n", "256:128/32:1", large), "2/0/0 1/0/0")
        << "each SM has an L1 of its own";
    EXPECT_EQ(classes_of("0 0 +nodes 0\n0 0 +nodes 0\n0 0 nodes 0\n", "256:128/32:1", large), "3/0/0 2/0/0")
        << "a store puts nothing into L1, and into L2 its bytes, which are no sector";
    EXPECT_EQ(classes_of("0 0 +nodes 0 1 2 3\n0 0 +nodes 4 5 6 7\n0 0 nodes 0\n", "256:128/32:1", large),
              "3/0/0 1/0/0")
        << "together they are one";
    EXPECT_EQ(classes_of("0 0 nodes 0\n0 0 nodes 32\n0 0 nodes 64\n0 0 nodes 0\n", "128:128/32:1",
                         "256:128/32:full"),
              "3/1/0 3/1/0");
    EXPECT_EQ(classes_of("0 0 @nodes 0\n0 0 @nodes 64\n0 0 @nodes 0\n", "128:128/32:1", "256:128/32:1"),
              "0/0/0 2/0/1")
        << "atomics are in L2 alone";
}

TEST(ReuseOfInstructions, HasABoundThatEverythingDoesNot) {
    RecordingInfo info = strip_info(100);
    const Instruction load = info.instructions.front();
    info.instructions.assign(LevelReuse::most_instructions + 2, load);
    MemorySource source(info, strip_scene(100));
    const auto add = [&](std::size_t instruction) {
        Request request;
        request.instruction = static_cast<std::uint32_t>(instruction);
        request.mask = 1;
        request.address[0] = info.allocations.front().address;
        source.add(request, 1000);
    };
    for (std::size_t i = info.instructions.size(); i-- > 0;)
        add(i);
    HierarchyConfig config;
    config.explain_misses = true;
    ThreadPool pool(2);
    const HierarchyResult result = simulate_hierarchy(source, config, {}, pool);
    const LevelReuse& l1 = result.reuse->l1;
    EXPECT_EQ(l1.all.lookups(), info.instructions.size());
    EXPECT_EQ(l1.instructions.back().cold(), 1U) << "it was the first to be executed";
    EXPECT_EQ(l1.instructions[2].within(), 1U);
    EXPECT_EQ(l1.instructions[1].lookups(), 0U) << "no histogram left";
    EXPECT_EQ(l1.instructions[0].lookups(), 0U);
}

/// Distances of the look-ups of selected boxes: "L1 DISTANCE:LOOK-UPS ... L2 ..."; cold ones last.
std::string selected(const std::string& requests, std::vector<std::uint32_t> boxes) {
    HierarchyConfig config;
    config.explain_misses = true;
    const ElementSelection selection{box_kind, std::move(boxes)};
    HierarchySinks sinks;
    sinks.selection = &selection;
    MemorySource source(strip_info(100), strip_scene(100));
    add_requests(source, requests);
    ThreadPool pool(1);
    const HierarchyResult result = simulate_hierarchy(source, config, sinks, pool);
    const auto text = [](const ReuseHistogram& histogram) {
        std::string out;
        histogram.for_each([&](std::uint64_t first, std::uint64_t /*end*/, std::uint64_t lookups) {
            out += std::to_string(first) + ":" + std::to_string(lookups) + " ";
        });
        return out + "cold:" + std::to_string(histogram.cold());
    };
    return "L1 " + text(result.selected->l1.all) + " L2 " + text(result.selected->l2.all);
}

TEST(SelectedReuse, CountsSectorsThatAreAskedForBecauseOfElements) {
    // Boxes have 24 bytes: 0 and 1 start in sector 0, 1 ends in sector 1, 16 starts in line 3.
    EXPECT_EQ(selected("0 0 boxes 0\n0 0 boxes 1\n", {1}), "L1 0:1 cold:0 L2 cold:0")
        << "box 0 had brought the sector";
    EXPECT_EQ(selected("0 0 boxes 0 0 1 1\n", {0, 1}), "L1 cold:2 L2 cold:2") << "once an element and sector";
    EXPECT_EQ(selected("0 0 boxes 0\n0 0 boxes 16\n0 0 boxes 0\n", {0}), "L1 1:1 cold:1 L2 cold:1");
    EXPECT_EQ(selected("0 0 boxes 0\n0 0 @boxes 0\n", {0}), "L1 cold:1 L2 0:1 cold:1");
    EXPECT_EQ(selected("0 0 boxes 3\n0 0 nodes 0\n0 0 faces 0\n", {0}), "L1 cold:0 L2 cold:0");
}

} // namespace
} // namespace hitmap
