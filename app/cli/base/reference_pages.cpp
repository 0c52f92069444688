#include "app/cli/base/reference_text.h"
#include "core/base/text/replaced.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>
#include <vector>

namespace hitmap {

namespace {

/// A cell of a table in Markdown. A page of the documents that the text names becomes a link.
std::string cell(std::string text) {
    text = replaced(replaced(replaced(std::move(text), "|", "\\|"), "<", "\\<"), "*", "\\*");
    static const std::regex page(R"(docs/([\w./-]+\.md))");
    return std::regex_replace(text, page, "[docs/$1]($1)");
}

bool is_help(const OptionReference& option) {
    return option.names.back() == "--help";
}

/// Options of a group stand together, as in the help: positional arguments before, then the options of the
/// first group, and so on.
std::vector<std::vector<OptionReference>> grouped(const CommandReference& command) {
    std::vector<std::vector<OptionReference>> groups;
    const auto add = [&](bool positional) {
        for (const OptionReference& option : command.options) {
            if (option.is_positional != positional || is_help(option)) continue;
            auto group = groups.begin();
            while (group != groups.end() && group->front().group != option.group)
                ++group;
            if (group == groups.end()) group = groups.insert(groups.end(), std::vector<OptionReference>());
            group->push_back(option);
        }
    };
    add(true);
    add(false);
    return groups;
}

bool has_title(const std::vector<OptionReference>& group) {
    return group.front().group != "Options";
}

std::string markdown_options(const CommandReference& command) {
    std::string out;
    for (const auto& group : grouped(command)) {
        if (has_title(group)) out += cell(group.front().group) + ":\n\n";
        out += "| option | meaning |\n|---|---|\n";
        for (const OptionReference& option : group)
            out += fmt::format("| `{}` | {} |\n", replaced(spelling_of(option), "|", "\\|"),
                               cell(option.explanation));
        out += '\n';
    }
    return out;
}

/// Text of a manual page: no line begins with a request, and hyphens can be copied.
std::string roff(const std::string& text) {
    std::string out = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    out = replaced(replaced(out, "\n.", "\n\\&."), "\n'", "\n\\&'");
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string roff_options(const CommandReference& command) {
    std::string out;
    for (const auto& group : grouped(command)) {
        if (has_title(group)) out += ".PP\n" + roff(group.front().group) + "\n";
        for (const OptionReference& option : group)
            out += fmt::format(".TP\n.B {}\n{}\n", roff(spelling_of(option)), roff(option.explanation));
    }
    return out;
}

/// Lines begin where they begin in the text, since examples are aligned, and are wrapped if they are long.
std::string roff_lines(const std::string& text) {
    return text.empty() ? "" : fmt::format(".PP\n{}\n", replaced(roff(text), "\n", "\n.br\n"));
}

} // namespace

std::string markdown_of(const ProgramReference& reference) {
    std::string out;
    for (const CommandReference& command : reference.commands) {
        out += fmt::format("## {} {}\n\n{}.\n\n", reference.program.name, command.name, command.description);
        out += fmt::format("```\n{} {} {}\n```\n\n", reference.program.name, command.name, usage_of(command));
        out += markdown_options(command);
        if (!command.footer.empty()) out += fmt::format("```text\n{}\n```\n\n", command.footer);
    }
    if (!out.empty()) out.pop_back();
    return out;
}

std::string man_page_of(const ProgramReference& reference, std::string_view version) {
    const CommandReference& program = reference.program;
    const std::string& name = program.name;
    std::string capitals = name;
    std::transform(name.begin(), name.end(), capitals.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    std::string out = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", capitals, name, version);
    out += fmt::format(".SH NAME\n{} \\- {}\n", name, roff(first_sentence(program.description)));
    out += fmt::format(".SH SYNOPSIS\n.B {0}\n[FILE...]\n.br\n.B {0}\nCOMMAND [OPTIONS] ...\n", name);
    out += ".SH DESCRIPTION\n" + roff(program.description) + "\n" + roff_lines(program.footer);
    if (const std::string options = roff_options(program); !options.empty()) out += ".SH OPTIONS\n" + options;
    out += ".SH COMMANDS\n";
    for (const CommandReference& command : reference.commands) {
        out += fmt::format(".SS {} {}\n{}.\n", roff(command.name), roff(usage_of(command)),
                           roff(command.description));
        out += roff_options(command) + roff_lines(command.footer);
    }
    return out;
}

} // namespace hitmap
