#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace hitmap {

/// Returns ASCII text in lines of at most `width` columns, broken at spaces, or behind a | in a longer
/// list of values; another longer word has a line of its own. Line feeds of the text stay. Lines that a break
/// begins are indented as the line that is broken.
/// @param indent  number of spaces before each line but the first. The first line is printed at this column
///                already, after the name of an option
[[nodiscard]] std::string wrapped_help(std::string_view text, std::size_t indent, std::size_t width);

/// Returns the columns of the terminal that standard output is, as the variable COLUMNS or else the terminal
/// says; 100 if it is none.
[[nodiscard]] std::size_t help_width();

/// Writes the texts of --help like CLI::Formatter, with lines that are wrapped. Descriptions stand in a
/// column of their own.
class HelpFormatter : public CLI::Formatter {
public:
    /// @param width  columns of a line; at least 40 are used
    explicit HelpFormatter(std::size_t width);

    [[nodiscard]] std::string make_option(const CLI::Option* option, bool is_positional) const override;
    [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;
    [[nodiscard]] std::string make_description(const CLI::App* app) const override;
    [[nodiscard]] std::string make_footer(const CLI::App* app) const override;

private:
    [[nodiscard]] std::string row(const std::string& name, const std::string& description) const;

    std::size_t width_;
};

} // namespace hitmap
