// Times what happens while a slider changes a cache: a profile of kept reuse distances for the next cache,
// the totals of the whole recording and the values of all faces and boxes. The recordings are builtin:atrium
// at 512x512 (24 million element accesses) and builtin:statue with 1 million triangles at 768x768, traced in
// memory. "capacity" moves the capacity of one level from step to step; "ways" its ways; "frame" the capacity
// with one of 64 frames shown; "pixels" the image in pixels. Times are of one move: elapsed, and processor
// time of all threads. "keep" makes the distances.

#include "core/geometry/scene.h"
#include "core/profile/live/live_pixels.h"
#include "core/profile/live/live_profile.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/pixel_tables.h"
#include "core/profile/pixel_index/pixel_index.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

struct LiveTimes {
    std::vector<double> elapsed;   ///< milliseconds
    std::vector<double> processor; ///< of all threads
    void measure(const std::function<void()>& work) {
        const auto begin = std::chrono::steady_clock::now();
        const std::clock_t used = std::clock();
        work();
        processor.push_back(1e3 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC);
        elapsed.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    void report(benchmark::State& state) {
        const auto median = [](std::vector<double>& times) {
            std::ranges::sort(times);
            return times[times.size() / 2];
        };
        state.counters["p50_ms"] = median(elapsed);
        state.counters["p50_cpu_ms"] = median(processor);
        state.counters["max_ms"] = elapsed.back();
        state.counters["max_cpu_ms"] = processor.back();
    }
};

/// A traced recording with its profile and, after keep(), its distances.
class Traced {
public:
    Traced(const std::string& scene, std::uint32_t side, ThreadPool& pool) : pool_(pool) {
        TraceOptions options;
        options.width = options.height = side;
        std::vector<std::byte> bytes;
        trace_scene(load_scene(scene), options, *write_hmt(create_memory(bytes), {}, &pool), pool);
        file_.emplace(open_memory(std::move(bytes), "traced"));
        source_ = request_source(*file_, pool);
        profile_ = make_sdcm_profile(*source_, SdcmConfig{}, pool);
    }
    void keep(benchmark::State& state) {
        LiveTimes times;
        for ([[maybe_unused]] auto _ : state)
            times.measure([&] {
                sums_ = std::make_shared<LiveSums>(
                    keep_distances(*source_, 128, 32, {}, {.bytes_per_lookup = 100.0}, pool_), pool_);
            });
        times.report(state);
        const KeptDistances& kept = sums_->kept();
        const double lookups = static_cast<double>(kept.lookups[0] + kept.lookups[1]);
        state.counters["accesses"] = static_cast<double>(kept.accesses);
        state.counters["lookups"] = lookups;
        state.counters["MiB"] = static_cast<double>(kept.memory_bytes()) / (1U << 20);
        state.counters["B/lookup"] = static_cast<double>(kept.memory_bytes()) / lookups;
    }
    void recolour(benchmark::State& state, const std::vector<SdcmConfig>& configs, bool one_frame) {
        const std::uint64_t n = profile_->positions();
        const TimeWindow window = one_frame ? frame_window(n, 64, 30) : TimeWindow{0, n};
        std::vector<float> values;
        LiveTimes times;
        const auto move = [&](const SdcmConfig& config) {
            const LiveProfile live(profile_, sums_, config);
            benchmark::DoNotOptimize(live.totals(window, {}));
            for (const ElementKindId kind : {box_kind, face_kind})
                live.values(window, kind, "l1-hit-rate"_metric, values, {});
        };
        move(configs.front()); // what does not depend on caches is computed once for the window
        for ([[maybe_unused]] auto _ : state)
            for (std::size_t i = 1; i < configs.size(); ++i)
                times.measure([&] { move(configs[i]); });
        times.report(state);
    }

    /// Only the sums by SM and interval of time.
    void sum_by_sm(benchmark::State& state, const std::vector<SdcmConfig>& configs) {
        LiveTimes times;
        const auto move = [&](const SdcmConfig& config) {
            benchmark::DoNotOptimize(LiveProfile(profile_, sums_, config).sm_table({}));
        };
        move(configs.front()); // L2 stays the same
        for ([[maybe_unused]] auto _ : state)
            for (std::size_t i = 1; i < configs.size(); ++i)
                times.measure([&] { move(configs[i]); });
        times.report(state);
        const KeptDistances& kept = sums_->kept();
        state.counters["B/access"] =
            static_cast<double>(kept.sms->memory_bytes()) / static_cast<double>(kept.accesses);
    }

    /// One level's rate of each pixel, which reads the look-ups of both levels.
    void recolour_pixels(benchmark::State& state, const std::vector<SdcmConfig>& configs) {
        const TimeWindow window{0, profile_->positions()};
        const auto index =
            make_pixel_index(*source_, SdcmConfig{}, Restriction(), pixel_index_sizes(file_->info()), pool_);
        const auto base = std::make_shared<const IndexedPixels>(index, window, pool_);
        LiveTimes keeping;
        std::shared_ptr<const KeptPixels> kept;
        keeping.measure(
            [&] { kept = keep_pixels(*source_, sums_->kept(), {}, {.bytes_per_lookup = 100.0}); });
        LiveTimes times;
        for ([[maybe_unused]] auto _ : state)
            for (const SdcmConfig& config : configs)
                times.measure([&] {
                    const LivePixels live(base, kept, sums_,
                                          {sums_->table(0, config.l1, {}), sums_->table(1, config.l2, {})},
                                          window);
                    benchmark::DoNotOptimize(live.values(*pixel_quantity_named("l1-hit-rate"), {}));
                });
        times.report(state);
        state.counters["keep_cpu_ms"] = keeping.processor.front();
        state.counters["B/lookup_with_distances"] =
            static_cast<double>(sums_->kept().memory_bytes() + kept->memory_bytes()) /
            static_cast<double>(sums_->kept().lookups[0] + sums_->kept().lookups[1]);
    }

private:
    ThreadPool& pool_;
    std::optional<HmtFile> file_;
    std::unique_ptr<RequestSource> source_;
    std::shared_ptr<const Profile> profile_;
    std::shared_ptr<LiveSums> sums_;
};

using Change = std::function<void(SdcmConfig&, std::uint64_t step)>;

std::vector<SdcmConfig> configs_of(const Change& change) {
    std::vector<SdcmConfig> configs;
    for (std::uint64_t step = 0; step < 16; ++step) {
        change(configs.emplace_back(), step);
    }
    return configs;
}

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    using namespace hitmap;
    benchmark::Initialize(&argc, argv);
    ThreadPool pool;
    const std::vector<std::pair<std::string, Change>> changes{
        {"l1_capacity", [](SdcmConfig& c, std::uint64_t i) { c.l1.capacity = (16 + 12 * i) * 1024; }},
        {"l2_capacity", [](SdcmConfig& c, std::uint64_t i) { c.l2.capacity = (2 + i) << 20; }},
        {"l1_ways", [](SdcmConfig& c, std::uint64_t i) { c.l1.ways = 1 + 4 * i; }},
        {"l2_ways", [](SdcmConfig& c, std::uint64_t i) { c.l2.ways = 1 + i; }},
    };
    std::vector<std::unique_ptr<Traced>> traced;
    for (const auto& [name, scene, side] : {std::tuple{"atrium", "builtin:atrium", 512U},
                                            {"statue", "builtin:statue?triangles=1000000", 768U}}) {
        const std::string filter = benchmark::GetBenchmarkFilter();
        if (filter.starts_with("atrium") && std::string(name) == "statue") continue;
        Traced& recording = *traced.emplace_back(std::make_unique<Traced>(scene, side, pool));
        const auto add = [begin = std::string(name) + "/"](const std::string& what,
                                                           std::function<void(benchmark::State&)> run) {
            benchmark::RegisterBenchmark((begin + what).c_str(), std::move(run))
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        };
        add("keep", [&recording](benchmark::State& state) { recording.keep(state); });
        for (const auto& change : changes)
            add(change.first, [&recording, configs = configs_of(change.second)](benchmark::State& state) {
                recording.recolour(state, configs, false);
            });
        add("frame", [&recording, configs = configs_of(changes[0].second)](benchmark::State& state) {
            recording.recolour(state, configs, true);
        });
        add("sms", [&recording, configs = configs_of(changes[0].second)](benchmark::State& state) {
            recording.sum_by_sm(state, configs);
        });
        add("pixels", [&recording, configs = configs_of(changes[0].second)](benchmark::State& state) {
            recording.recolour_pixels(state, configs);
        });
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
