#include "core/base/error.h"
#include "core/cache/array/cache_dispatch.h"
#include "core/cache/array/tlb.h"
#include "core/probe/hierarchy_probe.h"
#include "core/probe/measured_preset.h"
#include "core/probe/sweep_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <tuple>

namespace hitmap {
namespace {

constexpr std::uint64_t kib = 1024;

/// A simulated hierarchy of caches and a TLB of pages of 4 KiB. Latencies have noise that only adds to them.
class SimulatedHierarchy : public SweepSource {
public:
    struct Level {
        std::string cache;
        double latency;
    };
    SimulatedHierarchy(std::vector<Level> levels, double memory, std::uint32_t tlb_entries,
                       double tlb_penalty)
        : levels_(std::move(levels)), memory_(memory), tlb_entries_(tlb_entries), tlb_penalty_(tlb_penalty) {}

    [[nodiscard]] std::uint64_t most_bytes() const override { return 16 * kib * kib; }
    SweepPoint measure(SweepOrder order, std::uint64_t bytes, std::uint64_t stride,
                       const JobContext& /*job*/) override {
        const auto [entry, is_new] = means_.try_emplace(std::tuple(order, bytes, stride), 0.0);
        if (is_new) entry->second = mean(sweep_chain(order, bytes, stride));
        // One measurement of eight is disturbed so much that it doubles, the others by up to 3 %.
        const double noise = random_() % 8 == 0 ? 1.0 : 0.03 * static_cast<double>(random_() % 100) / 100.0;
        return {order, bytes, stride, 1000, entry->second * (1.0 + noise)};
    }

private:
    /// Of the second lap.
    double mean(const Chain& chain) const {
        std::vector<std::unique_ptr<SingleAccessCache>> caches;
        for (const Level& level : levels_)
            caches.push_back(make_single_access_cache(parse_cache_geometry(level.cache)));
        TlbLevelGeometry pages;
        pages.set_entries = {tlb_entries_};
        pages.page = 4 * kib;
        pages.policy = "lru";
        const auto tlb = make_tlb_level(pages);
        double sum = 0.0;
        for (std::uint64_t i = 0; i < 2 * chain.size(); ++i) {
            const std::uint64_t address = chain[i % chain.size()] * word_bytes;
            double latency = tlb->access(address) ? 0.0 : tlb_penalty_;
            std::size_t level = 0;
            while (level < caches.size() && !caches[level]->access(address))
                ++level;
            latency += level < levels_.size() ? levels_[level].latency : memory_;
            if (i >= chain.size()) sum += latency;
        }
        return sum / static_cast<double>(chain.size());
    }

    std::vector<Level> levels_;
    double memory_;
    std::uint32_t tlb_entries_;
    double tlb_penalty_;
    std::map<std::tuple<SweepOrder, std::uint64_t, std::uint64_t>, double> means_;
    std::mt19937_64 random_{7};
};

void expect_capacities(const ProbedHierarchy& probed, const std::vector<std::uint64_t>& capacities) {
    ASSERT_EQ(probed.levels.size(), capacities.size());
    for (std::size_t i = 0; i < capacities.size(); ++i)
        EXPECT_NEAR(static_cast<double>(probed.levels[i].capacity), static_cast<double>(capacities[i]),
                    0.06 * static_cast<double>(capacities[i]));
}

TEST(HierarchyProbe, FindsThreeCachesOfACpuDespiteItsTlb) {
    SimulatedHierarchy cpu({{"48KiB:64:12", 5.0}, {"512KiB:64:16", 14.0}, {"4MiB:64:16", 50.0}}, 300.0, 64,
                           20.0);
    const ProbedHierarchy probed = infer_hierarchy(measure_sweep(cpu, {}));
    expect_capacities(probed, {48 * kib, 512 * kib, 4096 * kib});
    for (const ProbedLevel& level : probed.levels)
        EXPECT_EQ(level.fetched, 64U);
    EXPECT_NEAR(probed.levels[0].latency, 5.0, 0.5);
    EXPECT_NEAR(probed.levels[1].latency, 14.0, 1.0);
    EXPECT_NEAR(probed.levels[2].latency, 50.0, 3.0);
    EXPECT_TRUE(probed.memory_reached);
    EXPECT_NEAR(probed.memory_latency, 300.0, 10.0);
    EXPECT_EQ(probed.largest, 16 * kib * kib);
    // 64 words that are in pages of their own.
    ASSERT_EQ(probed.tlbs.size(), 1U);
    EXPECT_NEAR(static_cast<double>(probed.tlbs[0].reach), 256.0 * kib, 16.0 * kib);
    EXPECT_NEAR(probed.tlbs[0].penalty, 20.0, 2.0);
}

TEST(HierarchyProbe, FindsTheCachesOfAGpuWithSectors) {
    SimulatedHierarchy gpu({{"128KiB:128/32:16", 34.0}, {"2MiB:128/32:16", 235.0}}, 436.0, 4096, 0.0);
    const ProbedHierarchy probed = infer_hierarchy(measure_sweep(gpu, {}));
    expect_capacities(probed, {128 * kib, 2048 * kib});
    for (const ProbedLevel& level : probed.levels)
        EXPECT_EQ(level.fetched, 32U);
    EXPECT_TRUE(probed.tlbs.empty());
}

/// The cache of 12 MiB is hardly exceeded by the largest array, of 16 MiB.
TEST(HierarchyProbe, LeavesOutACacheWhoseMissesAreNotSeenWhole) {
    SimulatedHierarchy cpu({{"48KiB:64:12", 5.0}, {"14MiB:64:14", 50.0}}, 300.0, 4096, 0.0);
    const ProbedHierarchy probed = infer_hierarchy(measure_sweep(cpu, {}));
    expect_capacities(probed, {48 * kib});
    EXPECT_FALSE(probed.memory_reached);
}

TEST(HierarchyProbe, FindsNothingInLatenciesThatDoNotRise) {
    std::vector<SweepPoint> points;
    for (std::uint64_t bytes = 4096; bytes < 1 << 24; bytes *= 2)
        points.push_back({SweepOrder::random, bytes, size_stride, 1000, 100.0});
    EXPECT_TRUE(infer_hierarchy(points).levels.empty());
    EXPECT_TRUE(infer_hierarchy({}).levels.empty());
}

TEST(SweepChain, VisitsEveryWordOnce) {
    const Chain random = sweep_chain(SweepOrder::random, 10000, 64);
    ASSERT_EQ(random.size(), 156U);
    std::set<std::uint64_t> words;
    for (std::uint64_t i = 0; i < random.size(); ++i)
        words.insert(random[i]);
    EXPECT_EQ(words.size(), 156U);
    EXPECT_EQ(*words.begin(), 0U);
    EXPECT_EQ(*words.rbegin(), 155U * 16);
    // A page of 4 KiB is left when all of its words were visited.
    std::set<std::uint64_t> pages;
    std::uint64_t page = UINT64_MAX;
    for (std::uint64_t i = 0; i < random.size(); ++i) {
        if (random[i] / 1024 == page) continue;
        page = random[i] / 1024;
        EXPECT_TRUE(pages.insert(page).second);
    }
}

TEST(SweepChain, PairsFollowOneAnother) {
    const Chain pairs = sweep_chain(SweepOrder::pairs, 8192, 32);
    ASSERT_EQ(pairs.size(), 16U);
    for (std::uint64_t i = 0; i < pairs.size(); i += 2) {
        EXPECT_EQ(pairs[i] % (pair_distance / word_bytes), 0U);
        EXPECT_EQ(pairs[i + 1], pairs[i] + 8);
    }
}

TEST(SweepCsv, IsReadAsItWasWritten) {
    const std::vector<SweepPoint> points{{SweepOrder::random, 4096, 64, 131072, 4.25},
                                         {SweepOrder::pairs, 196608, 128, 131072, 1e9}};
    EXPECT_EQ(sweep_csv(points), "order,bytes,stride,loads,latency\n"
                                 "random,4096,64,131072,4.25\n"
                                 "pairs,196608,128,131072,1e+09\n");
    EXPECT_EQ(parse_sweep_csv(sweep_csv(points), "s.csv"), points);
    EXPECT_TRUE(is_sweep_csv(sweep_csv(points)));
    std::string spreadsheet = "\xef\xbb\xbf" + sweep_csv(points);
    std::ranges::replace(spreadsheet, ',', ';');
    EXPECT_TRUE(is_sweep_csv(spreadsheet));
    EXPECT_EQ(parse_sweep_csv(spreadsheet, "s.csv"), points);
    EXPECT_FALSE(is_sweep_csv("run,index,latency\n"));
}

TEST(SweepCsv, RefusesBrokenFilesByLine) {
    const std::string head(sweep_csv_header);
    const std::pair<std::string, const char*> cases[] = {
        {"order,bytes\n", "s.csv: line 1: expected the header 'order,bytes,stride,loads,latency', found"},
        {head, "s.csv: expected points of a sweep, found none"},
        {head + "sorted,4096,64,10,4\n", "s.csv: line 2: expected random or pairs"},
        {head + "random,0,64,10,4\n", "line 2"},
        {head + "random,4096,64,10,nan\n", "line 2"},
        {head + "random,4096,64,10,-1\n", "line 2"},
        {head + "random,4096,64,10,2e9\n", "line 2"},
        {head + "random,4096,64,10\n", "line 2"},
        {head + "random,4096,64,10,4,5\n", "found 'random,4096,64,10,4,5'"},
        {head + "random,4096,64,10,4\n\n", "line 3"},
    };
    for (const auto& [text, message] : cases) {
        try {
            static_cast<void>(parse_sweep_csv(text, "s.csv"));
            ADD_FAILURE() << text << " was accepted";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(message));
        }
    }
}

const MeasuredDevice device{"Some GPU (X9)", "driver 1.2", "Vendor", "2026-11-24", false, 20, 32, 1500.4};

TEST(MeasuredPreset, HasWhatWasMeasured) {
    ProbedHierarchy probed;
    probed.levels = {{49000, 33.333, 32, 128}, {2050000, 235.0, 32, {}}, {40000000, 400.0, {}, {}}};
    probed.memory_latency = 600.0;
    probed.memory_reached = true;
    const GpuPreset preset = measured_preset(probed, device);
    EXPECT_EQ(preset.name, "measured-some-gpu-x9");
    EXPECT_EQ(preset.title, "Some GPU (X9), measured 2026-11-24");
    EXPECT_EQ(to_string(preset.cache("l1")), "48KiB:128/32:12");
    EXPECT_EQ(preset.cache("l2").line, 32U);
    EXPECT_EQ(preset.cache("l2").capacity, 2097152U);
    EXPECT_EQ(preset.number("last_cache", "capacity"), 40000000.0);
    EXPECT_EQ(preset.number("dram", "latency"), 600.0);
    EXPECT_EQ(preset.number("l1", "latency"), 33.33);
    EXPECT_EQ(preset.number("device", "clock"), 1500.0);
    EXPECT_EQ(preset.find("l1", "capacity")->source, "measured here");
    EXPECT_EQ(preset.find("l1", "ways")->trust, Trust::assumed);
    EXPECT_THAT(preset.notes,
                testing::ElementsAre(
                    "Measured on 2026-11-24 by hitmap probe --gpu on Some GPU (X9), driver driver 1.2."));
}

TEST(MeasuredPreset, NeedsTwoCaches) {
    ProbedHierarchy probed;
    probed.levels = {{49000, 33.0, 32, {}}};
    EXPECT_THAT([&] { static_cast<void>(measured_preset(probed, device)); },
                testing::ThrowsMessage<Error>(
                    "Some GPU (X9): expected latencies that show two caches, which a preset needs; found 1"));
}

} // namespace
} // namespace hitmap
