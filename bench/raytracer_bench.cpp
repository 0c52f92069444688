// Recording with the simulated device: everything from the tree to the last request, into a sink that only
// counts. Equal in all runs: the statue of 300,000 triangles from its own camera, a tree built with one
// thread, 68 SMs.

#include "core/raytracer/trace_scene.h"
#include "tests/raytracer/recording_in_memory.h"

#include <benchmark/benchmark.h>

namespace hitmap {
namespace {

void trace_statue(benchmark::State& state) {
    static const Scene scene = load_scene("builtin:statue");
    TraceOptions options;
    options.width = options.height = static_cast<std::uint32_t>(state.range(0));
    options.warps_per_sm = static_cast<std::uint32_t>(state.range(1));
    options.fetch = state.range(2) == 0 ? Fetch::lane : Fetch::warp;
    ThreadPool pool(1);
    TraceResult result;
    for (auto _ : state) {
        NullSink sink;
        result = trace_scene(scene, options, sink, pool);
    }
    const auto per_second = [&](std::uint64_t amount) {
        return benchmark::Counter(static_cast<double>(amount), benchmark::Counter::kIsIterationInvariantRate);
    };
    state.counters["rays"] = per_second(result.picture.pixels.size());
    state.counters["requests"] = per_second(result.requests);
    state.counters["lane_accesses"] = per_second(result.lane_accesses);
    state.counters["lanes_per_request"] =
        static_cast<double>(result.lane_accesses) / static_cast<double>(result.requests);
}
BENCHMARK(trace_statue)
    ->ArgNames({"size", "warps", "fetch_warp"})
    ->Args({512, 32, 0})
    ->Args({512, 32, 1})
    ->Args({512, 1, 0})
    ->Args({128, 32, 0})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
