#include "core/cache/sdcm_engine.h"
#include "tests/cache/sdcm_twin.h"
#include "tests/cache/traversal_stream.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <vector>

// The stack distance cache model on the accesses of warps that traverse a terrain of 524,288 faces (size 9),
// 68 SMs of 8 warps, default caches. Streams are made beforehand or outside the measured time.

namespace hitmap {
namespace {

constexpr std::size_t block_accesses = std::size_t{1} << 16;

std::vector<AccessBlock> make_blocks(TraversalStream& stream, std::size_t accesses) {
    std::vector<AccessBlock> blocks(accesses / block_accesses);
    for (AccessBlock& block : blocks)
        stream.fill(block, block_accesses);
    return blocks;
}

TraversalStream make_stream(unsigned size = 9) {
    return TraversalStream(size, 68, 8, 1);
}

void set_rate(benchmark::State& state, std::size_t accesses) {
    state.counters["accesses/s"] =
        benchmark::Counter(static_cast<double>(accesses), benchmark::Counter::kIsIterationInvariantRate);
}

void twin(benchmark::State& state) {
    TraversalStream stream = make_stream();
    const auto blocks = make_blocks(stream, std::size_t{1} << 21);
    for (auto _ : state) {
        SdcmTwin model(stream.info(), stream.scene(), {});
        for (const AccessBlock& block : blocks)
            for (const ElementAccess& access : block.accesses)
                benchmark::DoNotOptimize(
                    model.access(0, block.requests.entries[access.entry].sm, access.kind, access.element));
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(twin)->Unit(benchmark::kMillisecond)->Iterations(1);

void both_levels(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    TraversalStream stream = make_stream();
    auto blocks = make_blocks(stream, std::size_t{1} << 21);
    for (auto _ : state) {
        SdcmEngine engine(stream.info(), stream.scene(), {}, pool);
        parallel_for(pool, blocks.size(), 1,
                     [&](std::size_t begin, std::size_t) { engine.prepare(blocks[begin]); });
        engine.simulate(blocks, {});
        parallel_for(pool, blocks.size(), 1,
                     [&](std::size_t begin, std::size_t) { blocks[begin].expand_outcomes(); });
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(both_levels)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void l2_alone(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    TraversalStream stream = make_stream(static_cast<unsigned>(state.range(1)));
    auto blocks = make_blocks(stream, std::size_t{1} << 21);
    for (AccessBlock& block : blocks)
        block.group_accesses();
    const CacheLevel level(stream.info(), stream.scene(), SdcmConfig{}.l2);
    for (auto _ : state) {
        DeviceCache cache(level, 3, pool.size());
        cache.begin(blocks);
        TaskGroup tasks(pool);
        for (unsigned i = 0; i < pool.size(); ++i)
            tasks.run([&] { cache.work({}); });
        tasks.wait();
    }
    set_rate(state, blocks.size() * block_accesses);
}
BENCHMARK(l2_alone)
    ->Args({1, 9})
    ->Args({2, 9})
    ->Args({1, 11})
    ->Args({2, 11})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
