#include "app/cli/lsp/editor_views.h"

#include "core/base/number_text.h"
#include "core/base/text/printable.h"
#include "core/cache/results/access_outcome.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/source_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

std::string counted(std::uint64_t count) {
    return grouped_count(static_cast<double>(count));
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
    return percent_text(static_cast<double>(part) / static_cast<double>(whole));
}

/// The numbers of one level at a line.
struct LevelNumbers {
    const char* name;
    std::uint64_t hits;
    std::uint64_t lookups;
    std::uint64_t all_misses; ///< of the whole recording
    [[nodiscard]] std::uint64_t misses() const { return lookups - hits; }
};

LevelNumbers l1_numbers(const TrafficSums& line, const TrafficSums& all) {
    return {"L1", line.l1_hits(), line.l1_lookups(), all.l1_lookups() - all.l1_hits()};
}

LevelNumbers l2_numbers(const TrafficSums& line, const TrafficSums& all) {
    return {"L2", line.l2_hits, line.l2_lookups, all.l2_lookups - all.l2_hits};
}

/// "L1 87.3 %, 1,234 misses (23.4 % of all)", or an empty text without look-ups.
std::string level_text(const LevelNumbers& level) {
    if (level.lookups == 0) return {};
    std::string text = fmt::format("{} {}, {} {}", level.name, share_text(level.hits, level.lookups),
                                   counted(level.misses()), level.misses() == 1 ? "miss" : "misses");
    if (level.all_misses != 0)
        text += fmt::format(" ({} of all)", share_text(level.misses(), level.all_misses));
    return text;
}

std::string line_text(const TrafficSums& line, const TrafficSums& all) {
    const std::string l1 = level_text(l1_numbers(line, all));
    const std::string l2 = level_text(l2_numbers(line, all));
    if (l1.empty() && l2.empty()) return counted(line.requests) + " requests, no look-ups";
    return l1 + (l1.empty() || l2.empty() ? "" : "; ") + l2;
}

std::string short_line_text(const TrafficSums& line) {
    const LevelNumbers level = line.l1_lookups() != 0 ? l1_numbers(line, {}) : l2_numbers(line, {});
    if (level.lookups == 0) return counted(line.requests) + " requests";
    return fmt::format("{} {}, {} {}", level.name, share_text(level.hits, level.lookups),
                       counted(level.misses()), level.misses() == 1 ? "miss" : "misses");
}

/// What an extension of an editor computes with; editors keep it with the lens and show nothing of it.
Json counts(const TrafficSums& line) {
    return {{"l1", {{"hits", line.l1_hits()}, {"lookups", line.l1_lookups()}}},
            {"l2", {{"hits", line.l2_hits}, {"lookups", line.l2_lookups}}}};
}

Json position(std::size_t line, std::size_t character) {
    return {{"line", line}, {"character", character}};
}

/// The line without the white space around it.
Json range_of(const ShownDocument& document, std::size_t line) {
    const std::string_view text = line < document.text.size() ? document.text[line] : std::string_view();
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t last = std::max(first, text.find_last_not_of(" \t") + 1);
    return {{"start", position(line, utf16_length(text.substr(0, first)))},
            {"end", position(line, utf16_length(text.substr(0, last)))}};
}

std::vector<SourceRow> rows_of(const RecordedNumbers& numbers, const LineTraffic& line) {
    std::vector<SourceRow> rows{source_row("line", line.sums, numbers.total)};
    rows.front().active_lanes = line.active_lanes;
    rows.front().lane_requests = line.lane_requests;
    std::vector<const LineAllocation*> allocations;
    for (const LineAllocation& each : line.allocations)
        allocations.push_back(&each);
    std::stable_sort(allocations.begin(), allocations.end(), [](const auto* a, const auto* b) {
        return a->sums.l1.miss_count() > b->sums.l1.miss_count();
    });
    for (const LineAllocation* each : allocations) {
        SourceRow& row = rows.emplace_back(source_row(each->allocation == MatrixCell::outside
                                                          ? "no allocation"
                                                          : numbers.allocation_labels[each->allocation],
                                                      each->sums, numbers.total));
        row.active_lanes = each->active_lanes;
        row.lane_requests = each->sums.requests;
    }
    return rows;
}

/// Text from a recording must not become a link or a picture in the editor.
std::string markdown_text(std::string_view text) {
    constexpr std::string_view marks = "\\`*_{}[]<>#!|~&";
    std::string escaped;
    for (const char c : printable(text)) {
        if (marks.find(c) != std::string_view::npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

ReportColumns<SourceRow> hover_columns() {
    return columns_in(source_columns(), &ReportPlaces::text);
}

std::string markdown_table(const std::vector<SourceRow>& rows) {
    std::string text = "| |";
    std::string rule = "|:--|";
    for (const ReportColumn<SourceRow>& column : hover_columns()) {
        text += " " + printed_title(column.info) + " |";
        rule += "--:|";
    }
    text += "\n" + rule + "\n";
    for (const SourceRow& row : rows) {
        text += "| " + markdown_text(row.name) + " |";
        for (const ReportColumn<SourceRow>& column : hover_columns())
            text += " " + plain_text(column.info, column.value(row)) + " |";
        text += "\n";
    }
    return text;
}

std::string plain_table(const std::vector<SourceRow>& rows) {
    ReportColumns<SourceRow> columns = hover_columns();
    for (ReportColumn<SourceRow>& column : columns)
        column.info.text.width = 14;
    columns.insert(columns.begin(), text_column<SourceRow>("", 20, CellType::text, &SourceRow::name));
    return text_table(columns, rows);
}

} // namespace

std::size_t utf16_length(std::string_view utf8) {
    std::size_t length = 0;
    for (const char c : utf8) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0U) == 0x80U) continue; // continues a character
        length += byte >= 0xf0U ? 2 : 1;       // beyond the basic plane: a surrogate pair
    }
    return length;
}

Json code_lenses(const ShownDocument& document) {
    Json lenses = Json::array();
    for (const ShownLine& each : document.lines)
        lenses.push_back(
            {{"range", range_of(document, each.line)},
             {"command", {{"title", line_text(each.traffic->sums, document.numbers.total)}, {"command", ""}}},
             {"data", counts(each.traffic->sums)}});
    return lenses;
}

Json inlay_hints(const ShownDocument& document, std::size_t first, std::size_t last) {
    Json hints = Json::array();
    for (const ShownLine& each : document.lines) {
        if (each.line < first || each.line > last || each.line >= document.text.size()) continue;
        hints.push_back({{"position", position(each.line, utf16_length(document.text[each.line]))},
                         {"label", short_line_text(each.traffic->sums)},
                         {"tooltip", line_text(each.traffic->sums, document.numbers.total)},
                         {"paddingLeft", true}});
    }
    return hints;
}

Json hover(const ShownDocument& document, std::size_t line, bool markdown) {
    const auto found = std::find_if(document.lines.begin(), document.lines.end(),
                                    [&](const ShownLine& each) { return each.line == line; });
    if (found == document.lines.end()) return nullptr;
    const std::vector<SourceRow> rows = rows_of(document.numbers, *found->traffic);
    const std::string about = fmt::format("{}, whole recording {}; {}", found->traffic->name,
                                          document.numbers.path, document.numbers.description);
    const std::string text = markdown ? markdown_table(rows) + "\n" + markdown_text(about)
                                      : plain_table(rows) + "\n" + printable(about);
    return {{"contents", {{"kind", markdown ? "markdown" : "plaintext"}, {"value", text}}},
            {"range", range_of(document, line)}};
}

Json diagnostics(const ShownDocument& document) {
    constexpr std::pair<double, int> severities[] = {{0.2, 2}, {0.05, 3}, {0.01, 4}}; // DiagnosticSeverity
    const TrafficSums& all = document.numbers.total;
    Json list = Json::array();
    for (const ShownLine& each : document.lines) {
        const TrafficSums& sums = each.traffic->sums;
        const LevelNumbers level = all.l1_lookups() != 0 ? l1_numbers(sums, all) : l2_numbers(sums, all);
        if (level.misses() == 0) continue;
        const double share = static_cast<double>(level.misses()) / static_cast<double>(level.all_misses);
        const auto* const severity = std::find_if(std::begin(severities), std::end(severities),
                                                  [&](const auto& of) { return share >= of.first; });
        if (severity == std::end(severities)) continue;
        list.push_back({{"range", range_of(document, each.line)},
                        {"severity", severity->second},
                        {"source", "hitmap"},
                        {"message", fmt::format("{} of all {} misses: {} of {} look-ups hit ({})",
                                                share_text(level.misses(), level.all_misses), level.name,
                                                counted(level.hits), counted(level.lookups),
                                                share_text(level.hits, level.lookups))}});
    }
    return list;
}

} // namespace hitmap
