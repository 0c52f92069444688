#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/probe/gpu_probe.h"
#include "app/cli/probe/hierarchy_text.h"
#include "app/cli/probe/probe_plots.h"
#include "app/cli/probe/probe_text.h"
#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/probe/cache_probe.h"
#include "core/probe/chase/chase_csv.h"
#include "core/probe/hierarchy_probe.h"
#include "core/probe/sweep_csv.h"
#include "core/trace/io/byte_stream.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <span>

namespace hitmap {

namespace {

struct ProbeOptions {
    std::string preset = "turing-rtx2080ti";
    std::string cache;    ///< empty: the units of the preset
    std::string measured; ///< CSV file of measurements; empty: simulate
    std::string runs;     ///< CSV file to write; empty: none
    std::string plots;    ///< folder
    std::string plot_format = "png";
    bool on_gpu = false;
    std::string gpu;    ///< part of the name of a device
    std::string loads;  ///< CSV file to write; empty: none
    std::string output; ///< preset file to write; empty: none
    std::string largest = "512MiB";
    bool json = false;

    [[nodiscard]] PlotFolder plot_folder() const {
        return {plots, plot_format == "svg" ? PlotFormat::svg : PlotFormat::png};
    }
};

/// Returns the units to probe. A cache from --cache has the latencies of the L1 of the preset.
std::vector<ProbeUnit> units_of(const ProbeOptions& options, const GpuPreset& preset) {
    auto units = probe_units(preset);
    if (options.cache.empty()) return units;
    units.resize(1);
    units.front().geometry = parse_cache_geometry(options.cache);
    return units;
}

/// Returns the name of the probed cache for titles of plots.
std::string subject_of(const ProbeOptions& options, const GpuPreset& preset, const ProbeUnit& unit) {
    if (options.cache.empty()) return fmt::format("{}, {}", preset.title, unit.title);
    return to_string(std::get<CacheGeometry>(unit.geometry));
}

/// Adds the result to `json` and, unless the output is JSON, prints it immediately.
void report_probe(const ProbeOptions& options, const ProbeUnit* unit, const ProbeResult& result, Json& json) {
    if (!options.json) print_text("{}{}", json.empty() ? probe_head() : "", probe_lines(unit, result));
    json.push_back(probe_json(unit, result));
    std::fflush(stdout);
}

void probe_units_of_preset(const ProbeOptions& options, Json& json, const JobContext& job) {
    const GpuPreset preset = find_gpu_preset(options.preset);
    if (!options.plots.empty()) create_folders(options.plots, job.outputs); // Reports errors early.
    for (const ProbeUnit& unit : units_of(options, preset)) {
        job.begin(fmt::format("probing {}", unit.title));
        SimulatedSource source = unit.source();
        std::unique_ptr<ByteSink> sink;
        std::uint64_t number = 0;
        if (!options.runs.empty()) {
            sink = create_file(options.runs, job.outputs);
            sink->write(std::as_bytes(std::span(chase_csv_header)));
            source.keep([&](const ChaseRun& run) {
                const std::string lines = chase_csv_lines(run, number++);
                sink->write(std::as_bytes(std::span(lines)));
            });
        }
        const ProbeResult result = probe_cache(source, job);
        if (sink) sink->commit();
        report_probe(options, &unit, result, json);
        if (!options.plots.empty())
            write_probe_plots(options.plot_folder(), subject_of(options, preset, unit), unit, result, job);
    }
    if (!options.plots.empty()) write_bank_plot(options.plot_folder(), preset, job);
}

/// Prints what the points of a sweep tell.
void probe_measured_sweep(const ProbeOptions& options, std::string_view text) {
    const ProbedHierarchy probed = infer_hierarchy(parse_sweep_csv(text, options.measured));
    if (options.json)
        print_document(json_text(Json{{"hierarchy", probed_hierarchy_json(probed, {})}}));
    else
        print_lines(probed_hierarchy_text(probed, {}));
}

void probe(const ProbeOptions& options, const JobContext& job) {
    if (options.on_gpu) {
        const std::uint64_t largest = of_option("--largest", [&] { return parse_size(options.largest); });
        constexpr std::uint64_t least = 64 * 1024;
        if (largest < least)
            throw UsageError(fmt::format("--largest: expected at least 64KiB, found {}", options.largest));
        probe_gpu({options.gpu, options.runs, options.loads, options.output, largest, options.json}, job);
        return;
    }
    if (!options.runs.empty() && options.cache.empty())
        throw UsageError("--runs: expected with --gpu, or with --l1, which is one cache");
    Json units = Json::array();
    if (!options.measured.empty()) {
        const std::string text = read_text_file(options.measured);
        if (is_sweep_csv(text)) {
            probe_measured_sweep(options, text);
            return;
        }
        RecordedSource source(parse_chase_csv(text, options.measured));
        report_probe(options, nullptr, probe_cache(source, job), units);
    } else {
        probe_units_of_preset(options, units, job);
    }
    if (!options.json) return;
    Json json{{"units", units}};
    if (options.measured.empty() && options.cache.empty())
        json["shared_memory"] = bank_conflicts_json(find_gpu_preset(options.preset));
    print_document(json_text(json));
}

} // namespace

void add_probe_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ProbeOptions>();
    auto* command = app.add_subcommand(
        "probe",
        "Run a pointer chase on simulated caches and TLBs, or on a real GPU, and infer what they are from "
        "latencies alone");
    auto* preset =
        command
            ->add_option("--preset", options->preset, "GPU whose caches and TLBs are probed (hitmap presets)")
            ->type_name("NAME|FILE.json")
            ->capture_default_str();
    auto* cache = command->add_option("--l1", options->cache, "A cache to probe instead")->type_name("CACHE");
    auto* measured = command
                         ->add_option("--csv", options->measured,
                                      "Infer from measured latencies: index,latency or run,index,latency of "
                                      "loads, or what --runs writes with --gpu")
                         ->type_name("MEASURED.csv");
    measured->excludes(preset)->excludes(cache);
    command->add_option("--runs", options->runs, "With --l1 or --gpu: write every chase, as --csv reads it")
        ->type_name("OUT.csv")
        ->excludes(measured);
    auto* plots = command
                      ->add_option("--plots", options->plots,
                                   "Write latencies, miss rates over array sizes, set mappings and bank "
                                   "conflicts as CSV files and pictures")
                      ->type_name("FOLDER")
                      ->excludes(measured);
    command->add_option("--plot-format", options->plot_format, "Format of the pictures of --plots")
        ->type_name("png|svg")
        ->check(CLI::IsMember({"png", "svg"}).description(""))
        ->capture_default_str()
        ->needs(plots);
    auto* gpu = command
                    ->add_option("--gpu", options->gpu,
                                 "Measure a Vulkan device: the one with NAME in its name, or the first GPU; "
                                 "without a GPU, the CPU")
                    ->type_name("[NAME]")
                    ->expected(0, 1)
                    ->excludes(preset)
                    ->excludes(cache)
                    ->excludes(measured)
                    ->excludes(plots);
    command
        ->add_option(
            "--loads", options->loads,
            "With --gpu: write the latency of each load of chases in the first cache, as --csv reads "
            "it")
        ->type_name("OUT.csv")
        ->needs(gpu);
    command->add_option("--largest", options->largest, "With --gpu: the largest array")
        ->type_name("SIZE")
        ->capture_default_str()
        ->needs(gpu);
    command
        ->add_option("-o,--output", options->output,
                     "With --gpu: write a preset with what was measured, which --preset takes")
        ->type_name("OUT.json")
        ->needs(gpu);
    command->add_flag("--json", options->json, "Print one JSON object");
    command->footer("Examples: hitmap probe --preset fermi-gtx560ti\n"
                    "          hitmap probe --gpu -o here.json && hitmap simulate FILE --preset here.json");
    command->callback([=] {
        options->on_gpu = gpu->count() > 0;
        select([=](const JobContext& job) { probe(*options, job); });
    });
}

} // namespace hitmap
