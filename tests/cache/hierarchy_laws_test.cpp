#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/preset_library.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace hitmap {
namespace {

/// Random requests of all kinds, including streaming loads, simulated with every preset.
HierarchyResult simulated(RandomRequests& random, const HierarchyConfig& config, unsigned threads) {
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 50);
    ThreadPool pool(threads);
    return simulate_hierarchy(source, config, {}, pool);
}

void expect_laws(const TrafficSums& sums, bool stores_look_into_l1) {
    EXPECT_EQ(sums.l1_lookups() + sums.bypassing + sums.atomics +
                  (stores_look_into_l1 ? 0 : sums.written_through),
              sums.sectors);
    EXPECT_EQ(sums.l2_lookups, (sums.l1_load_lookups - sums.l1_load_hits) + sums.bypassing +
                                   sums.written_through + sums.atomics + sums.written_back);
    EXPECT_LE(sums.l1_load_hits, sums.l1_load_lookups);
    EXPECT_LE(sums.l1_store_hits, sums.l1_store_lookups);
    EXPECT_LE(sums.l2_hits, sums.l2_lookups);
    EXPECT_EQ(sums.l1_misses.cold + sums.l1_misses.capacity + sums.l1_misses.conflict,
              sums.l1_lookups() - sums.l1_hits());
    EXPECT_EQ(sums.l2_misses.cold + sums.l2_misses.capacity + sums.l2_misses.conflict,
              sums.l2_lookups - sums.l2_hits);
}

TEST(HierarchyLaws, HoldForEveryPreset) {
    const PresetList list = list_gpu_presets({});
    ASSERT_GE(list.presets.size(), 18U);
    for (const auto& [preset, file] : list.presets) {
        SCOPED_TRACE(preset.name);
        RandomRequests random(static_cast<unsigned>(preset.name.size()));
        for (Instruction& instruction : random.info.instructions)
            if (instruction.operation == Operation::load && random.pick(4) == 0)
                instruction.cache = CacheOperator::streaming;
        HierarchyConfig config = hierarchy_config(preset);
        config.explain_misses = true;
        const HierarchyResult result = simulated(random, config, 2);
        const bool stores_look_into_l1 = config.l1_loads != L1Loads::none;
        expect_laws(result.total, stores_look_into_l1);
        for (const TrafficSums& sums : result.instructions)
            expect_laws(sums, stores_look_into_l1);
        TrafficSums instructions;
        for (const TrafficSums& sums : result.instructions)
            instructions += sums;
        EXPECT_EQ(instructions.sectors, result.total.sectors);
        EXPECT_EQ(instructions.requests, random.requests.size());
        EXPECT_EQ(instructions.l2_lookups + result.total.written_back, result.total.l2_lookups);
        // Data written to memory was written to L2 before, and data in L2 was fetched or written.
        EXPECT_LE(result.total.written,
                  result.total.written_through + result.total.atomics + result.total.written_back);
        EXPECT_GE(result.total.fetched + result.total.written_through + result.total.atomics +
                      result.total.written_back,
                  result.total.l2_lookups - result.total.l2_hits);
        EXPECT_EQ(simulated(random, config, 1).total, result.total);
    }
}

TEST(HierarchyLaws, AStreamingLoadIsAPlainOneWhereNothingIsEvicted) {
    HierarchyConfig config;
    config.l1 = parse_cache_geometry("16MiB:128/32:full");
    config.explain_misses = true;
    for (unsigned seed = 0; seed < 4; ++seed) {
        RandomRequests random(seed);
        const auto with_loads = [&](CacheOperator cache) {
            for (Instruction& instruction : random.info.instructions)
                if (instruction.operation == Operation::load) instruction.cache = cache;
            return simulated(random, config, 2);
        };
        const HierarchyResult streaming = with_loads(CacheOperator::streaming);
        const HierarchyResult plain = with_loads(CacheOperator::all);
        EXPECT_EQ(streaming.total, plain.total);
        EXPECT_GT(plain.total.l1_load_hits, 0U);
        EXPECT_EQ(streaming.instructions, plain.instructions);
        EXPECT_EQ(streaming.allocations, plain.allocations);
    }
}

/// Of two fully associative LRU caches, the larger one contains everything that the smaller one contains
/// (Mattson et al. 1970).
TEST(HierarchyLaws, ALargerLruCacheHitsWhateverASmallerOneDoes) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        RandomRequests random(seed);
        std::uint64_t before = 0;
        for (const std::uint64_t lines : {1U, 2U, 3U, 5U, 8U, 16U, 64U}) {
            HierarchyConfig config;
            config.l1 = CacheGeometry{lines * 128, 128, 32, lines, "lru", "linear"};
            const HierarchyResult result = simulated(random, config, 2);
            EXPECT_GE(result.total.l1_hits(), before) << "seed " << seed << ", " << lines << " lines";
            before = result.total.l1_hits();
        }
    }
}

/// Each request looks up each of its pages once. There is one list of pages per SM and one for the device,
/// most recently used first.
TlbSums tlb_reference(const RandomRequests& random, std::size_t l1_entries, std::size_t l2_entries,
                      std::uint64_t page) {
    std::uint64_t local = 0;
    for (const Allocation& a : random.info.allocations)
        if (a.space == Space::local) local = std::max(local, (a.address + a.bytes + 3) / 4 * 4);
    std::map<std::uint32_t, std::vector<std::uint64_t>> sms;
    std::vector<std::uint64_t> device;
    const auto ask = [](std::vector<std::uint64_t>& pages, std::uint64_t number, std::size_t entries) {
        const auto found = std::find(pages.begin(), pages.end(), number);
        const bool hit = found != pages.end();
        if (hit) pages.erase(found);
        pages.insert(pages.begin(), number);
        if (pages.size() > entries) pages.pop_back();
        return hit;
    };
    TlbSums sums;
    for (const Request& request : random.requests) {
        const Instruction& instruction = random.info.instructions[request.instruction];
        if (instruction.space == Space::shared) continue;
        std::set<std::uint64_t> pages;
        for (unsigned lane = 0; lane < warp_size; ++lane)
            for (unsigned byte = 0; byte < instruction.bytes_per_lane && (request.mask >> lane & 1) != 0;
                 ++byte) {
                std::uint64_t address = request.address[lane] + byte;
                if (instruction.space == Space::local)
                    address =
                        Coalescer::local_base +
                        (request.sm * random.info.device.warp_slots_per_sm + request.slot) * 32 * local +
                        (address / 4 * 32 + lane) * 4;
                pages.insert(address / page);
            }
        for (const std::uint64_t number : pages) {
            ++sums.lookups;
            if (ask(sms[request.sm], number, l1_entries))
                ++sums.l1_hits;
            else
                sums.l2_hits += ask(device, number, l2_entries) ? 1 : 0;
        }
    }
    return sums;
}

TEST(TlbStage, AgreesWithListsOfPagesOnAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 8; ++seed) {
        RandomRequests random(seed);
        HierarchyConfig config;
        config.tlb = TlbGeometry{{{3}, 256}, {{7}, 256}};
        const TlbSums reference = tlb_reference(random, 3, 7, 256);
        EXPECT_GT(reference.l1_hits, 0U);
        EXPECT_GT(reference.l2_hits, 0U);
        for (const unsigned threads : {1U, 4U})
            EXPECT_EQ(simulated(random, config, threads).tlb, reference) << "seed " << seed;
        config.tlb.reset();
        EXPECT_EQ(simulated(random, config, 1).tlb, std::nullopt);
    }
}

} // namespace
} // namespace hitmap
