#include "app/cli/base/reference_text.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/version.h"
#include "app/cli/commands/command.h"

#include <memory>
#include <string>

namespace hitmap {

namespace {

std::string text_of(const ProgramReference& reference, const std::string& format) {
    if (format == "markdown") return markdown_of(reference);
    if (format == "man") return man_page_of(reference, program_version);
    if (format == "bash") return bash_completion_of(reference);
    if (format == "zsh") return zsh_completion_of(reference);
    return fish_completion_of(reference);
}

} // namespace

void add_reference_command(CLI::App& app, const SelectCommand& select) {
    const auto format = std::make_shared<std::string>();
    auto* command = app.add_subcommand("command-reference", "Print what the help says in another form");
    command->group(""); // Users have no need of it: the build and the documents take its output.
    command->add_option("FORMAT", *format, "markdown, man, or a shell to complete in: bash, zsh, fish")
        ->required()
        ->check(CLI::IsMember({"markdown", "man", "bash", "zsh", "fish"}).description(""));
    command->callback([=, &app] {
        select([=, &app](const JobContext&) { print_text("{}", text_of(reference_of(app), *format)); });
    });
}

} // namespace hitmap
