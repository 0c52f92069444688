#include "app/cli/base/reference_text.h"
#include "core/base/text/replaced.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace hitmap {

namespace {

/// A text between ' of zsh, which has no escapes there.
std::string zsh_quoted(const std::string& text) {
    return "'" + replaced(text, "'", "'\\''") + "'";
}

/// An option as an argument of _arguments (man 1 zshcompsys); a brace expansion makes one for each name.
std::string zsh_option(const OptionReference& option) {
    std::string text = replaced(first_sentence(option.explanation), "\\", "\\\\");
    text = replaced(replaced(replaced(text, "[", "\\["), "]", "\\]"), ":", "\\:");
    std::string value;
    if (!option.value.empty()) {
        value = fmt::format(":{}:", replaced(option.value, ":", "\\:"));
        value += option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
    }
    const std::string rest = zsh_quoted(fmt::format("[{}]{}", text, value));
    // An option that may be repeated stays in the list; other names of one that may not leave it with it.
    const bool repeats = option.value.ends_with(" ...");
    if (option.names.size() == 1) return (repeats ? "'*'" : "") + option.names.front() + rest;
    const std::string before = repeats ? "*" : fmt::format("({})", fmt::join(option.names, " "));
    return fmt::format("'{}'{{{}}}{}", before, fmt::join(option.names, ","), rest);
}

/// A text between ' of fish, where \ and ' have escapes.
std::string fish_quoted(const std::string& text) {
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_option(const OptionReference& option) {
    std::string out;
    for (const std::string& name : option.names)
        out += (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
    if (!option.choices.empty())
        out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
    else if (!option.value.empty())
        out += " -r";
    return out + " -d " + fish_quoted(first_sentence(option.explanation));
}

} // namespace

std::string zsh_completion_of(const ProgramReference& reference) {
    const std::string& name = reference.program.name;
    std::string out =
        fmt::format("#compdef {0}\n# Completion of {0} in zsh, made from its help.\n_{0}() {{\n", name);
    std::string cases;
    out += "    local -a commands=(\n";
    for (const CommandReference& command : reference.commands) {
        out += "        " + zsh_quoted(command.name + ":" + first_sentence(command.description)) + "\n";
        cases += fmt::format("    {})\n        _arguments -S", command.name);
        for (const OptionReference& option : command.options)
            if (!option.is_positional) cases += " \\\n            " + zsh_option(option);
        cases += " \\\n            '*:file:_files' ;;\n";
    }
    out += R"(    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands
        _files
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT -= 1 ))
    case $command in
)";
    return out + cases + fmt::format("    *) _files ;;\n    esac\n}}\n_{} \"$@\"\n", name);
}

std::string fish_completion_of(const ProgramReference& reference) {
    const std::string& name = reference.program.name;
    const std::string first = fmt::format("complete -c {} -n __fish_use_subcommand", name);
    std::string out = fmt::format("# Completion of {} in fish, made from its help.\n", name);
    for (const OptionReference& option : reference.program.options)
        out += first + fish_option(option) + "\n";
    for (const CommandReference& command : reference.commands) {
        const std::string& description = command.description;
        out += fmt::format("{} -a {} -d {}\n", first, command.name, fish_quoted(first_sentence(description)));
        for (const OptionReference& option : command.options)
            if (!option.is_positional)
                out += fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'{}\n", name,
                                   command.name, fish_option(option));
    }
    return out;
}

} // namespace hitmap
