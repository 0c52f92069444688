#include "bench/allocation_peak.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <span>
#include <vector>

// Times the memory pipeline (coalescing, L1s, L2) on a recording of builtin:statue at 512x512: 4.5 million
// requests, 22 million sectors, default preset. The recording is made in memory before the measured time. The
// pipeline and its reference implementation get the same recording and the same caches, and the benchmark
// checks that all their sums are equal. The reference is the simplest code for the task: a sorted list of
// sectors, and caches as lists with the newest line first.

namespace hitmap {
namespace {

constexpr std::size_t block_requests = std::size_t{1} << 16;

/// A recording in memory, as a list of blocks.
struct Recorded final : RecordingSink {
    void begin(const RecordingInfo& new_info, const RecordedScene* new_scene) override {
        info = new_info;
        scene = std::make_shared<RecordedScene>(*new_scene);
    }
    void begin_launch(const Launch& launch) override { info.launches.push_back(launch); }
    void add(const Request& request) override {
        if (blocks.empty() || blocks.back().entries.size() == block_requests) {
            blocks.emplace_back();
            blocks.back().first_request = RequestIndex(requests);
        }
        blocks.back().append(request);
        ++requests;
    }
    void tag(const LaneTagRun& /*run*/) override {}
    void finish() override {}

    RecordingInfo info;
    std::shared_ptr<const RecordedScene> scene;
    std::vector<RequestBlock> blocks;
    std::uint64_t requests = 0;
};

const Recorded& statue() {
    static const auto recorded = [] {
        auto sink = std::make_unique<Recorded>();
        ThreadPool pool;
        trace_scene(load_scene("builtin:statue"), {}, *sink, pool);
        return sink;
    }();
    return *recorded;
}

/// Passes on its own blocks without copying, so that reading takes no time.
class GivenSource final : public RequestSource {
public:
    explicit GivenSource(const Recorded& recorded) : recorded_(recorded), blocks_(recorded.blocks) {}
    [[nodiscard]] const RecordingInfo& info() const override { return recorded_.info; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& /*job*/) override {
        return recorded_.scene;
    }
    bool next(RequestBlock& block, const std::stop_token& /*stop*/) override {
        block.clear();
        if (next_ == blocks_.size()) return false;
        std::swap(block, blocks_[next_++]);
        return true;
    }
    void rewind() override {}

private:
    const Recorded& recorded_;
    std::vector<RequestBlock> blocks_;
    std::size_t next_ = 0;
};

/// A cache whose sets are lists of lines.
class PlainCache {
public:
    explicit PlainCache(const CacheGeometry& geometry)
        : ways_(geometry.ways), sets_(geometry.lines() / geometry.ways) {}
    /// Looks up a sector and returns whether it was present. With `fill`, it is present afterwards. `back`
    /// receives the sectors of an evicted dirty line.
    bool access(std::uint64_t sector, bool fill, bool dirty, std::vector<std::uint64_t>* back) {
        auto& set = sets_[sector / 4 % sets_.size()];
        auto line =
            std::find_if(set.begin(), set.end(), [&](const Line& each) { return each.number == sector / 4; });
        if (line == set.end()) {
            if (!fill) return false;
            if (set.size() == ways_) {
                for (unsigned s = 0; s < 4 && back != nullptr; ++s)
                    if ((set.back().dirty >> s & 1U) != 0) back->push_back(set.back().number * 4 + s);
                set.pop_back();
            }
            line = set.insert(set.begin(), {sector / 4, 0, 0});
        } else {
            std::rotate(set.begin(), line, line + 1);
            line = set.begin();
        }
        const unsigned bit = 1U << sector % 4;
        const bool hit = (line->valid & bit) != 0;
        if (fill) line->valid |= bit;
        if (dirty) line->dirty |= bit;
        return hit;
    }

private:
    struct Line {
        std::uint64_t number;
        unsigned valid;
        unsigned dirty;
    };
    std::uint64_t ways_;
    std::vector<std::vector<Line>> sets_; ///< newest first
};

struct PlainSums {
    std::uint64_t sectors = 0, l1_hits = 0, l2_lookups = 0, l2_hits = 0;
};

PlainSums reference_sums(const Recorded& recorded, const HierarchyConfig& config) {
    std::map<std::uint32_t, PlainCache> l1;
    PlainCache l2(config.l2);
    PlainSums sums;
    std::uint64_t local = 0;
    for (const Allocation& a : recorded.info.allocations)
        if (a.space == Space::local) local = std::max(local, a.address + a.bytes);
    std::vector<std::uint64_t> sectors;
    std::vector<std::uint64_t> back;
    for (const RequestBlock& block : recorded.blocks)
        for (const auto& entry : block.entries) {
            const Instruction& instruction = recorded.info.instructions[entry.instruction];
            const std::uint64_t* address = block.addresses.data() + entry.first_address;
            sectors.clear();
            for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
                const std::uint64_t last = *address + instruction.bytes_per_lane - 1;
                if (instruction.space == Space::local)
                    for (std::uint64_t word = *address / 4; word <= last / 4; ++word)
                        sectors.push_back(
                            ((std::uint64_t{1} << 63) +
                             (entry.sm * recorded.info.device.warp_slots_per_sm + entry.slot) * 32 * local +
                             (word * 32 + static_cast<unsigned>(std::countr_zero(rest))) * 4) /
                            32);
                else
                    for (std::uint64_t sector = *address / 32; sector <= last / 32; ++sector)
                        sectors.push_back(sector);
            }
            std::sort(sectors.begin(), sectors.end());
            sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
            sums.sectors += sectors.size();
            const bool is_load = instruction.operation == Operation::load;
            const bool is_local = instruction.space == Space::local;
            PlainCache& cache = l1.try_emplace(entry.sm, config.l1).first->second;
            for (const std::uint64_t sector : sectors) {
                const auto ask_l2 = [&](std::uint64_t number, bool dirty) {
                    ++sums.l2_lookups;
                    sums.l2_hits += l2.access(number, true, dirty, nullptr) ? 1 : 0;
                };
                bool hit = false;
                if (instruction.operation != Operation::atomic) {
                    back.clear();
                    hit = cache.access(sector, is_load || is_local, is_local && !is_load, &back);
                    sums.l1_hits += hit ? 1 : 0;
                    for (const std::uint64_t number : back)
                        ask_l2(number, true);
                }
                if (is_load ? !hit : !is_local) ask_l2(sector, !is_load);
            }
        }
    return sums;
}

void set_rates(benchmark::State& state, std::uint64_t sectors) {
    state.counters["sectors/s"] =
        benchmark::Counter(static_cast<double>(sectors), benchmark::Counter::kIsIterationInvariantRate);
}

void reference(benchmark::State& state) {
    const Recorded& recorded = statue(); // made before the measured time
    PlainSums sums;
    for (auto _ : state)
        sums = reference_sums(recorded, {});
    set_rates(state, sums.sectors);
}
BENCHMARK(reference)->Unit(benchmark::kMillisecond)->Iterations(2)->UseRealTime();

class NoOutcomes final : public OutcomeSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> /*accesses*/,
             const AccessOutcomes& /*outcomes*/) override {}
};

/// Arguments: number of threads; whether TLBs are simulated, which the reference does not do; whether
/// outcomes are attributed to elements.
void pipeline(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    NoOutcomes outcomes;
    HierarchySinks sinks;
    if (state.range(2) != 0) sinks.outcomes = &outcomes;
    HierarchyConfig config;
    if (state.range(1) == 0) config.tlb.reset();
    HierarchyResult result;
    std::uint64_t peak = 0;
    for (auto _ : state) {
        state.PauseTiming();
        auto source = std::make_unique<GivenSource>(statue());
        const std::size_t before = bench::allocated_bytes();
        bench::reset_peak();
        state.ResumeTiming();
        result = simulate_hierarchy(*source, config, sinks, pool);
        state.PauseTiming();
        peak = std::max<std::uint64_t>(peak, bench::peak_bytes() - before);
        source.reset();
        state.ResumeTiming();
    }
    set_rates(state, result.total.sectors);
    state.counters["B/request"] = static_cast<double>(peak) / static_cast<double>(statue().requests);
    static const PlainSums plain = reference_sums(statue(), {});
    if (plain.sectors != result.total.sectors || plain.l1_hits != result.total.l1_hits() ||
        plain.l2_lookups != result.total.l2_lookups || plain.l2_hits != result.total.l2_hits)
        state.SkipWithError("the reference says otherwise");
}
BENCHMARK(pipeline)
    ->ArgNames({"threads", "tlbs", "elements"})
    ->Args({1, 0, 0})
    ->Args({2, 0, 0})
    ->Args({1, 1, 0})
    ->Args({2, 1, 0})
    ->Args({1, 1, 1})
    ->Args({2, 1, 1})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2)
    ->UseRealTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
