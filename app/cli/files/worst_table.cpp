#include "app/cli/files/worst_table.h"

#include "core/profile/models/worst_elements.h"
#include "core/report/column/html_page.h"
#include "core/report/rows/level_columns.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <vector>

namespace hitmap {

namespace {

struct WorstRow {
    const WorstElement& worst;
    std::optional<std::uint32_t> source;
    std::optional<std::uint32_t> accesses;
    ReportedLevels levels{};
};

ReportColumns<WorstRow> worst_row_columns(std::size_t level) {
    ReportColumns<WorstRow> columns{
        {{.key = "element", .title = "Element"}, [](const WorstRow& row) { return row.worst.element; }},
        {{.key = "source", .title = "Source"}, &WorstRow::source},
        {{.key = "accesses", .title = "Accesses"}, &WorstRow::accesses},
        {{.key = "misses", .title = level == 0 ? "L1 misses" : "L2 misses"},
         [](const WorstRow& row) { return row.worst.misses; }},
        {{.key = "share", .title = level == 0 ? "Of L1 misses" : "Of L2 misses", .type = CellType::rate},
         [](const WorstRow& row) { return row.worst.share; }}};
    for (ReportColumn<WorstRow>& column : level_columns<WorstRow>())
        columns.push_back(std::move(column));
    return columns;
}

std::string worst_table(const PageSubject& subject, const WindowSums& sums, ElementKindId kind,
                        std::size_t level) {
    const ElementSources sources(subject.scene);
    const auto worst = worst_elements(sums, sources, kind, level, subject.worst);
    if (worst.empty()) return {};
    std::vector<WorstRow> rows;
    for (const WorstElement& one : worst) {
        WorstRow row{one, sources.source(kind, one.element), {}};
        if (subject.profile.capabilities().counts_accesses) row.accesses = one.sums.accesses;
        row.levels = {reported_level(one.sums.l1()), reported_level(one.sums.l2())};
        rows.push_back(row);
    }
    std::string heading(element_kinds()[kind].plural);
    heading.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(heading.front())));
    return html_table(fmt::format("{} with the most misses in L{}", heading, level + 1),
                      worst_row_columns(level), rows);
}

} // namespace

std::string worst_tables(const PageSubject& subject, const JobContext& job) {
    WindowSums sums;
    subject.profile.window({0, subject.profile.positions()}, sums, job);
    std::string html;
    for (const ElementKindId kind : in_drawing_order(kinds_with_look_ups()))
        for (const std::size_t level : {0U, 1U})
            html += worst_table(subject, sums, kind, level);
    return html;
}

} // namespace hitmap
