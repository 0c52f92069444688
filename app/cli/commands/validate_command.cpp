#include "app/cli/base/input_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "core/base/printable.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <fmt/format.h>

namespace hitmap {

void add_validate_command(CLI::App& app, const SelectCommand& select) {
    const auto path = std::make_shared<std::string>();
    auto* command =
        app.add_subcommand("validate", "Read a whole recording and check everything that can be checked");
    command->add_option("FILE", *path, "Recording (.hmt)")->required();
    command->footer("Exit status 1 and the first fault on standard error if the recording is broken or "
                    "incomplete.");
    command->callback([=] {
        select([=](const JobContext& job) {
            const HmtFile file(open_recording_file(*path, job), job);
            ThreadPool pool;
            file.validate(pool, job);
            print_text("{}: valid, {} requests, {} lane accesses\n", printable(*path), file.info().requests,
                       file.info().lane_accesses);
            for (const auto& [name, value] : file.info().options)
                if (name == import_warning_option) print_text("import warning: {}\n", printable(value));
        });
    });
}

} // namespace hitmap
