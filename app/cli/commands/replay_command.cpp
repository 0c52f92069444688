#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/rank_layouts.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/replay_options.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/jobs/thread_pool.h"
#include "core/replay/replay.h"
#include "core/report/column/json_row.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <memory>
#include <string>

namespace hitmap {

namespace {

struct ReplayCommandOptions {
    std::string file;
    std::string output;
    ReplayOptions replay;
    bool rank = false;
    RankingOptions ranking;
};

Json json_of(const ReplayOptions& options, const ReplayCounts& counts) {
    Json json;
    json["rays"] = counts.rays;
    json["hits_agree"] = counts.agreeing;
    json["hits_compared"] = counts.compared();
    json["hits_in_boxes"] = counts.in_boxes;
    if (counts.is_of_driver) json["same_candidates"] = counts.same_candidates;
    json["requests"] = counts.requests;
    Json& tree = json["tree"];
    if (counts.is_of_driver) {
        tree["source"] = "driver";
    } else {
        tree["source"] = trace_option("bvh").get(options.tree);
        tree["width"] = options.format == nullptr ? options.tree.nodes.node_width : options.format->width;
        tree["format"] = options.format == nullptr ? "hitmap" : options.format->name;
    }
    tree["nodes"] = counts.nodes;
    tree["bytes"] = counts.bytes;
    json["origin"] = name_of(counts.is_derived() ? Origin::derived : Origin::assumed);
    return json;
}

void rank_replays(const ReplayCommandOptions& options, const JobContext& job) {
    if (!options.output.empty() || !to_string(options.replay).empty())
        throw UsageError("--rank: expected without --output and without options of a tree, because it tries "
                         "many, found both");
    rank_trees(options.file, options.ranking, job);
}

void replay(const ReplayCommandOptions& options, const JobContext& job) {
    if (options.output.empty()) throw UsageError("--output: expected with all but --rank, found none");
    if (options.ranking.json && options.output == "-")
        throw UsageError("--json: expected a file for --output, because both are standard output, found -");
    refuse_overwriting(options.output, "--output", {options.file});
    refuse_overwriting_other_file(options.output, "--output");
    const HmtFile file = open_recording(options.file, RecordingPart(), job);
    warn_if_incomplete(file);
    ThreadPool pool;
    HmtWriteOptions writing;
    writing.tables_grow = true;
    const auto sink = write_hmt(open_output(options.output, job), writing, &pool, job);
    const ReplayCounts counts = replay_recording(file, options.replay, *sink, pool, job);
    tell("{}: {}\n", printable(options.output), text_of(counts));
    if (options.ranking.json) print_document(json_text(json_of(options.replay, counts)));
}

} // namespace

void add_replay_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ReplayCommandOptions>();
    auto* command = app.add_subcommand(
        "replay", "Add the traversal of recorded rays to a recording: their nodes, boxes and triangles");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("-o,--output", options->output, "Where the recording goes; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt");
    add_replay_options(*command, options->replay);
    CLI::Option* const rank_flag = command->add_flag(
        "--rank", options->rank,
        "Replay over trees of other builders, widths and node formats, simulate each, and print them by "
        "their misses, the fewest first");
    add_ranking_options(*command, options->ranking, *rank_flag);
    command->get_option("--json")->group("Options")->remove_needs(rank_flag);
    command->footer("The tree is one of Hitmap over the recorded triangles, unless --tree driver asks for "
                    "that of the driver; the traversal of a warp ends before its next recorded request. The "
                    "result says how many rays end as the program saw it; see docs/capture.md.\n"
                    "Example: hitmap record -o game.hmt -- ./game\n"
                    "         hitmap replay game.hmt -o driver.hmt --tree driver\n"
                    "         hitmap replay game.hmt -o wide.hmt --node-width 4\n"
                    "         hitmap replay game.hmt -o rdna.hmt --node-format rdna2 --unit independent\n"
                    "         hitmap replay game.hmt --rank --by l2 --model hierarchy");
    command->callback([=] {
        select([=](const JobContext& job) { (options->rank ? rank_replays : replay)(*options, job); });
    });
}

} // namespace hitmap
