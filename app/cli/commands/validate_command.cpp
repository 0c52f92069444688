#include "app/cli/base/input_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/part_options.h"
#include "core/base/text/printable.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <fmt/format.h>

#include <cstdint>
#include <numeric>

namespace hitmap {

void add_validate_command(CLI::App& app, const SelectCommand& select) {
    const auto path = std::make_shared<std::string>();
    const auto part = std::make_shared<PartOptions>();
    const auto layout = std::make_shared<LayoutChoice>();
    auto* command =
        app.add_subcommand("validate", "Read a whole recording and check everything that can be checked");
    command->add_option("FILE", *path, recording_help)->required();
    add_part_options(*command, *part);
    add_layout_options(*command, *layout);
    command->footer("Exit status 1 and the first fault on standard error if the recording is broken or "
                    "incomplete.");
    command->callback([=] {
        select([=](const JobContext& job) {
            const HmtFile file = open_recording(*path, part->part(), job, *layout);
            ThreadPool pool;
            file.validate(pool, job);
            if (const RecordingInfo& info = file.info(); info.has_sums())
                print_text("{}: valid, {} frames with {} sums of hits and look-ups\n", printable(*path),
                           info.sums.frames,
                           std::accumulate(info.sums.sums.begin(), info.sums.sums.end(), std::uint64_t{0}));
            else
                print_text("{}: valid, {} requests, {} lane accesses\n", printable(*path), info.requests,
                           info.lane_accesses);
            if (const RecordingInfo& info = file.info(); !info.basic_blocks.empty())
                print_text("execution events: {} of {} basic blocks\n", info.executions,
                           info.basic_blocks.size());
            if (const RecordingInfo& info = file.info(); !info.ray_places.empty())
                print_text("ray events: {} of {} places\n", info.rays.events, info.ray_places.size());
            for (const auto& [name, value] : file.info().options)
                if (name == import_warning_option) print_text("import warning: {}\n", printable(value));
        });
    });
}

} // namespace hitmap
