// How long the first rows of a list of accesses take, and all of them, without a cache model. The recording
// is HITMAP_BENCH_RECORDING, or the statue of 1 million triangles at 2048x2048 (about 100 MB), which is
// traced first. Each run takes another pixel. The counters are of the index of lane tags and of the copy of
// the requests by SM: how long they take to make, and their memory.

#include "core/geometry/scene.h"
#include "core/profile/elements/access_search.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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

struct Milliseconds {
    double elapsed = 0.0;
    double processor = 0.0; ///< of all threads
};

template <class Work>
Milliseconds milliseconds_of(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    work();
    return {std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count(),
            1e3 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
}

/// A recording, the index of its lane tags and the copy of its requests.
struct Indexed {
    HmtFile file{open_file(recording())};
    Milliseconds index;
    Milliseconds copy;
    std::unique_ptr<LaneRuns> runs;
    std::unique_ptr<RequestsBySm> by_sm;

    Indexed() {
        index = milliseconds_of(
            [&] { runs = std::make_unique<LaneRuns>(file.read_lane_tags(), file.launch_requests()); });
        ThreadPool pool;
        copy = milliseconds_of([&] { by_sm = std::make_unique<RequestsBySm>(file, pool); });
    }
    void count(benchmark::State& state) const {
        state.counters["index_ms"] = index.elapsed;
        state.counters["index_processor_ms"] = index.processor;
        state.counters["index_MB"] = static_cast<double>(runs->memory_bytes()) * 1e-6;
        state.counters["copy_ms"] = copy.elapsed;
        state.counters["copy_processor_ms"] = copy.processor;
        state.counters["copy_MB"] = static_cast<double>(by_sm->memory_bytes()) * 1e-6;
        state.counters["accesses"] = static_cast<double>(file.info().positions());
        state.counters["file_MB"] = static_cast<double>(file.file_bytes()) * 1e-6;
    }
    /// The copy of the requests, or null: the file is read.
    [[nodiscard]] const RequestsBySm* requests(const benchmark::State& state) const {
        return state.range(0) != 0 ? by_sm.get() : nullptr;
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

/// Times of single runs, of which the slowest counts as much as the usual one.
class Times {
public:
    template <class Work>
    void add(benchmark::State& state, const Work& work) {
        const Milliseconds took = milliseconds_of(work);
        elapsed_.push_back(took.elapsed);
        processor_.push_back(took.processor);
        state.SetIterationTime(took.elapsed * 1e-3);
    }
    void count(benchmark::State& state) {
        std::ranges::sort(elapsed_);
        std::ranges::sort(processor_);
        state.counters["median_ms"] = elapsed_[elapsed_.size() / 2];
        state.counters["max_ms"] = elapsed_.back();
        state.counters["median_processor_ms"] = processor_[processor_.size() / 2];
        state.counters["max_processor_ms"] = processor_.back();
    }

private:
    std::vector<double> elapsed_;
    std::vector<double> processor_;
};

/// With SearchEnd::any, as the window shows the first rows.
void BM_FirstRowsOfAPixel(benchmark::State& state) {
    constexpr std::uint64_t rows_on_screen = 100;
    const Indexed& recording = indexed();
    std::uint64_t number = 0;
    std::uint64_t rows = 0;
    Times times;
    for (auto _ : state)
        times.add(state, [&] {
            rows += find_accesses(recording.file, recording.runs.get(), recording.pixel(number++),
                                  rows_on_screen, {}, SearchEnd::any, nullptr, recording.requests(state))
                        .accesses.size();
        });
    recording.count(state);
    times.count(state);
    state.counters["rows"] =
        benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kAvgIterations);
}
BENCHMARK(BM_FirstRowsOfAPixel)
    ->ArgName("copy")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(200);

void BM_AllRowsOfAPixel(benchmark::State& state) {
    const Indexed& recording = indexed();
    ThreadPool pool;
    std::uint64_t number = 0;
    std::uint64_t rows = 0;
    Times times;
    for (auto _ : state)
        times.add(state, [&] {
            rows += find_accesses(recording.file, recording.runs.get(), recording.pixel(number++), 1U << 20,
                                  {}, SearchEnd::everywhere, &pool, recording.requests(state))
                        .found;
        });
    recording.count(state);
    times.count(state);
    state.counters["rows"] =
        benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kAvgIterations);
}
BENCHMARK(BM_AllRowsOfAPixel)
    ->ArgName("copy")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(50);

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
