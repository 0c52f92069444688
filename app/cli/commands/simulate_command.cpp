#include "app/cli/base/input_file.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/model_input.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/report/measured_text.h"
#include "app/cli/report/simulation_report.h"
#include "core/base/error.h"

#include <algorithm>

namespace hitmap {

namespace {

void simulate(const std::string& file, const ReportOptions& options, const JobContext& job) {
    const ModelConfig config = options.model.config(); // Reports wrong options before a long file is read.
    check_report_options(options);
    if (!options.measured.empty()) {
        if (!options.model.is_hierarchy())
            throw UsageError(
                "--measured: expected with --model hierarchy, which counts what hardware counts");
        (void)read_measured(options.measured);
    }
    const auto recording =
        open_model_input(file, {config}, options.model, job, [&](const RecordingInfo& info) {
            return report_bytes(options, info.device.sm_count);
        });
    require_whole_frames(*recording, std::max<std::uint64_t>(1, options.frames));
    const SimulationReport report = simulate_report(*recording->source, options, recording->pool, job);
    print_report(file, recording->file.info(), report, options);
}

} // namespace

void add_simulate_command(CLI::App& app, const SelectCommand& select) {
    const auto file = std::make_shared<std::string>();
    const auto options = std::make_shared<ReportOptions>();
    auto* command = app.add_subcommand(
        "simulate", "Simulate the caches: hit rates by level, kind of element and allocation");
    command->add_option("FILE", *file, recording_help)->required();
    add_layout_options(*command, options->model.layout);
    add_deal_option(*command, options->model.deal_blocks);
    add_report_options(*command, *options);
    add_part_options(*command, options->model.part);
    add_restriction_options(*command, options->model.texts);
    command
        ->add_option(
            "--measured", options->measured,
            "Put counters of Nsight Compute (ncu --csv --page raw) beside those of the hierarchy model")
        ->type_name("FILE.csv");
    command->footer("Example: hitmap simulate atrium.hmt --l1 64KiB:128:full --frames 16 --json");
    command->callback([=] { select([=](const JobContext& job) { simulate(*file, *options, job); }); });
}

} // namespace hitmap
