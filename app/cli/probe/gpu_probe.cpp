#include "app/cli/probe/gpu_probe.h"

#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/probe/hierarchy_text.h"
#include "app/cli/probe/preset_text.h"
#include "app/cli/probe/probe_text.h"
#include "app/cli/probe/system_caches.h"
#include "core/base/error.h"
#include "core/cache/gpu/gpu_preset.h"
#include "core/gpu_probe/gpu_sweep.h"
#include "core/jobs/output_files.h"
#include "core/probe/cache_probe.h"
#include "core/probe/chase/chase_csv.h"
#include "core/probe/hierarchy_probe.h"
#include "core/probe/measured_preset.h"
#include "core/probe/sweep_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>

namespace hitmap {

namespace {

/// The files that the command writes, opened before it measures, so that errors are reported early. Each has
/// its final name once it is complete: what was measured is kept if nothing can be inferred from it.
class MeasuredFiles {
public:
    MeasuredFiles(const GpuProbeOptions& options, const JobContext& job) : job_(job) {
        if (!options.runs.empty()) runs_.emplace(options.runs, job);
        if (!options.loads.empty()) loads_.emplace(options.loads, job);
        if (!options.preset.empty()) preset_.emplace(options.preset, job);
    }
    [[nodiscard]] bool has_loads() const { return loads_.has_value(); }
    [[nodiscard]] bool has_preset() const { return preset_.has_value(); }
    void write_runs(const std::string& text) { write(runs_, text); }
    void write_loads(const std::string& text) { write(loads_, text); }
    void write_preset(const std::string& text) { write(preset_, text); }

private:
    void write(std::optional<TextOutput>& output, const std::string& text) const {
        if (!output) return;
        output->write(text);
        output->commit();
        if (job_.outputs != nullptr) job_.outputs->publish();
    }
    const JobContext& job_;
    std::optional<TextOutput> runs_;
    std::optional<TextOutput> loads_;
    std::optional<TextOutput> preset_;
};

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    gmtime_r(&now, &utc);
    return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

MeasuredDevice measured_device(const GpuDescription& device, const ShaderClock& clock) {
    return {device.name,   device.driver, device.vendor,    today(),
            device.is_cpu, device.sms,    device.warp_size, clock.megahertz};
}

/// Whether the clock tells a hit in the first cache from a miss by the latency of a single load.
bool tells_single_loads(const ShaderClock& clock, const ProbedHierarchy& probed) {
    if (probed.levels.size() < 2) return false;
    constexpr double factor = 4.0;
    return probed.levels[1].latency - probed.levels[0].latency >= factor * std::max(clock.hit_spread, 1.0);
}

Json device_json(const GpuDescription& device, const ShaderClock& clock, bool single) {
    return {{"name", device.name},
            {"driver", device.driver},
            {"vendor", device.vendor},
            {"is_cpu", device.is_cpu},
            {"sms", device.sms},
            {"warp_size", device.warp_size},
            {"clock_mhz", clock.megahertz},
            {"single_load_hit", clock.hit},
            {"single_load_spread", clock.hit_spread},
            {"single_load_memory", clock.memory},
            {"single_loads_told", single}};
}

void print_device(const GpuDescription& device, const ShaderClock& clock, bool single) {
    print_text("{}{}{}\n", device.name, device.driver.empty() ? "" : "; driver ", device.driver);
    print_text("The shader clock has {:.0f} MHz. A single load that hits takes {:.0f} cycles of it, with a "
               "spread of "
               "{:.0f},\nand one in the largest array {:.0f}. {}\n\n",
               clock.megahertz, clock.hit, clock.hit_spread, clock.memory,
               single ? "Single loads tell hits of the first cache from misses."
                      : "That does not tell hits of the first cache from misses, so that many loads are "
                        "timed together.");
}

/// Infers the first cache from the latencies of single loads, and writes these.
std::optional<ProbeResult> probe_first_cache(GpuChase& chase, const ProbedLevel& level, MeasuredFiles& files,
                                             const JobContext& job) {
    job.begin("timing single loads");
    const std::uint64_t usual_fetch = 64;
    std::vector<ChaseRun> runs =
        time_single_loads(chase, level.capacity, level.fetched.value_or(usual_fetch), job);
    std::string text(chase_csv_header);
    for (std::size_t i = 0; i < runs.size(); ++i)
        text += chase_csv_lines(runs[i], i);
    files.write_loads(text);
    RecordedSource source(std::move(runs));
    return probe_cache(source, job);
}

} // namespace

void probe_gpu(const GpuProbeOptions& options, const JobContext& job) {
    GpuChase chase(options.name, options.largest);
    MeasuredFiles files(options, job);
    job.begin("measuring the clock");
    const ShaderClock clock = measure_clock(chase, job);
    GpuSweep source(chase);
    const std::vector<SweepPoint> points = measure_sweep(source, job);
    files.write_runs(sweep_csv(points));
    ProbedHierarchy probed = infer_hierarchy(points);
    const bool single = tells_single_loads(clock, probed);
    std::optional<ProbeResult> first;
    if ((single || files.has_loads()) && !probed.levels.empty())
        first = probe_first_cache(chase, probed.levels.front(), files, job);
    if (!single) first.reset();
    if (first) probed.levels.front().line = first->line;
    const auto system = chase.device().is_cpu ? system_caches() : std::vector<SystemCache>{};
    if (options.json) {
        Json units = Json::array();
        if (first) units.push_back(probe_json(nullptr, *first));
        print_document(json_text(Json{{"device", device_json(chase.device(), clock, single)},
                                      {"hierarchy", probed_hierarchy_json(probed, system)},
                                      {"units", std::move(units)}}));
    } else {
        print_device(chase.device(), clock, single);
        print_lines(probed_hierarchy_text(probed, system));
        if (first) print_text("\n{}{}", probe_head(), probe_lines(nullptr, *first));
    }
    if (files.has_loads() && probed.levels.empty())
        throw Error("--loads: expected latencies that show a cache, found none");
    if (!files.has_preset()) return;
    const std::string text = preset_file(measured_preset(probed, measured_device(chase.device(), clock)));
    static_cast<void>(parse_gpu_preset(text, options.preset)); // what is written can be read
    files.write_preset(text);
}

} // namespace hitmap
