#include "app/cli/base/reference_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace hitmap {

namespace {

/// The names of all options of a command, with blanks between them.
std::string option_names(const CommandReference& command) {
    std::vector<std::string> names;
    for (const OptionReference& option : command.options)
        if (!option.is_positional) names.insert(names.end(), option.names.begin(), option.names.end());
    return fmt::format("{}", fmt::join(names, " "));
}

/// Cases "command:option", in which the value is a choice of words.
std::string value_cases(const CommandReference& command) {
    std::string out;
    for (const OptionReference& option : command.options) {
        if (option.choices.empty()) continue;
        std::vector<std::string> patterns;
        for (const std::string& name : option.names)
            patterns.push_back(command.name + ":" + name);
        out +=
            fmt::format("    {}) values='{}' ;;\n", fmt::join(patterns, "|"), fmt::join(option.choices, " "));
    }
    return out;
}

// Where no word fits, readline completes names of files. It takes = for a word of its own.
constexpr const char* before_values =
    R"(    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= word
    if [[ $current == = ]]; then current=
    elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case " $commands " in *" $word "*) command=$word; break ;; esac
    done
    COMPREPLY=()
    local values=
    case $command:$previous in
)";
constexpr const char* before_options = R"(    esac
    if [[ -z $values && $current == -* ]]; then
        case $command in
)";
constexpr const char* at_end = R"(        esac
    elif [[ -z $values && -z $command ]]; then
        values=$commands
    fi
    if [[ -n $values ]]; then mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current"); fi
}
)";

} // namespace

std::string bash_completion_of(const ProgramReference& reference) {
    std::vector<std::string> names;
    std::string values;
    std::string options = fmt::format("        '') values='{}' ;;\n", option_names(reference.program));
    for (const CommandReference& command : reference.commands) {
        names.push_back(command.name);
        values += value_cases(command);
        options += fmt::format("        {}) values='{}' ;;\n", command.name, option_names(command));
    }
    const std::string& name = reference.program.name;
    return fmt::format(
               "# Completion of {0} in bash, made from its help.\n_{0}() {{\n    local commands='{1}'\n",
               name, fmt::join(names, " ")) +
           before_values + values + before_options + options + at_end +
           fmt::format("complete -o default -F _{0} {0}\n", name);
}

} // namespace hitmap
