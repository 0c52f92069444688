#include "core/source/annotated_source.h"

#include "core/base/text/printable.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/source_columns.h"
#include "core/source/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace hitmap {

namespace {

/// How a language writes comments. Without `end`, a comment ends with its line.
struct CommentStyle {
    std::string_view ending; ///< of the file's name
    std::string_view begin = "/*";
    std::string_view end = "*/";
};
constexpr std::array line_comments{CommentStyle{".py", "#", ""}, CommentStyle{".jl", "#", ""},
                                   CommentStyle{".f90", "!", ""}, CommentStyle{".f", "!", ""},
                                   CommentStyle{".cuf", "!", ""}};

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

CommentStyle comment_style(std::string_view file) {
    const std::string name = lower_case(file);
    for (const CommentStyle& style : line_comments)
        if (name.ends_with(style.ending)) return style;
    return {};
}

/// Makes text safe in a comment.
std::string comment_text(std::string_view text) {
    std::string safe = printable(text);
    for (std::size_t at = safe.find("*/"); at != std::string::npos; at = safe.find("*/", at))
        safe.insert(at + 1, " ");
    return safe;
}

using Cells = std::vector<std::string>;

/// Joins right-aligned cells.
std::string aligned(const Cells& cells, const std::vector<std::size_t>& widths) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", cells[i], widths[i]);
    return text;
}

/// The titles, and the cells of each line that has numbers, as texts of one width.
struct Gutter {
    std::string titles;
    std::vector<std::pair<std::uint32_t, std::string>> lines; ///< by rising number
};

Gutter make_gutter(const FileTraffic& traffic, const TrafficSums& all) {
    const ReportColumns<SourceRow> columns = columns_in(source_columns(), &ReportPlaces::text);
    Cells titles;
    for (const ReportColumn<SourceRow>& column : columns)
        titles.push_back(printed_title(column.info));
    std::vector<Cells> rows;
    for (const LineTraffic& line : traffic.lines) {
        SourceRow row = source_row({}, line.sums, all);
        row.active_lanes = line.active_lanes;
        row.lane_requests = line.lane_requests;
        Cells& cells = rows.emplace_back();
        for (const ReportColumn<SourceRow>& column : columns)
            cells.push_back(plain_text(column.info, column.value(row)));
    }
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < titles.size(); ++i) {
        widths.push_back(titles[i].size());
        for (const Cells& cells : rows)
            widths.back() = std::max(widths.back(), cells[i].size());
    }
    Gutter gutter{aligned(titles, widths), {}};
    for (std::size_t i = 0; i < rows.size(); ++i)
        gutter.lines.emplace_back(traffic.lines[i].line, aligned(rows[i], widths));
    return gutter;
}

/// Source lines keep their tabs, which printable_lines() would escape.
std::string source_line(std::string_view line) {
    std::string text;
    for (std::size_t begin = 0;;) {
        const std::size_t tab = std::min(line.find('\t', begin), line.size());
        text += printable(line.substr(begin, tab - begin));
        if (tab == line.size()) return text;
        text += '\t';
        begin = tab + 1;
    }
}

/// Numbers before the lines. They and the space in their place are a multiple of 8 characters wide, so that
/// tabs keep their columns.
std::string with_leading_numbers(const std::vector<std::string_view>& lines, const Gutter& gutter,
                                 const std::vector<std::string>& head) {
    std::string text = "/*";
    for (const std::string& line : head)
        text += (text.size() == 2 ? " " : " * ") + comment_text(line) + "\n";
    const std::size_t width = (gutter.titles.size() + 7 + 7) / 8 * 8;
    text += fmt::format(" */\n/* {} */\n", gutter.titles);
    auto next = gutter.lines.begin();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        while (next != gutter.lines.end() && next->first < i + 1)
            ++next;
        const bool has_numbers = next != gutter.lines.end() && next->first == i + 1;
        std::string line = fmt::format("{:<{}}{}", has_numbers ? "/* " + next->second + " */" : "", width,
                                       source_line(lines[i]));
        line.erase(line.find_last_not_of(" \t") + 1);
        text += line + "\n";
    }
    return text;
}

/// Numbers behind the lines, in one column if these are not very long.
std::string with_trailing_numbers(const std::vector<std::string_view>& lines, const Gutter& gutter,
                                  const std::vector<std::string>& head, const CommentStyle& style) {
    constexpr std::size_t most_aligned = 100;
    std::size_t width = 0;
    for (const std::string_view line : lines)
        if (line.size() <= most_aligned) width = std::max(width, line.size());
    std::string text;
    for (const std::string& line : head)
        text += fmt::format("{} {}\n", style.begin, comment_text(line));
    text += fmt::format("{:<{}}  {} {}\n", "", width, style.begin, gutter.titles);
    auto next = gutter.lines.begin();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        while (next != gutter.lines.end() && next->first < i + 1)
            ++next;
        const std::string line = source_line(lines[i]);
        if (next != gutter.lines.end() && next->first == i + 1)
            text += fmt::format("{:<{}}  {} {}\n", line, width, style.begin, next->second);
        else
            text += line + "\n";
    }
    return text;
}

} // namespace

std::string annotated_source(std::string_view file, std::string_view text, const FileTraffic& traffic,
                             const TrafficSums& all, const std::vector<std::string>& head) {
    const std::vector<std::string_view> lines = lines_of_text(text);
    const Gutter gutter = make_gutter(traffic, all);
    const CommentStyle style = comment_style(file);
    return style.end.empty() ? with_trailing_numbers(lines, gutter, head, style)
                             : with_leading_numbers(lines, gutter, head);
}

void AnnotatedNames::take(std::string_view name) {
    next_.emplace(lower_case(name), 2);
}

std::string AnnotatedNames::name_for(std::string_view recorded_path) {
    constexpr std::size_t most_bytes = 190;
    std::string name = printable(name_in_path(recorded_path));
    std::replace(name.begin(), name.end(), '\\', '_'); // of an escaped character
    if (name.size() > most_bytes) name.erase(0, name.size() - most_bytes);
    while (!name.empty() && (static_cast<unsigned char>(name.front()) & 0xc0U) == 0x80U)
        name.erase(0, 1); // the rest of a character that was cut
    if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "_");
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const auto [own, is_free] = next_.emplace(lower_case(name), 2);
    if (is_free) return name;
    for (;;) {
        const std::string numbered =
            fmt::format("{}-{}{}", name.substr(0, dot), own->second++, name.substr(dot));
        if (next_.emplace(lower_case(numbered), 2).second) return numbered;
    }
}

} // namespace hitmap
