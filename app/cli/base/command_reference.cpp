#include "app/cli/base/command_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace hitmap {

namespace {

/// Returns the words among values such as "primary|shadow|ao:N|path[:BOUNCE]": primary, shadow and path.
/// Capitals stand for what users fill in.
std::vector<std::string> choices_of(const std::string& value) {
    std::vector<std::string> choices;
    if (value.find('|') == std::string::npos) return choices;
    for (const std::string& each : CLI::detail::split(value, '|')) {
        const std::string word = each.substr(0, each.find('['));
        const auto is_filled_in = [](char c) { return c == ':' || (c >= 'A' && c <= 'Z'); };
        if (!word.empty() && std::none_of(word.begin(), word.end(), is_filled_in)) choices.push_back(word);
    }
    return choices;
}

/// Names in alphabetical order, since the parser keeps the options in an order that depends on addresses.
std::string names_of(const std::set<CLI::Option*>& options) {
    std::set<std::string> names;
    for (const CLI::Option* option : options)
        names.insert(option->get_name());
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string explanation_of(const CLI::Option& option) {
    std::string text = option.get_description();
    const auto add = [&](const std::string& sentence) {
        text += (text.ends_with('.') ? " " : ". ") + sentence;
    };
    if (option.get_required()) add("Required");
    if (const std::string value = option.get_default_str(); !value.empty()) add("Default: " + value);
    if (const std::string names = names_of(option.get_needs()); !names.empty()) add("Needs " + names);
    if (const std::string names = names_of(option.get_excludes()); !names.empty()) add("Not with " + names);
    return text;
}

OptionReference reference_of(const CLI::Option& option) {
    OptionReference out;
    out.is_positional = option.get_positional();
    if (out.is_positional) {
        out.names.push_back(option.get_name(true));
    } else {
        for (const std::string& name : option.get_snames())
            out.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames())
            out.names.push_back("--" + name);
        if (option.get_type_size() != 0) out.value = option.get_type_name();
        if (out.value == "UINT") out.value = "N";
    }
    out.choices = choices_of(out.value);
    if (option.get_expected_max() >= CLI::detail::expected_max_vector_size)
        (out.is_positional ? out.names.front() : out.value) += out.is_positional ? "..." : " ...";
    out.explanation = explanation_of(option);
    out.group = option.get_group();
    return out;
}

CommandReference command_reference_of(const CLI::App& command) {
    CommandReference out{command.get_name(), command.get_description(), command.get_footer(), {}};
    for (const CLI::Option* option : command.get_options())
        if (!option->get_group().empty()) out.options.push_back(reference_of(*option));
    return out;
}

} // namespace

ProgramReference reference_of(const CLI::App& app) {
    ProgramReference out{command_reference_of(app), {}};
    for (const CLI::App* command :
         app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
        out.commands.push_back(command_reference_of(*command));
    // A command without a footer of its own has that of the program.
    for (CommandReference& command : out.commands)
        if (command.footer == out.program.footer) command.footer.clear();
    return out;
}

std::string usage_of(const CommandReference& command) {
    std::string usage = "[OPTIONS]";
    for (const OptionReference& option : command.options) {
        if (!option.is_positional) continue;
        const bool needed = option.explanation.find("Required") != std::string::npos;
        usage += needed ? " " + option.names.front() : " [" + option.names.front() + "]";
    }
    return usage;
}

std::string spelling_of(const OptionReference& option) {
    return fmt::format("{}{}{}", fmt::join(option.names, ", "), option.value.empty() ? "" : " ",
                       option.value);
}

std::string first_sentence(const std::string& text) {
    const std::size_t end = text.find(". ");
    if (end != std::string::npos) return text.substr(0, end);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

} // namespace hitmap
