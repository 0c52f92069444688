#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/commands/command.h"
#include "app/cli/files/recording_page.h"
#include "app/cli/input/model_input.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/model_options.h"
#include "core/analysis/findings/find_causes.h"
#include "core/cache/gpu/preset_library.h"
#include "core/cache/results/named_errors.h"
#include "core/profile/index/profile_memory.h"
#include "core/relayout/apply/source_scene.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t most_worst = 1000;

struct PageOptions {
    std::string file;
    std::string output;
    std::size_t top = 10;
    bool findings = true; ///< with the hierarchy model
    ModelOptions model;
};

/// Only the hierarchy model has findings.
bool has_findings(const PageOptions& options, const RecordingInfo& info) {
    return options.findings && options.model.is_hierarchy() && !info.has_sums() && info.requests != 0;
}

std::vector<Finding> findings_in(ModelInput& input, const PageOptions& options, const ModelConfig& config,
                                 const JobContext& job) {
    if (!has_findings(options, input.file.info())) return {};
    const SourceMesh mesh = source_mesh(input.file.info(), {});
    const FindingTrial trial{input.file, mesh, std::get<HierarchyConfig>(config),
                             options.model.memory_limit.empty() ? usual_spare_bytes() : 0};
    return with_errors_of(input.path, [&] {
        return find_causes(trial, find_gpu_preset(options.model.preset_name()), input.pool, job).findings;
    });
}

/// The memory of the profile, and of the changes that are simulated before it.
std::uint64_t page_bytes(const RecordingInfo& info, const PageOptions& options, const ModelConfig& config) {
    const std::uint64_t findings =
        has_findings(options, info)
            ? estimate_findings_bytes(info, std::get<HierarchyConfig>(config), options.model.threads)
            : 0;
    return std::max(estimate_profile_bytes(info), findings);
}

void write_page(const PageOptions& options, const JobContext& job) {
    ModelConfig config = options.model.config();
    // The plot over the capacity needs reuse distances, which the model computes with the reasons of misses.
    if (auto* const hierarchy = std::get_if<HierarchyConfig>(&config)) hierarchy->explain_misses = true;
    refuse_overwriting(options.output, "--output", {options.file});
    TextOutput text(options.output, job);
    const auto input =
        open_model_input(options.file, {config}, options.model, job,
                         [&](const RecordingInfo& info) { return page_bytes(info, options, config); });
    std::vector<Finding> findings = findings_in(*input, options, config, job);
    const auto profile = make_profile(*input->source, config, {}, input->pool, job);
    text.write(recording_page({options.file, input->file, config, *profile, input->source->scene(job),
                               options.top, std::move(findings)},
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
    command->add_flag_callback(
        "--no-findings", [options] { options->findings = false; },
        "Leave out what costs most, for which the recording is simulated once for each change that it can "
        "have");
    add_part_options(*command, options->model.part);
    add_layout_options(*command, options->model.layout);
    add_deal_option(*command, options->model.deal_blocks);
    add_model_options(*command, options->model);
    command->footer(
        "The page needs no other file, no network and no scripts. With --model hierarchy it begins with what "
        "hitmap findings says, and has source lines and the hit rate of every capacity. Runs without a "
        "display.\n"
        "Example: hitmap report atrium.hmt -o atrium.html --model hierarchy");
    command->callback([=] { select([=](const JobContext& job) { write_page(*options, job); }); });
}

} // namespace hitmap
