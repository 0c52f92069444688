#include "app/cli/base/help_formatter.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hitmap {

namespace {

constexpr std::size_t width_without_terminal = 100;
constexpr std::size_t least_help_width = 40;
constexpr std::size_t most_name_columns = 30;

/// Returns where a line of more than `room` columns is broken: before a space, or behind a | if a list of
/// values is longer than that. No value if there is no such place.
/// @param blank  spaces that indent the line, within which it must not be broken
std::optional<std::size_t> break_of(std::string_view line, std::size_t blank, std::size_t room) {
    const std::size_t space = line.rfind(' ', room);
    if (space != std::string_view::npos && space >= blank) return space;
    const std::size_t bar = room > 0 ? line.rfind('|', room - 1) : std::string_view::npos;
    if (bar != std::string_view::npos && bar > blank) return bar + 1;
    const std::size_t next = line.find(' ', std::max(room, blank));
    if (next == std::string_view::npos) return std::nullopt;
    return next;
}

/// Appends one line of wrapped_help().
void append_wrapped(std::string& out, std::string_view line, std::size_t indent, std::size_t width) {
    std::size_t blank = std::min(line.find_first_not_of(' '), line.size());
    const std::string start_of_rest = '\n' + std::string(indent + blank, ' ');
    std::size_t room = width - std::min(indent, width);
    const std::size_t room_of_rest = width - std::min(indent + blank, width);
    while (line.size() > room) {
        const auto at = break_of(line, blank, room);
        if (!at) break;
        const std::size_t rest = line.find_first_not_of(' ', *at);
        if (rest == std::string_view::npos) break;
        const std::string_view first = line.substr(0, *at);
        out += first.substr(0, first.find_last_not_of(' ') + 1);
        out += start_of_rest;
        line.remove_prefix(rest);
        blank = 0;
        room = room_of_rest;
    }
    out += line;
}

} // namespace

std::string wrapped_help(std::string_view text, std::size_t indent, std::size_t width) {
    std::string out;
    while (true) {
        const std::size_t end = text.find('\n');
        append_wrapped(out, text.substr(0, end), indent, width);
        if (end == std::string_view::npos) return out;
        out += '\n';
        text.remove_prefix(end + 1);
        // An empty line gets no spaces at its end.
        if (!text.empty() && text.front() != '\n') out.append(indent, ' ');
    }
}

std::size_t help_width() {
    if (isatty(STDOUT_FILENO) == 0) return width_without_terminal;
    const char* const columns = std::getenv("COLUMNS"); // NOLINT(concurrency-mt-unsafe): nothing sets it
    std::size_t width = 0;
    if (columns != nullptr) {
        const char* const end = columns + std::strlen(columns);
        const auto [stop, error] = std::from_chars(columns, end, width);
        if (error == std::errc{} && stop == end && width > 0) return width;
    }
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return width_without_terminal;
    return size.ws_col;
}

HelpFormatter::HelpFormatter(std::size_t width) : width_(std::max(width, least_help_width)) {
    // In a narrow terminal, most columns belong to the descriptions.
    column_width(std::min(most_name_columns, width_ / 3));
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
    return row(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
    return row(command->get_display_name(true), command->get_description());
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
    return wrapped_help(CLI::Formatter::make_description(app), 0, width_);
}

std::string HelpFormatter::make_footer(const CLI::App* app) const {
    return wrapped_help(CLI::Formatter::make_footer(app), 0, width_);
}

std::string HelpFormatter::row(const std::string& name, const std::string& description) const {
    constexpr std::size_t indent_of_name = 2;
    constexpr std::size_t indent_of_rest = 6;
    const std::size_t column = get_column_width();
    std::string out = std::string(indent_of_name, ' ');
    if (indent_of_name + name.size() < column) {
        out += name;
        if (!description.empty()) out.append(column - out.size(), ' ');
    } else {
        out += wrapped_help(name, indent_of_rest, width_);
        if (!description.empty()) out += '\n' + std::string(column, ' ');
    }
    return out + wrapped_help(description, column, width_) + "\n";
}

} // namespace hitmap
