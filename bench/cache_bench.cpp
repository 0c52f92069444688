#include "bench/traced_stream.h"
#include "core/base/error.h"
#include "core/cache/sdcm_engine.h"
#include "tests/cache/sdcm_twin.h"
#include "tests/cache/traversal_stream.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <stop_token>
#include <sys/resource.h>
#include <thread>
#include <vector>

// The stack distance cache model on the accesses of warps that traverse a terrain: 68 SMs of 8 warps, default
// caches, one seed. Size 9 has 524,288 faces and 18 MB of scene, size 11 8.4 million and 295 MB. About 24 of
// 100 accesses are of faces; half of all repeat the one before. Streams are made outside the measured time.
// Held equal between the model and its twin: stream, caches, table of P, outcomes (the tests compare them).

namespace hitmap {
namespace {

constexpr std::size_t block_accesses = std::size_t{1} << 16;
constexpr std::size_t short_stream = std::size_t{1} << 20;

TraversalStream make_stream(std::int64_t size) {
    return {static_cast<unsigned>(size), 68, 8, 1};
}

std::vector<AccessBlock> make_blocks(TraversalStream& stream, std::size_t accesses) {
    std::vector<AccessBlock> blocks(accesses / block_accesses);
    for (AccessBlock& block : blocks)
        stream.fill(block, block_accesses);
    return blocks;
}

void set_rate(benchmark::State& state, std::size_t accesses) {
    state.counters["accesses/s"] =
        benchmark::Counter(static_cast<double>(accesses), benchmark::Counter::kIsIterationInvariantRate);
}

void prepare(const SdcmEngine& engine, std::vector<AccessBlock>& blocks, ThreadPool& pool) {
    parallel_for(pool, blocks.size(), 1, [&](std::size_t i, std::size_t) { engine.prepare(blocks[i]); });
}

void expand(std::vector<AccessBlock>& blocks, ThreadPool& pool) {
    parallel_for(pool, blocks.size(), 1, [&](std::size_t i, std::size_t) { blocks[i].expand_outcomes(); });
}

double peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

/// The twin on one core; ratios to it are the measure where machines are noisy.
void twin(benchmark::State& state) {
    TraversalStream stream = make_stream(9);
    const auto blocks = make_blocks(stream, 2 * short_stream);
    for (auto _ : state) {
        SdcmTwin model(stream.info(), stream.scene(), {});
        for (const AccessBlock& block : blocks)
            for (const ElementAccess& access : block.accesses)
                benchmark::DoNotOptimize(
                    model.access(0, block.requests.entries[access.entry].sm, access.kind, access.element));
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(twin)->Unit(benchmark::kMillisecond)->Iterations(2);

/// Both levels, grouping and outcomes of every access included. Argument: threads.
void both_levels(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    TraversalStream stream = make_stream(9);
    auto blocks = make_blocks(stream, 2 * short_stream);
    for (auto _ : state) {
        SdcmEngine engine(stream.info(), stream.scene(), {}, pool);
        prepare(engine, blocks, pool);
        engine.simulate(blocks, {});
        expand(blocks, pool);
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(both_levels)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

TracedStream& traced_stream() {
    static TracedStream stream = trace_torus(block_accesses);
    return stream;
}

/// The twin on the first 2 million accesses of the traced torus.
void traced_twin(benchmark::State& state) {
    const TracedStream& stream = traced_stream();
    const auto blocks = std::span(stream.blocks).first(2 * short_stream / block_accesses);
    std::size_t accesses = 0;
    for (auto _ : state) {
        SdcmTwin model(stream.info, stream.scene, {});
        accesses = 0;
        for (const AccessBlock& block : blocks)
            for (const ElementAccess& access : block.accesses) {
                if (access.kind == pixel_kind) continue;
                benchmark::DoNotOptimize(
                    model.access(0, block.requests.entries[access.entry].sm, access.kind, access.element));
                ++accesses;
            }
    }
    set_rate(state, accesses);
}
BENCHMARK(traced_twin)->Unit(benchmark::kMillisecond)->Iterations(1);

void set_lookups(benchmark::State& state, const SdcmEngine& engine, std::size_t accesses) {
    std::uint64_t l1 = 0;
    std::uint64_t l2 = 0;
    for (const LevelSums& sums : engine.l1_sums())
        l1 += sums.lookups;
    for (const LevelSums& sums : engine.l2_sums())
        l2 += sums.lookups;
    state.counters["L1 look-ups/access"] = static_cast<double>(l1) / static_cast<double>(accesses);
    state.counters["L2 look-ups/access"] = static_cast<double>(l2) / static_cast<double>(accesses);
}

/// Both levels on the whole traced torus, batches of 2 million accesses as simulate_sdcm makes them.
void traced(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    TracedStream& stream = traced_stream();
    for (auto _ : state) {
        SdcmEngine engine(stream.info, stream.scene, {}, pool);
        prepare(engine, stream.blocks, pool);
        constexpr std::size_t batch = 2 * short_stream / block_accesses;
        for (std::size_t first = 0; first < stream.blocks.size(); first += batch)
            engine.simulate(
                std::span(stream.blocks).subspan(first, std::min(batch, stream.blocks.size() - first)), {});
        expand(stream.blocks, pool);
        set_lookups(state, engine, stream.accesses);
    }
    set_rate(state, stream.accesses);
}
BENCHMARK(traced)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Arguments: threads, size of the terrain.
void l2_alone(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    TraversalStream stream = make_stream(state.range(1));
    auto blocks = make_blocks(stream, 2 * short_stream);
    for (AccessBlock& block : blocks)
        block.group_accesses();
    const CacheLevel level(stream.info(), stream.scene(), SdcmConfig{}.l2);
    for (auto _ : state) {
        DeviceCache cache(level, stream.info().allocations.size(), pool.size());
        cache.begin(blocks);
        TaskGroup tasks(pool);
        for (unsigned i = 0; i < pool.size(); ++i)
            tasks.run([&] { cache.work({}); });
        tasks.wait();
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(l2_alone)
    ->ArgNames({"threads", "size"})
    ->Args({1, 9})
    ->Args({2, 9})
    ->Args({1, 11})
    ->Args({2, 11})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

double median(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
}

/// Cost per access and memory of a long stream, on one thread in processor time: the median of the five
/// millions of accesses after a warm-up against that of the last five. The warm-up is a quarter of the
/// stream, about a pass over the picture: before it, a million touches only a part of the scene. Streams are
/// made block by block, unmeasured.
void long_stream(benchmark::State& state) {
    ThreadPool pool(1);
    const auto millions = static_cast<std::size_t>(state.range(0));
    for (auto _ : state) {
        TraversalStream stream = make_stream(9);
        SdcmEngine engine(stream.info(), stream.scene(), {}, pool);
        std::vector<AccessBlock> blocks(short_stream / block_accesses);
        std::vector<double> costs; // ns per access of each million
        double memory = 0;
        for (std::size_t million = 0; million < millions; ++million) {
            for (AccessBlock& block : blocks)
                stream.fill(block, block_accesses);
            const std::clock_t begin = std::clock();
            prepare(engine, blocks, pool);
            engine.simulate(blocks, {});
            expand(blocks, pool);
            costs.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / short_stream * 1e9);
            if (million == millions / 4) memory = peak_memory();
        }
        const double total = std::accumulate(costs.begin(), costs.end(), 0.0);
        const std::span all(costs);
        state.SetIterationTime(total * short_stream / 1e9);
        const double first = median(all.subspan(millions / 4, 5));
        const double last = median(all.last(5));
        state.counters["ns/access cold"] = costs.front();
        state.counters["ns/access warm"] = first;
        state.counters["ns/access of all"] = total / static_cast<double>(millions);
        state.counters["ns/access last"] = last;
        state.counters["last/warm"] = last / first;
        state.counters["memory growth B/access"] =
            (peak_memory() - memory) / (0.75 * static_cast<double>(millions) * short_stream);
    }
}
BENCHMARK(long_stream)
    ->ArgName("millions")
    ->Arg(100)
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseManualTime();

/// A recording that begins again at its end.
class EndlessSource final : public RequestSource {
public:
    explicit EndlessSource(TraversalStream& stream) : info_(stream.info()), scene_(stream.scene()) {
        info_.instructions.resize(1);
        info_.instructions[0].bytes_per_lane = 4;
        for (RequestBlock& block : blocks_)
            for (int i = 0; i < 4096; ++i)
                block.append(request(stream.next()));
    }
    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene() override { return scene_; }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        if (stop.stop_requested()) throw Cancelled();
        block = blocks_[next_++ % blocks_.size()];
        return true;
    }
    void rewind() override { next_ = 0; }

private:
    [[nodiscard]] Request request(const TraversalStep& step) const {
        Request request;
        request.sm = step.sm;
        request.warp = step.warp;
        request.mask = step.mask;
        const Allocation& buffer = info_.allocations[step.kind == box_kind ? 0 : 1];
        for (unsigned lane = 0; lane < warp_size; ++lane)
            request.address[lane] = buffer.address + std::uint64_t{step.element[lane]} * buffer.stride;
        return request;
    }
    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::array<RequestBlock, 128> blocks_;
    std::size_t next_ = 0;
};

class NoSink final : public OutcomeSink {
    void add(const RequestBlock& /*block*/, std::span<const ElementAccess> /*accesses*/,
             std::span<const AccessOutcome> /*outcomes*/) override {}
};

/// From request_stop() to Cancelled, at 20 moments drawn evenly from the first second, on two threads.
/// Target: at most 100 ms.
void cancel(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    TraversalStream stream = make_stream(state.range(0));
    EndlessSource source(stream);
    ThreadPool pool(2);
    NoSink sink;
    std::mt19937 random(1);
    double worst = 0;
    for (auto _ : state) {
        for (int i = 0; i < 20; ++i) {
            std::stop_source stop;
            Clock::time_point asked;
            std::jthread asker([&, after = std::chrono::milliseconds(random() % 1000)] {
                std::this_thread::sleep_for(after);
                asked = Clock::now();
                stop.request_stop();
            });
            try {
                simulate_sdcm(source, {}, sink, pool, {stop.get_token(), nullptr});
            } catch (const Cancelled&) {
            }
            const auto stopped = Clock::now();
            asker.join();
            worst = std::max(worst, std::chrono::duration<double, std::milli>(stopped - asked).count());
        }
    }
    state.counters["max ms to stop"] = worst;
}
BENCHMARK(cancel)->ArgName("size")->Arg(9)->Arg(11)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

void hit_table(benchmark::State& state, const char* geometry) {
    for (auto _ : state) {
        const HitTable table(parse_cache_geometry(geometry));
        state.counters["bytes"] = static_cast<double>(table.memory_bytes());
    }
}
BENCHMARK_CAPTURE(hit_table, l1, "32KiB:128:64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hit_table, l2, "6MiB:32:16")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hit_table, large, "1GiB:32:16")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hit_table, large_half_associative, "1GiB:32:16777216")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
