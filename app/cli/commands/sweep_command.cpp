#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/options/model_options.h"
#include "app/cli/report/scene_text.h"
#include "app/figure/experiment_figure.h"
#include "app/figure/figure_edit.h"
#include "app/figure/figure_writer.h"
#include "app/sweep/sweep.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/cache/array/cache_geometry.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace hitmap {

namespace {

struct SweepCommandOptions {
    std::string experiment;
    std::string folder;
    std::string memory_limit;
    std::string figure; ///< recipe to write; empty: none
    bool list = false;
    SweepOptions sweep;
    ModelTexts models; ///< for settings that the caches of the experiment leave out
};

/// Writes the recipe of a figure of all runs.
void write_recipe(const Experiment& experiment, const std::string& path, const JobContext& job) {
    const Figure figure = checked_figure(figure_of_experiment(experiment)); // before a file is begun
    TextOutput output(path, job);
    const std::filesystem::path folder =
        path == "-" ? std::filesystem::current_path() : std::filesystem::absolute(path).parent_path();
    output.write(figure_to_json(figure, folder));
    output.commit();
}

/// The files that a sweep reads.
std::vector<std::string> inputs_of(const SweepCommandOptions& options, const Experiment& experiment) {
    std::vector<std::string> inputs{options.experiment};
    for (const ExperimentScene& scene : experiment.scenes)
        inputs.push_back(scene.spec);
    if (const WrittenChoice* preset = options.models.find(ModelSetting::preset))
        inputs.push_back(preset->text);
    return inputs;
}

void sweep(SweepCommandOptions options, const JobContext& job) {
    options.sweep.memory_limit = parse_memory_limit(options.memory_limit).value_or(0);
    const Experiment experiment =
        parse_experiment(read_text_file(options.experiment), options.experiment, options.models);
    for (const ExperimentCache& cache : experiment.caches)
        warn_of_geometry(cache.model.config);
    if (!options.figure.empty()) {
        if (options.list && options.figure == "-")
            throw UsageError("--figure: expected a file with --list, which is printed, found -");
        refuse_overwriting(options.figure, "--figure", inputs_of(options, experiment));
        write_recipe(experiment, options.figure, job);
    }
    if (options.list) {
        for (const std::string& run : remaining_runs(experiment, options.folder, options.sweep))
            print_text("{}\n", printable(run));
        return;
    }
    // Scenes that differ only in their cameras have the same text, which is printed once.
    const auto told = std::make_shared<std::set<std::string>>();
    options.sweep.scene_loaded = [told](const ExperimentScene& asked, const Scene& scene) {
        const std::string text = scene_text(asked.spec, scene, "\"up\" in the experiment");
        if (told->insert(text).second) tell_lines(text);
    };
    tell("memory: about {} MiB for the largest run\n", estimate_sweep_bytes(experiment, options.sweep) >> 20);
    const SweepSummary summary = run_sweep(experiment, options.folder, options.sweep, job);
    tell("{}: {}, {} of them there before; {}, {}\n",
         printable((std::filesystem::path(options.folder) / "index.html").string()),
         counted_text(summary.runs, "run", "runs"), summary.resumed,
         counted_text(summary.scenes_loaded, "scene loaded", "scenes loaded"),
         counted_text(summary.trees_built, "tree built", "trees built"));
}

} // namespace

void add_sweep_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<SweepCommandOptions>();
    auto* command = app.add_subcommand(
        "sweep", "Run a table of scenes, tracer configurations and caches; write one CSV and one HTML page");
    command
        ->add_option("EXPERIMENT", options->experiment, "What to run (JSON; see docs/experiments-format.md)")
        ->required();
    command
        ->add_option("-o,--output", options->folder,
                     "Folder of the results; runs whose results are there already are not done again")
        ->type_name("RESULTS")
        ->required();
    command->add_flag("--recordings", options->sweep.recordings, "Keep the recordings, too");
    command
        ->add_option("--figure", options->figure,
                     "Also write a recipe of hitmap figure with a column for each run")
        ->type_name("RECIPE.json");
    command->add_flag("--list", options->list,
                      "Print the names of the runs that are to be done, and do none");
    add_cache_options(*command, options->models);
    add_why_option(*command, options->models);
    add_restriction_options(*command, options->models);
    add_threads_option(*command, options->sweep.threads);
    command
        ->add_option("--memory-limit", options->memory_limit,
                     "Run only as many at once as fit, and none that does not, e.g. 8GiB")
        ->type_name("SIZE");
    command->footer("Options of the model apply to settings that the caches of the experiment leave out.\n"
                    "With --timing, seconds and rates are columns of the CSV.\n"
                    "Example: hitmap sweep docs/experiments/paper.json -o figure6");
    command->callback([=, &app] {
        select([=, &app](const JobContext& job) {
            SweepCommandOptions asked = *options;
            asked.sweep.timing = app.count("--timing") + command->count("--timing") > 0;
            sweep(asked, job);
        });
    });
}

} // namespace hitmap
