#include "core/geometry/scene.h"
#include "core/profile/models/cache_model.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

// Times what the window runs when a configuration is chosen: a recording is simulated into a profile with all
// parts. `first` reads the recording; `again` starts from what the first simulation kept, with other caches.
// The recording is builtin:statue at 512x512, or HITMAP_BENCH_RECORDING=FILE.hmt.

namespace hitmap {
namespace {

std::shared_ptr<const HmtFile> recording() {
    static const auto file = []() -> std::shared_ptr<const HmtFile> {
        if (const char* path = std::getenv("HITMAP_BENCH_RECORDING"))
            return std::make_shared<const HmtFile>(open_file(path));
        std::vector<std::byte> bytes;
        ThreadPool pool;
        {
            const auto sink = write_hmt(create_memory(bytes), {}, &pool);
            trace_scene(load_scene("builtin:statue"), {}, *sink, pool);
        }
        return std::make_shared<const HmtFile>(open_memory(std::move(bytes), "statue"));
    }();
    return file;
}

const std::array<SdcmConfig, 2>& configs() {
    static const std::array<SdcmConfig, 2> configs{
        {{}, {parse_cache_geometry("64KiB:64:32"), parse_cache_geometry("4MiB:64:16")}}};
    return configs;
}

void print_sizes(benchmark::State& state, const PackedAccesses* kept) {
    const RecordingInfo& info = recording()->info();
    const auto accesses = static_cast<double>(info.positions());
    const auto repetitions = static_cast<double>(state.iterations());
    state.counters["accesses"] = accesses;
    state.counters["accesses/s"] = benchmark::Counter(accesses * repetitions, benchmark::Counter::kIsRate);
    if (kept == nullptr) return;
    state.counters["kept_bytes_an_access"] = static_cast<double>(kept->file_bytes()) / accesses;
}

void first(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    PackedAccessesSlot last;
    for (auto _ : state) {
        PackedAccessesSlot slot;
        const auto source = request_source(*recording(), pool);
        benchmark::DoNotOptimize(
            make_profile(*source, configs()[0], {}, pool, {}, {.tree = nullptr, .kept = &slot}));
        last.set(slot.get());
    }
    print_sizes(state, last.get().get());
}

void first_without_keeping(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    for (auto _ : state) {
        const auto source = request_source(*recording(), pool);
        benchmark::DoNotOptimize(make_profile(*source, configs()[0], {}, pool));
    }
    print_sizes(state, nullptr);
}

void again(benchmark::State& state) {
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    PackedAccessesSlot slot;
    const auto source = request_source(*recording(), pool, 0, recording()->read_scene());
    (void)make_profile(*source, configs()[0], {}, pool, {}, {.tree = nullptr, .kept = &slot});
    for (auto _ : state)
        benchmark::DoNotOptimize(
            make_profile(*source, configs()[1], {}, pool, {}, {.tree = nullptr, .kept = &slot}));
    print_sizes(state, slot.get().get());
}

BENCHMARK(first)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(first_without_keeping)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(again)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
