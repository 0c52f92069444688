#include "app/cli/commands/cli.h"

#include "app/cli/base/help_formatter.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/standard_streams.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/usage_message.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/command_run.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/part_options.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/jobs/output_files.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Returns one sentence about the error of a command line. `typed`: with the program's name.
std::string message_of(const CLI::App& app, const CLI::Error& error, std::span<const char* const> typed) {
    const std::string first = typed.size() > 1 ? typed[1] : "";
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        if (command->get_name() == first || !command->get_group().empty())
            names.push_back(command->get_name());
    const bool is_command = std::find(names.begin(), names.end(), first) != names.end();
    if (first.empty() || first.front() == '-' || is_command) return usage_message(app, error, typed);
    return fmt::format("expected one of the commands {}, found '{}'", fmt::join(names, ", "), first);
}

/// Returns the arguments without the program's name. `hitmap FILE` becomes `hitmap view FILE`.
std::vector<std::string> arguments_of(const CLI::App& app, int argc, const char* const* argv) {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (arguments.empty()) return arguments;
    const std::string& first = arguments.front();
    const auto is_named = [&](const CLI::App* command) { return command->get_name() == first; };
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    std::error_code ignored;
    if (std::none_of(commands.begin(), commands.end(), is_named) &&
        (first.starts_with("builtin:") || std::filesystem::exists(first, ignored)))
        arguments.insert(arguments.begin(), "view");
    return arguments;
}

void add_view_command(CLI::App& app, ViewRequest& request, PartOptions& part, bool& wanted) {
    auto* command = app.add_subcommand("view", "Open the window; the same as `hitmap` without a command");
    command->add_option("FILE", request.files, "Recordings (.hmt), mesh files or built-in scenes to open");
    add_part_options(*command, part);
    add_layout_options(*command, request.layout);
    add_deal_option(*command, request.dealt_sms);
    command->callback([&] {
        request.part = part.part();
        std::string given = request.part.is_whole() ? request.layout.given() : part.given();
        if (given.empty() && request.dealt_sms != 0) given = "--deal-blocks";
        const auto is_session = [](const std::string& file) { return file.ends_with(".hitmap"); };
        if (!given.empty() && (request.files.empty() || std::ranges::any_of(request.files, is_session)))
            throw UsageError(fmt::format("{}: expected with recordings", given));
        wanted = true;
    });
}

std::string version_text(const std::string& commit) {
    return fmt::format("hitmap {}{}", program_version,
                       commit.empty() ? "" : fmt::format(" (commit {})", commit));
}

int run_arguments(int argc, const char* const* argv, const ViewLauncher& view, const std::string& commit,
                  OutputFiles& outputs) {
    CLI::App app("Shows where in a scene a GPU ray tracer hits or misses its caches.", "hitmap");
    // Before the commands are added, since each takes over the formatter that there is.
    app.formatter(std::make_shared<HelpFormatter>(help_width()));
    app.set_version_flag("--version", version_text(commit));
    app.require_subcommand(0, 1);
    app.fallthrough(false);
    app.footer(
        "`hitmap COMMAND --help` explains a command. Without a command, the window opens, with "
        "the files that are named.\n"
        "Sizes take KiB, MiB and GiB. A cache is CAPACITY:LINE[/SECTOR]:WAYS[:POLICY[:INDEX]], e.g. "
        "32KiB:128:64, or its capacity alone, e.g. 64KiB; WAYS may be `full`.\n"
        "Exit status: 0; 1 if something failed; 2 if the command line is wrong; 130 after Ctrl-C, 143 after "
        "SIGTERM and 129 after SIGHUP, which leave nothing behind that is not complete.");
    const std::span typed(argv, static_cast<std::size_t>(std::max(argc, 0)));
    app.failure_message([&app, typed](const CLI::App*, const CLI::Error& error) {
        return fmt::format("hitmap: {}\nRun with --help for more information.\n",
                           printable(message_of(app, error, typed)));
    });
    bool timing = false;
    app.add_flag("--timing", timing, "Print the seconds that the command took on standard error");

    Command command;
    ViewRequest request;
    PartOptions part;
    bool view_wanted = argc <= 1;
    const SelectCommand select = [&](Command work) { command = std::move(work); };
    add_view_command(app, request, part, view_wanted);
    for (AddCommand* const add : command_list)
        add(app, select);
    for (CLI::App* sub : app.get_subcommands({}))
        sub->add_flag("--timing", timing,
                      sub->get_name() == "view"
                          ? "Print on standard error when the first picture is complete: seconds since the "
                            "start, and seconds of processor time"
                          : "Print the seconds taken on standard error");

    try {
        auto arguments = arguments_of(app, argc, argv);
        std::reverse(arguments.begin(), arguments.end()); // this overload expects the reverse order
        app.parse(std::move(arguments));
        for (const CLI::App* used : app.get_subcommands())
            refuse_outputs_among_inputs(*used);
    } catch (const CLI::ParseError& error) {
        if (app.exit(error) != 0) return ExitStatus::usage;
        flush_results(); // output of --help
        return ExitStatus::success;
    } catch (const UsageError& error) {
        tell("hitmap: {}\n", error.what());
        return ExitStatus::usage;
    }
    if (command) return run_command(command, app.get_subcommands().front()->get_name(), timing, outputs);
    request.outputs = &outputs;
    request.timing = timing;
    return view(request);
}

} // namespace

int run_cli(int argc, const char* const* argv, const ViewLauncher& view, const std::string& commit) {
    prepare_standard_streams();
    OutputFiles outputs;
    try {
        const Interrupt interrupt(outputs);
        return run_arguments(argc, argv, view, commit, outputs);
    } catch (const Error& error) {
        tell("hitmap: {}\n", error.what());
    } catch (const std::bad_alloc&) {
        tell("hitmap: not enough memory to start\n");
    }
    return ExitStatus::failed;
}

} // namespace hitmap
