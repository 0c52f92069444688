#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace hitmap {

/// An option or a positional argument, as the help explains it.
struct OptionReference {
    std::vector<std::string>
        names; ///< as they are typed, "-o" and "--output"; of a positional argument, "FILE"
    bool is_positional = false;
    std::string value;                ///< what follows the name, "FILE.hmt" or "l1|l2"; empty for a flag
    std::vector<std::string> choices; ///< the words among the values, "l1" and "l2"; empty if there are none
    std::string explanation;          ///< with the default, and with the options that it needs or excludes
    std::string group;                ///< title of the options that it belongs to
};

/// A command, or the program itself.
struct CommandReference {
    std::string name;
    std::string description;
    std::string footer; ///< lines behind the options, such as examples
    std::vector<OptionReference> options;
};

/// All that the help of a program says. Commands and options that the help leaves out are not in it.
struct ProgramReference {
    CommandReference program;
    std::vector<CommandReference> commands;
};

[[nodiscard]] ProgramReference reference_of(const CLI::App& app);

/// Returns the arguments of a command after its name, as the line *Usage* of the help: "[OPTIONS] FILE".
[[nodiscard]] std::string usage_of(const CommandReference& command);

/// Returns an option with its value: "-o, --output FILE.hmt".
[[nodiscard]] std::string spelling_of(const OptionReference& option);

/// Returns the explanation up to the end of its first sentence, without the full stop.
[[nodiscard]] std::string first_sentence(const std::string& text);

} // namespace hitmap
