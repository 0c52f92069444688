#include "core/analysis/findings/difference.h"
#include "core/analysis/trials/waiting_factors.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numeric>
#include <random>
#include <string>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr LevelLatencies three_latencies{10.0, 100.0, 400.0};

/// Loads alone. Each sector that L1 misses is looked up in L2, and what L2 misses comes from memory.
TrafficSums loads(std::uint64_t requests, std::uint64_t sectors, std::uint64_t l1_misses,
                  std::uint64_t l2_misses) {
    TrafficSums sums;
    sums.requests = requests;
    sums.sectors = sums.l1_load_lookups = sectors;
    sums.l1_load_hits = sectors - l1_misses;
    sums.l2_lookups = l1_misses;
    sums.l2_hits = l1_misses - l2_misses;
    sums.fetched = l2_misses;
    return sums;
}

PartSums part(const std::string& name, const TrafficSums& sums) {
    return {name, costs_of(sums, {true, true}), std::nullopt, sums};
}

SideSums side_of(std::vector<PartSums> allocations) {
    SideSums sums;
    sums.traffic.emplace();
    for (const PartSums& part : allocations)
        *sums.traffic += *part.traffic;
    sums.total = costs_of(*sums.traffic, {true, true});
    sums.counting.counted = Counted::request_sectors;
    sums.explained = true;
    sums.parts[static_cast<std::size_t>(Division::allocations)] = std::move(allocations);
    return sums;
}

TEST(WaitingChanges, AddUpToTheChangeOfTheWaiting) {
    std::mt19937 random(3);
    const auto any = [&](std::uint64_t most) {
        return std::uniform_int_distribution<std::uint64_t>(0, most)(random);
    };
    for (int round = 0; round < 200; ++round) {
        TrafficSums a = loads(1 + any(99), 1 + any(999), 0, 0);
        TrafficSums b = loads(1 + any(99), 1 + any(999), 0, 0);
        for (TrafficSums* const sums : {&a, &b}) {
            sums->l1_load_hits = any(sums->l1_load_lookups);
            sums->bypassing = any(20);
            sums->atomics = any(20);
            const std::uint64_t past =
                sums->l1_load_lookups - sums->l1_load_hits + sums->bypassing + sums->atomics;
            sums->fetched = any(past);
        }
        const auto changes = waiting_changes(a, b, three_latencies);
        const double change = waiting_of(b, three_latencies) - waiting_of(a, three_latencies);
        EXPECT_NEAR(std::accumulate(changes.begin(), changes.end(), 0.0), change,
                    1e-9 * (1.0 + std::abs(change)));
    }
}

TEST(WaitingChanges, AreThoseOfTheFactorThatAloneChanges) {
    const TrafficSums a = loads(100, 400, 100, 50);
    EXPECT_THAT(waiting_changes(a, loads(200, 800, 200, 100), three_latencies),
                ElementsAre(waiting_of(a, three_latencies), 0.0, 0.0, 0.0));
    EXPECT_THAT(waiting_changes(a, loads(100, 800, 200, 100), three_latencies),
                ElementsAre(0.0, waiting_of(a, three_latencies), 0.0, 0.0));
    const auto misses = waiting_changes(a, loads(100, 400, 200, 100), three_latencies);
    EXPECT_THAT(misses, ElementsAre(0.0, 0.0, 100.0 * 90.0 + 50.0 * 300.0, 0.0));
    EXPECT_THAT(waiting_changes(a, loads(100, 400, 100, 100), three_latencies),
                ElementsAre(0.0, 0.0, 0.0, 50.0 * 300.0));
    EXPECT_THAT(waiting_changes(a, TrafficSums(), three_latencies), ElementsAre(0.0, 0.0, 0.0, 0.0));
}

std::string told(const std::vector<Difference>& differences) {
    std::string text;
    for (const Difference& each : differences)
        text += fmt::format("{} {} {} {}; ", each.what_name, name_of(each.why), info_of(each.metric).name,
                            each.value.difference.value_or(0.0));
    return text;
}

TEST(Differences, SayWhatWaitsLongerAndWhy) {
    const SideSums a =
        side_of({part("nodes", loads(1000, 4000, 1000, 500)), part("stack", loads(500, 2000, 200, 100)),
                 part("faces", loads(100, 400, 100, 50))});
    SideSums b =
        side_of({part("nodes", loads(1000, 4000, 3000, 500)), part("stack", loads(2000, 8000, 800, 400)),
                 part("faces", loads(100, 400, 100, 50))});
    TrafficSums& nodes = *b.parts[static_cast<std::size_t>(Division::allocations)][0].traffic;
    nodes.l1_misses = {100, 1900, 1000};
    const std::vector<Difference> differences = differences_of(a, b);
    EXPECT_EQ(told(differences), "nodes capacity l2_bytes 64000; stack work l1_lookups 6000; ");
    EXPECT_EQ(
        differences[0].text,
        "nodes: 64,000 more bytes between L1 and L2 in B (32,000 in A, +200.0 %); the waiting for memory "
        "grows by 66.0 % of A's. Of its look-ups of loads, L1 serves 25.0 % in B and 75.0 % in A; 1,900 "
        "more misses are for lack of capacity.");
    EXPECT_THAT(differences[1].text, HasSubstr("It is accessed by 2,000 requests in B and 500 in A."));
    EXPECT_THAT(differences_of(b, a)[0].text, HasSubstr("64,000 fewer bytes between L1 and L2 in B"));
    EXPECT_EQ(waiting_sentence(a, a), "B waits as long for memory as A.");
    EXPECT_THAT(waiting_sentence(a, b, {'C', 'D'}), testing::StartsWith("D waits "));
}

TEST(Differences, AreNoneWhereLittleChangesOrRequestsAreNotKnown) {
    const SideSums a = side_of({part("nodes", loads(1000, 4000, 1000, 500))});
    SideSums b = side_of({part("nodes", loads(1000, 4000, 1001, 500))});
    EXPECT_THAT(differences_of(a, b), IsEmpty());
    b = side_of({part("nodes", loads(1000, 8000, 1001, 500))});
    EXPECT_EQ(told(differences_of(a, b)), "nodes uncoalesced l1_lookups 4000; ");
    b.counting.only.allocation = "nodes";
    EXPECT_THAT(differences_of(a, b), IsEmpty());
    b.counting.only = {};
    b.traffic.reset();
    EXPECT_THAT(differences_of(a, b), IsEmpty());
    EXPECT_EQ(waiting_sentence(a, b), "");
}

TEST(Differences, OfWhatOneSideAloneHas) {
    const SideSums a = side_of({part("nodes", loads(1000, 4000, 1000, 500))});
    const SideSums b =
        side_of({part("nodes", loads(1000, 4000, 1000, 500)), part("stack", loads(500, 2000, 200, 100))});
    ASSERT_EQ(told(differences_of(a, b)), "stack work l1_lookups 2000; ");
    EXPECT_THAT(differences_of(a, b)[0].text,
                testing::StartsWith("stack: 2,000 more look-ups of sectors in L1 in B (A has none);"));
    EXPECT_THAT(
        differences_of(b, a)[0].text,
        testing::StartsWith("stack: 2,000 fewer look-ups of sectors in L1 in B (2,000 in A, -100.0 %);"));
}

TEST(OptionsSentence, NamesOptionsWithTwoValues) {
    SideSums a;
    SideSums b;
    EXPECT_EQ(options_sentence(a, b), "");
    a.work.emplace();
    b.work.emplace();
    a.work->options = {{"bvh", "sah"}, {"rays", "primary"}, {"leaf-size", "4"}};
    b.work->options = {{"bvh", "median"}, {"rays", "primary"}, {"leaf-size", "8"}, {"node-width", "4"}};
    EXPECT_EQ(options_sentence(a, b),
              "Options in which they differ (A, B): bvh (sah, median), leaf-size (4, 8).");
}

} // namespace
} // namespace hitmap
