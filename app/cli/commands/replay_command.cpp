#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/replay_options.h"
#include "core/base/text/printable.h"
#include "core/jobs/thread_pool.h"
#include "core/replay/replay.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <memory>
#include <string>

namespace hitmap {

namespace {

struct ReplayCommandOptions {
    std::string file;
    std::string output;
    TraceOptions tree;
};

void replay(const ReplayCommandOptions& options, const JobContext& job) {
    refuse_overwriting(options.output, "--output", {options.file});
    refuse_overwriting_other_file(options.output, "--output");
    const HmtFile file = open_recording(options.file, RecordingPart(), job);
    warn_if_incomplete(file);
    ThreadPool pool;
    HmtWriteOptions writing;
    writing.tables_grow = true;
    const auto sink = write_hmt(open_output(options.output, job), writing, &pool, job);
    const ReplayCounts counts = replay_recording(file, options.tree, *sink, pool, job);
    tell("{}: {}\n", printable(options.output), text_of(counts));
}

} // namespace

void add_replay_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ReplayCommandOptions>();
    auto* command = app.add_subcommand(
        "replay", "Add the traversal of recorded rays to a recording: their nodes, boxes and triangles");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("-o,--output", options->output, "Where the recording goes; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt")
        ->required();
    add_replay_options(*command, options->tree);
    command->footer("The tree is one of Hitmap over the recorded triangles, and not that of the driver; the "
                    "traversal of a "
                    "warp ends before its next recorded request. The result says how many rays end as the "
                    "program saw it; "
                    "see docs/capture.md.\n"
                    "Example: hitmap record -o game.hmt -- ./game\n"
                    "         hitmap replay game.hmt -o wide.hmt --node-width 4");
    command->callback([=] { select([=](const JobContext& job) { replay(*options, job); }); });
}

} // namespace hitmap
