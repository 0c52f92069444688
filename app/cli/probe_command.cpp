#include "app/cli/command.h"
#include "app/cli/parse.h"
#include "app/cli/probe_text.h"
#include "core/base/error.h"
#include "core/cache/preset_library.h"
#include "core/probe/cache_probe.h"
#include "core/probe/chase_csv.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

struct ProbeOptions {
    std::string preset = "turing-rtx2080ti";
    std::string cache;    ///< empty: the units of the preset
    std::string measured; ///< CSV; empty: simulate
    bool json = false;
};

/// A cache of one's own has the latencies of the preset's L1.
std::vector<ProbeUnit> units_of(const ProbeOptions& options) {
    auto units = probe_units(find_gpu_preset(options.preset));
    if (options.cache.empty()) return units;
    units.resize(1);
    units.front().geometry = parse_cache_geometry(options.cache);
    return units;
}

void print_probe(const ProbeOptions& options, const ProbeUnit* unit, const ProbeResult& result, Json& json) {
    json.push_back(probe_json(unit, result));
    if (!options.json) fmt::print("{}", probe_lines(unit, result));
}

void probe(const ProbeOptions& options, const JobContext& job) {
    Json json = Json::array();
    if (!options.json) fmt::print("{}", probe_head());
    if (!options.measured.empty()) {
        RecordedSource source(parse_chase_csv(read_text_file(options.measured), options.measured));
        print_probe(options, nullptr, probe_cache(source, job), json);
    } else {
        for (const ProbeUnit& unit : units_of(options)) {
            SimulatedSource source = unit.source();
            print_probe(options, &unit, probe_cache(source, job), json);
        }
    }
    if (options.json) fmt::print("{}\n", Json{{"units", json}}.dump(2));
}

} // namespace

void add_probe_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ProbeOptions>();
    auto* command = app.add_subcommand(
        "probe",
        "Run a pointer chase on simulated caches and TLBs and infer what they are from latencies alone");
    auto* preset =
        command
            ->add_option("--preset", options->preset, "GPU whose caches and TLBs are probed (hitmap presets)")
            ->type_name("NAME|FILE.json")
            ->capture_default_str();
    auto* cache = command->add_option("--l1", options->cache, "A cache to probe instead")->type_name("CACHE");
    auto* measured = command
                         ->add_option("--csv", options->measured,
                                      "Infer from measured loads, index,latency or run,index,latency")
                         ->type_name("MEASURED.csv");
    measured->excludes(preset)->excludes(cache);
    command->add_flag("--json", options->json, "Print one JSON object");
    command->footer("Example: hitmap probe --preset fermi-gtx560ti");
    command->callback([=] { select([=](const JobContext& job) { probe(*options, job); }); });
}

} // namespace hitmap
