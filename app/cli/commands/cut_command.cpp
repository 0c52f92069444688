#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/part_options.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/write_recording.h"

#include <fmt/format.h>

#include <memory>

namespace hitmap {

namespace {

struct CutOptions {
    std::string file;
    std::string output;
    PartOptions part;
    LayoutChoice layout;
};

void cut(const CutOptions& options, const JobContext& job) {
    const RecordingPart part = options.part.part();
    if (part.is_whole()) throw UsageError("cut: expected --launches, --requests, --first or --last");
    refuse_overwriting(options.output, "--output", {options.file});
    refuse_overwriting_other_file(options.output, "--output");
    const HmtFile file = open_recording(options.file, part, job, options.layout);
    warn_if_incomplete(file);
    ThreadPool pool;
    write_recording(file, open_output(options.output, job), pool, job);
    const RecordingInfo& info = file.info();
    const std::string what =
        info.has_sums() ? fmt::format("{} frames of sums", info.sums.frames)
                        : fmt::format("{} requests, {} lane accesses", info.requests, info.lane_accesses);
    tell("{}: {}: {}\n", printable(options.output), what, printable(part_text(info)));
}

} // namespace

void add_cut_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<CutOptions>();
    auto* command = app.add_subcommand("cut", "Write a part of a recording as a recording of its own");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("-o,--output", options->output, "Where the part goes; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt")
        ->required();
    add_part_options(*command, options->part);
    add_layout_options(*command, options->layout);
    command->footer("The part has the requests that all of these options allow. Its numbers are those of the "
                    "other commands with the same options.\n"
                    "Example: hitmap cut atrium.hmt -o second.hmt --launches 1:2");
    command->callback([=] { select([=](const JobContext& job) { cut(*options, job); }); });
}

} // namespace hitmap
