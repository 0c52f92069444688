#include "app/cli/command.h"
#include "app/cli/group_csv.h"
#include "app/cli/info_json.h"
#include "app/cli/metric_csv.h"
#include "app/cli/model_options.h"
#include "app/cli/option_check.h"
#include "app/cli/output_file.h"
#include "app/cli/traffic_csv.h"
#include "app/cli/version.h"
#include "core/base/error.h"
#include "core/profile/profile_builder.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

enum class Table : std::uint8_t { accesses, metrics, groups, traffic };

struct Options {
    std::string file;
    std::string accesses;
    std::string metrics;
    std::string groups;
    std::string traffic;
    std::uint64_t frames = 0; ///< 0: not given
    std::uint64_t frame = 0;
    bool one_frame = false;
    ModelOptions model;

    [[nodiscard]] Table table() const {
        if (!traffic.empty()) return Table::traffic;
        return !accesses.empty() ? Table::accesses : !metrics.empty() ? Table::metrics : Table::groups;
    }
    [[nodiscard]] const std::string& output() const {
        if (!traffic.empty()) return traffic;
        return table() == Table::accesses ? accesses : table() == Table::metrics ? metrics : groups;
    }
};

std::string_view name_of(Table table) {
    if (table == Table::traffic) return "traffic";
    return table == Table::accesses ? "accesses" : table == Table::metrics ? "metrics" : "groups";
}

/// What a table was made from, beside it as OUT.csv.json. Nothing for standard output.
void write_provenance(const std::string& output, const Options& options, const RecordingInfo& info,
                      const ModelConfig& config) {
    if (output == "-") return;
    Json json{{"program", "hitmap"}, {"version", version}, {"table", name_of(options.table())}};
    json["recording"] = {{"file", options.file},
                         {"incomplete", info.incomplete},
                         {"producer", info.producer},
                         {"source", info.source_name}};
    for (const auto& [key, value] : info.options)
        json["recording"]["options"][key] = value;
    json["model"] = options.model.model;
    if (!options.model.preset_name().empty()) json["preset"] = options.model.preset_name();
    json["l1"] = to_string(l1_of(config));
    json["l2"] = to_string(l2_of(config));
    json["rays"] = options.model.rays_name();
    json["positions"] = info.positions();
    json["frames"] = std::max<std::uint64_t>(1, options.frames);
    json["frame"] = options.one_frame ? Json(options.frame) : Json(nullptr);
    TextOutput text(output + ".json");
    text.write(json.dump(2) + "\n");
    text.commit();
}

void check(const Options& options) {
    const auto given = [](const std::string& output) { return output.empty() ? 0 : 1; };
    if (given(options.accesses) + given(options.metrics) + given(options.groups) + given(options.traffic) !=
        1)
        throw UsageError("export: expected one of --accesses, --metrics, --groups or --traffic");
    if (!options.traffic.empty() && options.model.model != "hierarchy")
        throw UsageError("--traffic: expected with --model hierarchy");
    if (options.one_frame && options.frame >= std::max<std::uint64_t>(1, options.frames))
        throw UsageError(fmt::format("--frame: expected 0 to {}, found {}",
                                     std::max<std::uint64_t>(1, options.frames) - 1, options.frame));
    if (options.metrics.empty() && options.frames != 0)
        throw UsageError("--frames: expected with --metrics only; --accesses writes every access with its "
                         "order, --groups the whole recording");
}

void export_table(const Options& options, const JobContext& job) {
    check(options);
    const ModelConfig config = options.model.config();
    const auto rays = options.model.rays();
    const std::string& output = options.output();
    refuse_overwriting(output, fmt::format("--{}", name_of(options.table())), {options.file});
    const bool one_pass = options.table() == Table::accesses || options.table() == Table::traffic;
    const auto recording =
        open_model_input(options.file, options.model, job, one_pass ? nullptr : estimate_profile_bytes);
    const RecordingInfo& info = recording->file.info();
    const auto scene = recording->source->scene(job);
    const ElementSources sources(scene);
    TextOutput text(output);
    if (options.table() == Table::groups) {
        if (scene == nullptr) throw FileError(options.file, "scene", "expected a scene, found none");
        const auto profile = make_profile(*recording->source, config, rays, recording->pool, job);
        write_group_csv(*profile, *scene, text, job);
    } else if (options.table() == Table::traffic) {
        const HierarchyResult result = simulate_hierarchy(
            *recording->source, std::get<HierarchyConfig>(config), {}, recording->pool, job);
        write_traffic_csv(info, result, text);
    } else if (one_pass) {
        AccessCsv csv(sources, text, job);
        simulate_model(*recording->source, config, rays, csv, recording->pool, job);
    } else {
        const auto profile = make_profile(*recording->source, config, rays, recording->pool, job);
        MetricFrames frames{
            std::max<std::uint64_t>(1, options.frames), {}, options.frames != 0 && !options.one_frame};
        if (options.one_frame) frames.only = options.frame;
        write_metric_csv(*profile, sources, frames, text, job);
    }
    text.commit();
    write_provenance(output, options, info, config);
}

} // namespace

void add_export_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand(
        "export", "Write what the model says as a CSV table: every access, element, or group of elements");
    command->add_option("FILE", options->file, "Recording (.hmt)")->required();
    command
        ->add_option("--accesses", options->accesses,
                     "One row for each element access, - for standard output")
        ->type_name("OUT.csv");
    command->add_option("--metrics", options->metrics, "One row for each element (and frame)")
        ->type_name("OUT.csv");
    command
        ->add_option("--groups", options->groups,
                     "One row for each group of elements: faces by slant, size in the picture and facing, "
                     "boxes by level, pixels by the accesses of their rays")
        ->type_name("OUT.csv");
    command
        ->add_option("--traffic", options->traffic,
                     "One row for each allocation, instruction and source line, with --model hierarchy: "
                     "requests, sectors, hits and bytes moved")
        ->type_name("OUT.csv");
    command
        ->add_option("--frames", options->frames,
                     "Cut time into Q frames, up to 65536, and write all of them, with a column frame")
        ->check(whole_number(1, most_frames))
        ->type_name("Q");
    auto* frame = command->add_option("--frame", options->frame, "Write this frame alone, from 0")
                      ->check(whole_number(0, most_frames - 1))
                      ->type_name("F");
    add_model_options(*command, options->model);
    add_ray_option(*command, options->model);
    command->footer("OUT.csv.json tells what the table was made from. Empty cells are undefined values.\n"
                    "Example: hitmap export atrium.hmt --metrics atrium.csv --frames 8");
    command->callback([=] {
        options->one_frame = frame->count() != 0;
        select([=](const JobContext& job) { export_table(*options, job); });
    });
}

} // namespace hitmap
