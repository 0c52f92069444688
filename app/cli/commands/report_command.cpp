#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/commands/command.h"
#include "app/cli/files/recording_page.h"
#include "app/cli/input/model_input.h"
#include "app/cli/options/layout_option.h"
#include "app/cli/options/model_options.h"
#include "core/analysis/findings/find_causes.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/index/profile_memory.h"
#include "core/relayout/apply/source_scene.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t most_worst = 1000;

struct PageOptions {
    std::string file;
    std::string output;
    std::size_t top = 10;
    ModelOptions model;
};

/// Only the hierarchy model has findings.
std::vector<Finding> findings_in(const ModelInput& input, const PageOptions& options, const JobContext& job) {
    const ModelConfig config = options.model.config();
    const auto* const hierarchy = std::get_if<HierarchyConfig>(&config);
    if (hierarchy == nullptr || input.file.info().has_sums()) return {};
    const SourceMesh mesh = source_mesh(input.file.info(), {});
    ThreadPool pool(options.model.threads);
    return find_causes({input.file, mesh, *hierarchy}, find_gpu_preset(options.model.preset_name()), pool,
                       job)
        .findings;
}

void write_page(const PageOptions& options, const JobContext& job) {
    ModelConfig config = options.model.config();
    // The plot over the capacity needs reuse distances, which the model computes with the reasons of misses.
    if (auto* const hierarchy = std::get_if<HierarchyConfig>(&config)) hierarchy->explain_misses = true;
    refuse_overwriting(options.output, "--output", {options.file});
    TextOutput text(options.output, job);
    const auto input = open_model_input(options.file, {config}, options.model, job, estimate_profile_bytes);
    const auto profile = make_profile(*input->source, config, {}, input->pool, job);
    text.write(recording_page({options.file, input->file, config, *profile, input->source->scene(job),
                               options.top, findings_in(*input, options, job)},
                              job));
    text.commit();
}

} // namespace

void add_report_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<PageOptions>();
    auto* command = app.add_subcommand(
        "report", "Write one HTML page of a recording: facts, hit rates, worst elements, plots, pictures");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("-o,--output", options->output, "Page to write, - for standard output")
        ->check(not_empty("a file"))
        ->type_name("REPORT.html")
        ->required();
    command->add_option("--top", options->top, "Rows of the tables of worst elements, up to 1000")
        ->check(whole_number(1, most_worst))
        ->type_name("N")
        ->capture_default_str();
    add_part_options(*command, options->model.part);
    add_layout_option(*command, options->model.layout);
    add_model_options(*command, options->model);
    command->footer(
        "The page needs no other file, no network and no scripts. With --model hierarchy it begins with what "
        "hitmap findings says, and has source lines and the hit rate of every capacity. Runs without a "
        "display.\n"
        "Example: hitmap report atrium.hmt -o atrium.html --model hierarchy");
    command->callback([=] { select([=](const JobContext& job) { write_page(*options, job); }); });
}

} // namespace hitmap
