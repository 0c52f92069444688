// What an index of pixels costs, and how long its pictures take. The recording is HITMAP_BENCH_RECORDING, or
// the statue of 700,000 triangles at 2048x2048 (188 million element accesses, 81 MB), which is traced first.
// For each model named on the command line (sdcm, hierarchy, why; all by default) it prints
// - wall and processor time of the simulation alone, into a sink that drops everything, and with the index;
// - the memory of the index in bytes an element access;
// - the milliseconds of each quantity: of the full window, and the median and the maximum of 32 random
// windows
//   with fixed seed, whose lengths are log-uniform.
// Prints its own table, since the results are few and the set-up takes minutes.

#include "core/geometry/scene.h"
#include "core/profile/models/pixel_tables.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string recording() {
    if (const char* named = std::getenv("HITMAP_BENCH_RECORDING")) return named;
    const std::string path =
        (std::filesystem::temp_directory_path() / "hitmap-pixel-index-bench.hmt").string();
    if (std::filesystem::exists(path)) return path;
    TraceOptions options;
    options.width = options.height = 2048;
    ThreadPool pool;
    trace_scene(load_scene("builtin:statue?triangles=700000"), options, *write_hmt(create_file(path)), pool);
    return path;
}

class Dropped final : public OutcomeSink, public RequestTrafficSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> /*accesses*/,
             const AccessOutcomes& /*outcomes*/) override {}
    void add(const RequestView& /*block*/, std::span<const RequestTraffic> /*traffic*/,
             std::span<const ElementAccess> /*accesses*/, std::uint64_t /*first_position*/) override {}
};

void simulate_alone(RequestSource& source, const ModelConfig& config, ThreadPool& pool) {
    Dropped dropped;
    if (const auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        simulate_hierarchy(source, *hierarchy, {.traffic = &dropped}, pool);
    else
        simulate_sdcm(source, std::get<SdcmConfig>(config), dropped, pool);
}

std::vector<TimeWindow> random_windows(std::uint64_t positions) {
    std::mt19937_64 random(1); // NOLINT(*-msc51-cpp): the same windows in each run
    std::vector<TimeWindow> windows;
    for (int i = 0; i < 32; ++i) {
        const double share = static_cast<double>(random() >> 11) * 0x1p-53;
        const auto length = static_cast<std::uint64_t>(std::pow(static_cast<double>(positions), share));
        const std::uint64_t first = random() % (positions - length + 1);
        windows.push_back({first, first + length});
    }
    return windows;
}

template <class Work>
void print_cost(std::string_view name, const Work& work) {
    const auto start = Clock::now();
    const std::clock_t processor = std::clock();
    work();
    fmt::print("{:<24} {:7.1f} s  {:7.1f} s of processor time\n", name, seconds_since(start),
               static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC);
}

/// Wall time and processor time of all threads, in milliseconds.
struct Cost {
    double wall;
    double processor;
};

Cost cost_of(const PixelIndex& index, const PixelQuantity& quantity, TimeWindow window, ThreadPool& pool) {
    const auto start = Clock::now();
    const std::clock_t processor = std::clock();
    std::vector<float> values(std::size_t{index.framebuffer().width} * index.framebuffer().height);
    index.compute(quantity, window, std::span(values), pool);
    return {seconds_since(start) * 1e3, static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC * 1e3};
}

std::string text_of(std::vector<Cost> costs) {
    std::ranges::sort(costs, {}, &Cost::processor);
    const double processor = costs[costs.size() / 2].processor;
    const double most_processor = costs.back().processor;
    std::ranges::sort(costs, {}, &Cost::wall);
    return fmt::format("{:8.1f} {:8.1f} {:8.1f} {:8.1f}", costs[costs.size() / 2].wall, costs.back().wall,
                       processor, most_processor);
}

void print_queries(const PixelIndex& index, std::uint64_t positions, ThreadPool& pool) {
    const auto windows = random_windows(positions);
    fmt::print("milliseconds             full window                         random windows\n");
    fmt::print("                         wall              processor         wall              processor\n");
    fmt::print(
        "quantity                   median  maximum   median  maximum   median  maximum   median  maximum\n");
    for (const PixelQuantity& quantity : pixel_quantities()) {
        if (quantity.needs && !index.framebuffer().knows(*quantity.needs)) continue;
        std::vector<Cost> full;
        for (int i = 0; i < 5; ++i)
            full.push_back(cost_of(index, quantity, {0, positions}, pool));
        std::vector<Cost> random;
        for (const TimeWindow& window : windows)
            random.push_back(cost_of(index, quantity, window, pool));
        fmt::print("{:<24} {} {}\n", quantity.name, text_of(full), text_of(random));
    }
}

void measure(std::string_view name) {
    ModelConfig config = SdcmConfig{};
    if (name != "sdcm") config = HierarchyConfig{};
    if (name == "why") std::get<HierarchyConfig>(config).explain_misses = true;
    const HmtFile file(open_file(recording()));
    const RecordingInfo& info = file.info();
    ThreadPool pool;
    const auto source = request_source(file, pool);
    fmt::print("{}: {} element accesses, {} requests, {}x{} pixels, {} threads\n", name, info.positions(),
               info.requests, info.scene.width, info.scene.height, pool.size());
    print_cost("simulation", [&] { simulate_alone(*source, config, pool); });
    std::shared_ptr<const PixelIndex> index;
    print_cost("simulation and index",
               [&] { index = make_pixel_index(*source, config, {}, pixel_index_sizes(info), pool); });
    const auto each = [&](std::uint64_t bytes) {
        return static_cast<double>(bytes) / static_cast<double>(info.positions());
    };
    fmt::print("{:.2f} bytes an element access, {:.2f} of them for {} segments of the log, the others for {} "
               "intervals\n",
               each(index->memory_bytes()), each(index->log_bytes()), index->segments(), index->intervals());
    print_queries(*index, info.positions(), pool);
}

} // namespace
} // namespace hitmap

int main(int count, char** names) {
    if (count == 1)
        for (const char* name : {"sdcm", "hierarchy", "why"})
            hitmap::measure(name);
    for (int i = 1; i < count; ++i)
        hitmap::measure(names[i]);
}
