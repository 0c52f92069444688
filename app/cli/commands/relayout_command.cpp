#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/rank_layouts.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/model_options.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/apply/relayout.h"
#include "core/relayout/apply/source_scene.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

struct RelayoutCommandOptions {
    std::string file;
    std::string output;
    std::string scene;
    RelayoutOptions layout;
    bool rank = false;
    RankingOptions ranking;
};

void tell_counts(const MoveCounts& counts) {
    const auto line = [](std::uint64_t count, std::string_view what) {
        if (count != 0) tell("{} lane accesses {}\n", count, what);
    };
    line(counts.in_elements, "moved with their elements");
    line(counts.with_buffer, "to buffers that moved as a whole or not at all, whose elements stay in order");
    line(counts.between, "to the padding between elements, which moved with the element before");
    line(counts.behind, "behind the last element of a buffer, which moved with the end of the buffer");
    line(counts.outside, "to no known buffer, which were not moved");
    line(counts.across, "of those moved reach beyond their element; what follows it may be elsewhere now");
}

void relayout(const RelayoutCommandOptions& options, const JobContext& job) {
    if (options.output.empty()) throw UsageError("--output: expected with all but --rank, found none");
    if (options.layout.changes_nothing())
        throw UsageError("relayout: expected an option that changes the layout, found none");
    refuse_overwriting(options.output, "--output", {options.file, options.scene});
    refuse_overwriting_other_file(options.output, "--output");
    const HmtFile file = open_recording(options.file, RecordingPart(), job);
    warn_if_incomplete(file);
    ThreadPool pool;
    const auto sink = write_hmt(open_output(options.output, job), {}, &pool, job);
    const RelayoutResult result = with_errors_of(options.file, [&] {
        return relayout_recording(file, options.layout, source_mesh(file.info(), options.scene), *sink, pool,
                                  job);
    });
    tell("{}: {}\n", printable(options.output), printable(result.changes));
    tell_counts(result.counts);
    if (result.counts.moved() == 0)
        tell("{}: warning: no lane access was moved; the recording has none to buffers with another place or "
             "layout\n",
             printable(options.output));
    for (const std::string& estimate : result.estimates)
        tell("{}: an estimate: {}\n", printable(options.output), printable(estimate));
}

void rank(const RelayoutCommandOptions& options, const JobContext& job) {
    if (!options.output.empty() || !options.layout.changes_nothing())
        throw UsageError("--rank: expected without --output and without a layout, because it tries all "
                         "layouts and writes none");
    rank_layouts(options.file, options.scene, options.ranking, job);
}

void add_relayout_options(CLI::App& command, RelayoutOptions& layout) {
    for (const RelayoutSetting& setting : relayout_settings()) {
        const std::string name = "--" + setting.name;
        if (setting.repeats)
            command
                .add_option_function<std::vector<std::string>>(
                    name,
                    [&layout, set = setting.set](const std::vector<std::string>& texts) {
                        for (const std::string& text : texts)
                            set(layout, text);
                    },
                    setting.help)
                ->type_name(setting.form);
        else
            command
                .add_option_function<std::string>(
                    name, [&layout, set = setting.set](const std::string& text) { set(layout, text); },
                    setting.help)
                ->type_name(setting.form);
    }
}

} // namespace

void add_relayout_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RelayoutCommandOptions>();
    auto* command = app.add_subcommand(
        "relayout", "Write a recording with another memory layout, by moving its addresses, or rank layouts");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("-o,--output", options->output, "Where the recording goes; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt");
    add_relayout_options(*command, options->layout);
    command
        ->add_option(
            "--scene", options->scene,
            "The mesh file or built-in scene that was recorded, for an order of vertices that depends on "
            "the order of the file, if the recording has them in another one")
        ->check(not_empty("a scene"))
        ->type_name("SCENE");
    CLI::Option* const rank_flag = command->add_flag("--rank", options->rank,
                                                     "Simulate the recording in each layout that it can have "
                                                     "and in the best combinations, and print them by "
                                                     "their misses; writes no recording");
    add_ranking_options(*command, options->ranking, *rank_flag);
    command->footer(
        "The requests stay as they were recorded: their order, warps, lanes and instructions. What depends "
        "on the layout in another way is an estimate; see docs/relayout.md.\n"
        "Example: hitmap relayout atrium.hmt -o veb.hmt --node-order veb\n"
        "         hitmap relayout other.hmt -o split.hmt --split nodes=auto --align nodes=32\n"
        "         hitmap relayout atrium.hmt --rank --model hierarchy");
    command->callback(
        [=] { select([=](const JobContext& job) { (options->rank ? rank : relayout)(*options, job); }); });
}

} // namespace hitmap
