#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/options/model_options.h"
#include "app/cli/report/scene_text.h"
#include "app/figure/figure_edit.h"
#include "app/figure/figure_writer.h"
#include "app/picture_matrix/experiment_figure.h"
#include "app/sweep/sweep.h"
#include "core/base/number_text.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/base/text/shell_word.h"
#include "core/cache/array/cache_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hitmap {

namespace {

struct SweepCommandOptions {
    std::string experiment;
    std::string folder;
    std::string memory_limit;
    std::string figure; ///< recipe to write; empty: none
    bool list = false;
    bool commands = false;
    std::string again; ///< command line of this sweep without what it prints and which runs it does
    SweepOptions sweep;
    ModelTexts models; ///< for settings that the caches of the experiment leave out
};

/// Writes the recipe of a figure of all runs.
void write_recipe(const Experiment& experiment, const std::string& path, const JobContext& job) {
    const Figure figure = checked_figure(figure_of_experiment(experiment)); // before a file is begun
    TextOutput output(path, job);
    const std::filesystem::path folder = path == "-" ? working_folder() : absolute_path(path).parent_path();
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

/// Prints the runs that are to be done, or commands that do them.
void print_remaining(const std::vector<SweepGroup>& groups, const SweepCommandOptions& options) {
    for (const SweepGroup& group : groups) {
        std::string command = options.again;
        for (const SweepRun& run : group.runs) {
            if (!options.commands) print_text("{}\n", printable(run.name));
            command += " --run=" + shell_word(run.name);
        }
        if (options.commands) print_text("{}\n", command);
    }
}

/// Writes the command line that the options of a command came from.
/// @param except  options that are left out
std::string command_line(const CLI::App& command, const std::vector<std::string>& except) {
    std::string line = "hitmap " + command.get_name();
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0 || std::ranges::find(except, option->get_name()) != except.end()) continue;
        const bool is_flag = option->get_expected_min() == 0;
        for (const std::string& value : option->results()) {
            line += " ";
            if (!option->get_positional()) line += option->get_name() + (is_flag ? "" : "=");
            if (!is_flag) line += shell_word(value);
        }
    }
    return line;
}

void sweep(SweepCommandOptions options, const JobContext& job) {
    if (options.commands && !options.list) throw UsageError("--commands: expected with --list");
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
    options.sweep.result_damaged = [listed = options.list](const std::string& reason) {
        tell("{}; its run {}\n", printable(reason), listed ? "is to be done again" : "is done again");
    };
    if (options.list) {
        print_remaining(remaining_runs(experiment, options.folder, options.sweep), options);
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
    const std::string elsewhere =
        summary.elsewhere == 0 ? "" : fmt::format(", {} done by other processes", summary.elsewhere);
    const std::filesystem::path result(options.sweep.only.empty() ? "index.html" : "runs");
    tell("{}: {}, {} of them there before{}; {}, {}\n",
         printable((std::filesystem::path(options.folder) / result).string()),
         counted_text(summary.runs, "run", "runs"), summary.resumed, elsewhere,
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
    command->add_flag("--commands", options->commands,
                      "With --list: print a command for each recording instead, for workflow engines");
    command
        ->add_option("--run", options->sweep.only,
                     "Do only this run, and write no table of results; may be repeated. Names are those that "
                     "--list prints")
        ->check(not_empty("a run"))
        ->expected(1)
        ->take_all()
        ->type_name("RUN");
    add_cache_options(*command, options->models);
    add_why_option(*command, options->models);
    add_restriction_options(*command, options->models);
    add_threads_option(*command, options->sweep.threads);
    command
        ->add_option("--memory-limit", options->memory_limit,
                     "Run only as many at once as fit, and none that does not, e.g. 8GiB")
        ->type_name("SIZE");
    command->footer(
        "Several of these commands with the same folder share the runs out, on one machine or several; "
        "e.g. mpirun -n 4 hitmap sweep paper.json -o figure6\n"
        "Options of the model apply to settings that the caches of the experiment leave out.\n"
        "With --timing, seconds and rates are columns of the CSV.\n"
        "Example: hitmap sweep docs/experiments/paper.json -o figure6");
    command->callback([=, &app] {
        select([=, &app](const JobContext& job) {
            SweepCommandOptions asked = *options;
            asked.sweep.timing = app.count("--timing") + command->count("--timing") > 0;
            asked.again = command_line(*command, {"--list", "--commands", "--run", "--figure", "--timing"});
            if (asked.sweep.timing) asked.again += " --timing";
            sweep(asked, job);
        });
    });
}

} // namespace hitmap
