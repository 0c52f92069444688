// Times queries of the time index with 16 million element accesses and 1 million faces. There are two
// streams: "traced", the reference ray tracer on builtin:statue with 1 million triangles, and "random", with
// accesses to faces that are drawn uniformly from 1 million. Both are simulated with the stack distance model
// and its default caches. All measurements use the same 1,000 windows (lengths log-uniform from 1 to N,
// positions uniform), answered one after the other without reusing earlier results, the same thread pool, and
// output arrays that are allocated once. "scan" answers 100 of the windows by reading each of their accesses
// from memory, as the reference implementation of the tests does. Times are milliseconds per window.

#include "core/bvh/bvh.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/cache/sdcm/sdcm_config.h"
#include "core/geometry/scene.h"
#include "core/profile/index/indexed_profile.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/profile/plain_profile.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Ends a source after a number of element accesses, at the end of a block.
class Shortened final : public RequestSource {
public:
    Shortened(RequestSource& source, std::uint64_t accesses)
        : source_(source), finder_(source.info()), accesses_(accesses) {}
    [[nodiscard]] const RecordingInfo& info() const override { return source_.info(); }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& job) override {
        return source_.scene(job);
    }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        if (given_ >= accesses_ || !source_.next(block, stop)) {
            block.clear();
            return false;
        }
        finder_.find(block, found_);
        given_ += found_.size();
        return true;
    }
    void rewind() override {
        source_.rewind();
        given_ = 0;
    }

private:
    RequestSource& source_;
    ElementAccessFinder finder_;
    std::uint64_t accesses_;
    std::uint64_t given_ = 0;
    std::vector<ElementAccess> found_;
};

/// Accesses to faces drawn uniformly from a strip of triangles, 32 lanes per request.
class RandomFaces final : public RequestSource {
public:
    RandomFaces(std::uint64_t accesses, std::uint32_t faces) : accesses_(accesses), faces_(faces) {
        auto scene = std::make_shared<RecordedScene>();
        for (std::uint32_t f = 0; f < faces; ++f)
            scene->face_slots.push_back({f / 2, f / 2 + 1, f / 2 + 2});
        scene->vertices.resize(faces / 2 + 3);
        info_.launches.resize(1);
        info_.device.sm_count = 68;
        info_.allocations.push_back(buffer("faces", Role::faces, 1ULL << 32, faces));
        info_.allocations.push_back(buffer("vertices", Role::vertices, 2ULL << 32, faces / 2 + 3));
        Instruction load;
        load.bytes_per_lane = 4;
        info_.instructions.push_back(load);
        info_.element_accesses[face_kind] = accesses;
        info_.requests = accesses / warp_size;
        info_.lane_accesses = accesses;
        info_.scene = scene->summary();
        scene_ = scene;
    }
    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& /*job*/) override {
        return scene_;
    }
    bool next(RequestBlock& block, const std::stop_token& /*stop*/) override {
        block.clear();
        block.first_request = RequestIndex(done_ / warp_size);
        Request request;
        request.mask = ~0U;
        for (int i = 0; i < 4096 && done_ < accesses_; ++i, done_ += warp_size) {
            request.sm = static_cast<std::uint32_t>(random_() % 68);
            for (auto& address : request.address)
                address = info_.allocations[0].address + 12 * (random_() % faces_);
            block.append(request);
        }
        return !block.entries.empty();
    }
    void rewind() override {
        done_ = 0;
        random_.seed(1);
    }

private:
    static Allocation buffer(std::string name, Role role, std::uint64_t address, std::uint64_t elements) {
        Allocation a;
        a.name = std::move(name);
        a.role = role;
        a.address = address;
        a.bytes = elements * 12;
        a.stride = 12;
        a.element_bytes = 12;
        return a;
    }

    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::uint64_t accesses_;
    std::uint32_t faces_;
    std::uint64_t done_ = 0;
    std::mt19937_64 random_{1};
};

/// Stores the outcomes of the model, so that building the index can be timed without the model.
class KeptOutcomes final : public OutcomeSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        accesses_.insert(accesses_.end(), accesses.begin(), accesses.end());
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            outcomes_.push_back(*outcomes[i]);
    }
    void replay(OutcomeSink& sink) const {
        constexpr std::size_t block_accesses = 1U << 17;
        for (std::size_t i = 0; i < accesses_.size(); i += block_accesses) {
            const std::size_t count = std::min(block_accesses, accesses_.size() - i);
            sink.add({}, std::span(accesses_).subspan(i, count), std::span(outcomes_).subspan(i, count));
        }
    }
    [[nodiscard]] std::size_t count() const { return accesses_.size(); }

private:
    std::vector<ElementAccess> accesses_;
    std::vector<AccessOutcome> outcomes_;
};

constexpr std::uint64_t wanted_accesses = 16'000'000;
constexpr std::uint32_t wanted_faces = 1'000'000;

struct Stream {
    RecordingInfo info;
    KeptOutcomes outcomes;
    double simulation_seconds = 0.0;
    std::shared_ptr<const Profile> profile;
};

void simulate(RequestSource& source, Stream& stream, ThreadPool& pool) {
    const auto start = Clock::now();
    simulate_sdcm(source, SdcmConfig{}, stream.outcomes, pool);
    stream.simulation_seconds = milliseconds_since(start) / 1000;
    stream.info = source.info();
}

std::unique_ptr<Stream> traced_stream(ThreadPool& pool) {
    TraceOptions options;
    options.width = 768; // gives slightly more accesses than needed
    options.height = 768;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {}, &pool);
    trace_scene(load_scene("builtin:statue?triangles=" + std::to_string(wanted_faces)), options, *sink, pool);
    const HmtFile file(open_memory(std::move(bytes), "traced"));
    const auto source = request_source(file, pool);
    Shortened shortened(*source, wanted_accesses);
    auto stream = std::make_unique<Stream>();
    simulate(shortened, *stream, pool);
    return stream;
}

std::unique_ptr<Stream> random_stream(ThreadPool& pool) {
    RandomFaces source(wanted_accesses, wanted_faces);
    auto stream = std::make_unique<Stream>();
    simulate(source, *stream, pool);
    return stream;
}

std::vector<TimeWindow> random_windows(std::uint64_t n, std::size_t count) {
    std::mt19937_64 random(1);
    std::vector<TimeWindow> windows;
    const double log_n = std::log(static_cast<double>(n));
    for (std::size_t i = 0; i < count; ++i) {
        const double share = static_cast<double>(random() >> 11) * 0x1p-53;
        const auto length =
            std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::exp(share * log_n)), 1, n);
        const std::uint64_t first = random() % (n - length + 1);
        windows.push_back({first, first + length});
    }
    return windows;
}

using Answer = std::function<void(TimeWindow)>;

double percentile(std::vector<double> times, double share) {
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

/// With `cpu`, the time is the processor time of all threads divided by their number, which other programs
/// influence less.
void answer_windows(benchmark::State& state, const std::vector<TimeWindow>& windows, unsigned threads,
                    const Answer& answer) {
    answer(windows.front()); // allocates the output arrays
    std::vector<double> times;
    std::vector<double> cpu_times;
    for ([[maybe_unused]] auto _ : state)
        for (const TimeWindow& window : windows) {
            const auto start = Clock::now();
            const std::clock_t cpu_start = std::clock();
            answer(window);
            times.push_back(milliseconds_since(start));
            cpu_times.push_back(static_cast<double>(std::clock() - cpu_start) * 1000 / CLOCKS_PER_SEC /
                                threads);
        }
    state.counters["p50_ms"] = percentile(times, 0.50);
    state.counters["p99_ms"] = percentile(times, 0.99);
    state.counters["p99_cpu_ms"] = percentile(cpu_times, 0.99);
}

void build(benchmark::State& state, Stream& stream, ThreadPool& pool) {
    double seconds = 0.0;
    for ([[maybe_unused]] auto _ : state) {
        const auto start = Clock::now();
        ProfileBuilder builder(stream.info, pool);
        stream.outcomes.replay(builder);
        const double streaming = milliseconds_since(start) / 1000;
        stream.profile = builder.finish(stream.info, {});
        seconds = milliseconds_since(start) / 1000;
        state.counters["streaming_s"] = streaming;
    }
    const auto n = static_cast<double>(stream.profile->positions());
    state.counters["accesses"] = n;
    state.counters["accesses/s"] = n / seconds;
    state.counters["B/access"] =
        static_cast<double>(dynamic_cast<const IndexedProfile&>(*stream.profile).memory_bytes()) / n;
    state.counters["of_simulation"] = seconds / stream.simulation_seconds;
}

void add_queries(const std::string& name, const Stream& stream, unsigned threads) {
    const auto add = [&](const std::string& what, std::size_t count, auto make_answer) {
        benchmark::RegisterBenchmark((name + "/" + what).c_str(),
                                     [=, &stream](benchmark::State& state) {
                                         answer_windows(state,
                                                        random_windows(stream.profile->positions(), count),
                                                        threads, make_answer());
                                     })
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    };
    const auto values = [&stream](Metric metric) {
        return [&stream, metric] {
            return [&stream, metric, out = std::vector<float>()](TimeWindow window) mutable {
                stream.profile->values(window, face_kind, metric, out);
            };
        };
    };
    add("window", 1000, [&stream] {
        return
            [&stream, out = WindowSums()](TimeWindow window) mutable { stream.profile->window(window, out); };
    });
    for (const Metric metric : {"l1-hit-rate"_metric, "l2-hit-rate"_metric, "access-count"_metric,
                                "access-order"_metric, "l2-reuse-distance"_metric})
        add("values/" + std::string(info_of(metric).name), 1000, values(metric));
    add("totals", 1000, [&stream] {
        return [&stream](TimeWindow window) { benchmark::DoNotOptimize(stream.profile->totals(window)); };
    });
    add("frame_totals/1000", 5, [&stream] {
        return [&stream](TimeWindow) { benchmark::DoNotOptimize(stream.profile->frame_totals(1000)); };
    });
    add("scan", 100, [&stream] {
        auto plain = std::make_shared<test::PlainProfile>(stream.info);
        stream.outcomes.replay(*plain);
        return [plain, out = WindowSums()](TimeWindow window) mutable { plain->window(window, out, {}); };
    });
}

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    using namespace hitmap;
    benchmark::Initialize(&argc, argv);
    ThreadPool pool;
    // Making the streams takes most of the time. If the filter names a stream, the other one is not made.
    const std::string filter = benchmark::GetBenchmarkFilter();
    const auto asked_for = [&](const std::string& name, const std::string& other) {
        return filter.find(name) != std::string::npos || filter.find(other) == std::string::npos;
    };
    std::vector<std::pair<std::string, std::unique_ptr<Stream>>> streams;
    if (asked_for("traced", "random")) streams.emplace_back("traced", traced_stream(pool));
    if (asked_for("random", "traced")) streams.emplace_back("random", random_stream(pool));
    for (auto& [name, stream] : streams) {
        benchmark::RegisterBenchmark(
            (name + "/build").c_str(),
            [&stream = *stream, &pool](benchmark::State& state) { build(state, stream, pool); })
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
        add_queries(name, *stream, pool.size());
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
