#include "core/base/error.h"
#include "core/cache/coalescing/coalesce.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/cache/sdcm/sdcm_engine.h"
#include "tests/cache/memory_source.h"
#include "tests/cache/sdcm_reference.h"
#include "tests/cache/traversal_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace hitmap {
namespace {

bool same(const AccessOutcome& a, const AccessOutcome& b) {
    return a.l1_hits == b.l1_hits && a.l2_hits == b.l2_hits && a.l1_distance == b.l1_distance &&
           a.l2_distance == b.l2_distance && a.l1_lookups == b.l1_lookups && a.l2_lookups == b.l2_lookups &&
           a.l1_cold == b.l1_cold && a.l2_cold == b.l2_cold;
}

/// Returns blocks of a traversal in two launches.
std::vector<AccessBlock> traversal_blocks(TraversalStream& stream, std::size_t accesses, std::size_t blocks) {
    std::vector<AccessBlock> result(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
        stream.fill(result[i], accesses / blocks);
        const std::size_t entries = result[i].requests.entries.size();
        for (std::size_t e = i == blocks / 2 ? entries / 3 : 0; i >= blocks / 2 && e < entries; ++e)
            result[i].writable_requests().entries[e].launch = 1;
    }
    return result;
}

void expect_reference(const SdcmConfig& config, unsigned threads, std::size_t accesses,
                      std::size_t block_count) {
    SCOPED_TRACE(to_string(config.l1) + ", " + to_string(config.l2) + ", " + std::to_string(threads) +
                 " threads");
    TraversalStream stream(6, 5, 3, 7);
    auto blocks = traversal_blocks(stream, accesses, block_count);
    ThreadPool pool(threads);
    SdcmEngine engine(stream.info(), stream.scene(), config, pool);
    for (AccessBlock& block : blocks)
        engine.prepare(block);
    const std::span all(blocks);
    engine.simulate(all.first(block_count / 3), {});
    engine.simulate(all.subspan(block_count / 3), {});
    SdcmReference reference(stream.info(), stream.scene(), config);
    for (AccessBlock& block : blocks) {
        block.expand_outcomes();
        for (std::size_t i = 0; i < block.accesses.size(); ++i) {
            const ElementAccess& access = block.accesses[i];
            const auto& entry = block.requests.entries[access.entry];
            const AccessOutcome expected =
                reference.access(entry.launch, entry.sm, access.kind, access.element);
            ASSERT_TRUE(same(block.outcomes[i], expected)) << "access " << i;
        }
    }
    for (std::size_t a = 0; a < reference.sums().size(); ++a) {
        EXPECT_EQ(engine.l1_sums()[a], reference.sums()[a].l1);
        EXPECT_EQ(engine.l2_sums()[a], reference.sums()[a].l2);
    }
}

TEST(SdcmThreads, AgreesWithTheReferenceWhateverTheNumberOfThreads) {
    for (const unsigned threads : {1U, 2U, 5U})
        expect_reference({}, threads, 300000, 4);
}

TEST(SdcmThreads, AgreesWithTheReferenceForAnyGeometry) {
    for (const auto& [l1, l2] : std::vector<std::pair<const char*, const char*>>{
             {"1KiB:16:4", "4KiB:16:full"}, {"16KiB:4096:full", "64KiB:4096:2"}, {"96:32:1", "3000KiB:64:3"}})
        for (const unsigned threads : {1U, 3U})
            expect_reference({parse_cache_geometry(l1), parse_cache_geometry(l2)}, threads, 30000, 7);
}

/// Returns the traversal as requests. The first load of each element is sufficient.
MemorySource traversal_source(std::size_t requests, std::size_t block_requests) {
    TraversalStream stream(7, 8, 4, 5);
    RecordingInfo info = stream.info();
    info.instructions.resize(1);
    info.instructions[0].bytes_per_lane = 4;
    MemorySource source(info, stream.scene());
    for (std::size_t i = 0; i < requests; ++i)
        source.add(request_of(stream.next(), info), block_requests);
    return source;
}

class Collector : public OutcomeSink {
public:
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        requests += block.entries.size();
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            elements.push_back(accesses[i].element);
            all.push_back(*outcomes[i]);
        }
    }
    std::size_t requests = 0;
    std::vector<std::uint32_t> elements;
    std::vector<AccessOutcome> all;
};

TEST(SdcmThreads, GivesTheSameForAnyThreadsAndBlocks) {
    Collector expected;
    ThreadPool alone(1);
    MemorySource source = traversal_source(20000, 1U << 30);
    const SdcmResult first = simulate_sdcm(source, {}, expected, alone);
    EXPECT_EQ(expected.requests, 20000U);
    EXPECT_EQ(expected.all.size(), first.accesses);
    for (const unsigned threads : {2U, 4U}) {
        Collector collector;
        ThreadPool pool(threads);
        MemorySource again = traversal_source(20000, 700 * threads);
        const SdcmResult result = simulate_sdcm(again, {}, collector, pool);
        EXPECT_EQ(collector.requests, expected.requests);
        EXPECT_EQ(collector.elements, expected.elements);
        ASSERT_EQ(collector.all.size(), expected.all.size());
        EXPECT_TRUE(std::equal(collector.all.begin(), collector.all.end(), expected.all.begin(), same));
        EXPECT_EQ(result.allocations, first.allocations);
    }
}

/// Returns the sums of the reference by allocation after each request. The key is the number of accesses up
/// to the end of the request.
std::map<std::uint64_t, std::vector<AllocationSums>> sums_by_position(MemorySource& source,
                                                                      const SdcmConfig& config) {
    const RecordingInfo& info = source.info();
    SdcmReference reference(info, source.scene({}), config);
    const RequestCounter counter(info);
    CoalescedRequests buffer;
    const ElementAccessFinder finder(info);
    std::vector<RequestCount> counts(info.allocations.size());
    std::map<std::uint64_t, std::vector<AllocationSums>> sums;
    sums[0] = reference.sums();
    std::uint64_t position = 0;
    RequestBlock block;
    std::vector<ElementAccess> accesses;
    source.rewind();
    while (source.next(block, {})) {
        finder.find(block, accesses);
        auto access = accesses.begin();
        for (std::size_t r = 0; r < block.entries.size(); ++r) {
            counter.count(block, r, r + 1, counts, buffer);
            for (; access != accesses.end() && access->entry == r; ++access, ++position)
                reference.access(block.entries[r].launch, block.entries[r].sm, access->kind, access->element);
            auto& row = sums[position] = reference.sums();
            for (std::size_t a = 0; a < row.size(); ++a) {
                row[a].requests = counts[a].requests;
                row[a].sectors = counts[a].sectors;
            }
        }
    }
    return sums;
}

TEST(SdcmThreads, KnowsTheSumsByAllocationOfWindows) {
    MemorySource source = traversal_source(2000, 1500);
    const std::size_t allocations = source.info().allocations.size();
    const auto expected = sums_by_position(source, {});
    const std::uint64_t n = expected.rbegin()->first;
    for (const unsigned threads : {1U, 3U}) {
        ThreadPool pool(threads);
        Collector collector;
        AllocationHistory history(allocations);
        const SdcmResult whole = simulate_sdcm(source, {}, collector, pool, {}, &history);
        EXPECT_EQ(history.between(0, n).sums, whole.allocations);
        EXPECT_EQ(history.between(0, n).sums, expected.at(n));
        for (std::uint64_t first = 0; first < n; first += 3001) {
            const std::uint64_t last = std::min(n, first + 1 + first % 20000);
            const AllocationHistory::Answer answer = history.between(first, last);
            EXPECT_LE(answer.first, first);
            EXPECT_GE(answer.last, last);
            EXPECT_LT(answer.last - answer.first,
                      last - first + 2 * (2 * AllocationHistory::interval_accesses + warp_size));
            std::vector<AllocationSums> sums = expected.at(answer.last);
            for (std::size_t a = 0; a < allocations; ++a)
                sums[a] -= expected.at(answer.first)[a];
            EXPECT_EQ(answer.sums, sums) << first;
        }
    }
}

TEST(SdcmThreads, StopsWhenAskedTo) {
    for (const unsigned threads : {1U, 3U}) {
        MemorySource source = traversal_source(20000, 200);
        std::stop_source stop;
        Progress progress;
        int blocks = 0;
        source.before_block = [&] {
            if (++blocks == 50) stop.request_stop();
        };
        Collector collector;
        ThreadPool pool(threads);
        EXPECT_THROW(simulate_sdcm(source, {}, collector, pool, {stop.get_token(), &progress}), Cancelled);
        EXPECT_EQ(progress.snapshot().unit, "accesses");
    }
}

TEST(SdcmThreads, PassesOnWhatTheSinkThrows) {
    class Full : public OutcomeSink {
        void add(const RequestView&, std::span<const ElementAccess>, const AccessOutcomes&) override {
            throw Error("disk full");
        }
    };
    for (const unsigned threads : {1U, 3U}) {
        MemorySource source = traversal_source(2000, 100);
        Full sink;
        ThreadPool pool(threads);
        EXPECT_THROW(simulate_sdcm(source, {}, sink, pool), Error);
    }
}

} // namespace
} // namespace hitmap
