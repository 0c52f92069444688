#include "bench/traced_stream.h"
#include "core/cache/sdcm/sdcm_engine.h"
#include "core/jobs/thread_pool.h"
#include "tests/cache/sdcm_reference.h"
#include "tests/cache/traversal_stream.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <numeric>
#include <span>
#include <sys/resource.h>
#include <vector>

// The stack distance cache model with 68 SMs, the default caches and one seed. All streams are made outside
// the measured time. "traced": a torus of 279,752 triangles at 512x512, through the reference ray tracer;
// 14.1 million accesses, 11 of 100 groups are faces, 73 of 100 accesses repeat the one before. The others:
// warps that traverse a terrain, 8 per SM; size 9 has 524,288 faces and a scene of 18 MB, size 11 has 8.4
// million faces and 295 MB; 48 of 100 groups are faces, and half of all accesses repeat the one before. Equal
// for the model and its reference implementation: stream, caches, table of P, and outcomes (which the tests
// compare). The reference takes the first 2 million accesses of a stream, because its time per access grows
// with the length.

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

/// The reference on one core. On noisy machines, compare ratios to it.
void reference(benchmark::State& state) {
    TraversalStream stream = make_stream(9);
    const auto blocks = make_blocks(stream, 2 * short_stream);
    for (auto _ : state) {
        SdcmReference model(stream.info(), stream.scene(), {});
        for (const AccessBlock& block : blocks)
            for (const ElementAccess& access : block.accesses)
                benchmark::DoNotOptimize(
                    model.access(0, block.requests.entries[access.entry].sm, access.kind, access.element));
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(reference)->Unit(benchmark::kMillisecond)->Iterations(2);

/// Both levels, including grouping and the outcome of every access. Argument: threads.
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

/// The reference on the first 2 million accesses of the traced torus.
void traced_reference(benchmark::State& state) {
    const TracedStream& stream = traced_stream();
    const auto blocks = std::span(stream.blocks).first(2 * short_stream / block_accesses);
    std::size_t accesses = 0;
    for (auto _ : state) {
        SdcmReference model(stream.info, stream.scene, {});
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
BENCHMARK(traced_reference)->Unit(benchmark::kMillisecond)->Iterations(1);

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

/// Both levels on the whole traced torus, in batches of 2 million accesses as in simulate_sdcm().
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

/// Time per access and memory for a long stream, on one thread, in processor time: the median of the five
/// million accesses after a warm-up compared with that of the last five million. The warm-up is a quarter of
/// the stream, about one pass over the picture; before that, a million accesses touch only a part of the
/// scene. Streams are made block by block, outside the measured time.
void long_stream(benchmark::State& state) {
    ThreadPool pool(1);
    const auto millions = static_cast<std::size_t>(state.range(0));
    for (auto _ : state) {
        TraversalStream stream = make_stream(9);
        SdcmEngine engine(stream.info(), stream.scene(), {}, pool);
        std::vector<AccessBlock> blocks(short_stream / block_accesses);
        std::vector<double> costs; // nanoseconds per access, for each million
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
