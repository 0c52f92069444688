// How long the first rows of a list of accesses take, and all of them, without a cache model. The recording
// is HITMAP_BENCH_RECORDING, or the statue of 1 million triangles at 2048x2048 (about 100 MB), which is
// traced first. Each run takes another pixel. The counters are of the index of lane tags: how long it takes
// to make, and its memory.

#include "core/geometry/scene.h"
#include "core/profile/accesses/access_search.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {
namespace {

std::string recording() {
    if (const char* named = std::getenv("HITMAP_BENCH_RECORDING")) return named;
    const std::string path = (std::filesystem::temp_directory_path() / "hitmap-widgets-bench.hmt").string();
    if (std::filesystem::exists(path)) return path;
    TraceOptions options;
    options.width = options.height = 2048;
    ThreadPool pool;
    trace_scene(load_scene("builtin:statue?triangles=1000000"), options, *write_hmt(create_file(path)), pool);
    return path;
}

/// A recording and the index of its lane tags.
struct Indexed {
    HmtFile file{open_file(recording())};
    double index_ms = 0.0;
    std::unique_ptr<LaneRuns> runs;

    Indexed() {
        const auto begin = std::chrono::steady_clock::now();
        runs = std::make_unique<LaneRuns>(file.read_lane_tags(), file.info());
        index_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }
    void count(benchmark::State& state) const {
        state.counters["index_ms"] = index_ms;
        state.counters["index_MB"] = static_cast<double>(runs->memory_bytes()) * 1e-6;
        state.counters["accesses"] = static_cast<double>(file.info().positions());
        state.counters["file_MB"] = static_cast<double>(file.file_bytes()) * 1e-6;
    }
    [[nodiscard]] AccessSelection pixel(std::uint64_t number) const {
        const SceneSummary& scene = file.info().scene;
        AccessSelection selection;
        // A step that is prime to all sizes spreads the pixels over the picture.
        selection.pixel =
            static_cast<std::uint32_t>(number * 7'368'787U % (std::uint64_t{scene.width} * scene.height));
        return selection;
    }
};

const Indexed& indexed() {
    static const Indexed recording;
    return recording;
}

void BM_FirstRowsOfAPixel(benchmark::State& state) {
    constexpr std::uint64_t rows_on_screen = 100;
    const Indexed& recording = indexed();
    std::uint64_t number = 0;
    std::uint64_t rows = 0;
    for (auto _ : state)
        rows += find_accesses(recording.file, recording.runs.get(), recording.pixel(number++), rows_on_screen,
                              {}, {}, AtLimit::stop)
                    .accesses.size();
    recording.count(state);
    state.counters["rows"] =
        benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kAvgIterations);
}
BENCHMARK(BM_FirstRowsOfAPixel)->Unit(benchmark::kMillisecond)->Iterations(50);

void BM_AllRowsOfAPixel(benchmark::State& state) {
    const Indexed& recording = indexed();
    std::uint64_t number = 0;
    std::uint64_t rows = 0;
    for (auto _ : state)
        rows +=
            find_accesses(recording.file, recording.runs.get(), recording.pixel(number++), 1U << 20).found;
    recording.count(state);
    state.counters["rows"] =
        benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kAvgIterations);
}
BENCHMARK(BM_AllRowsOfAPixel)->Unit(benchmark::kMillisecond)->Iterations(20);

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
