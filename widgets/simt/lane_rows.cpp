#include "widgets/simt/lane_rows.h"

#include "core/cache/results/source_lines.h"
#include "core/report/rows/simt_columns.h"
#include "widgets/base/format.h"
#include "widgets/simt/view_parts.h"
#include "widgets/table/report_table.h"

#include <string>
#include <utility>

namespace hitmap {

namespace {

const ColumnPlaces& simt_places() {
    static const ColumnPlaces places{
        {"name"},
        {"efficiency", "share_of_inactive_lanes"},
        {"requests", "active_lanes"},
        {"active_lanes"},
        {"inactive_lanes"},
        {"share_of_inactive_lanes"},
    };
    return places;
}

ReportColumns<SimtReportRow> columns_of(SimtBy by) {
    return window_columns(simt_columns(info_of(by).title), simt_places());
}

/// Returns the tool tip of a row of instructions: their place, and the line as it is written.
QString place_of(const RecordingInfo& info, const SourceTexts& sources, const SimtRow& row) {
    if (row.instructions.empty()) return {};
    const SourceLocation& place = info.instructions[row.instructions.front()].location;
    if (place.file.empty()) return simt_text("The recording does not say which line this is");
    QStringList lines{QStringLiteral("%1:%2").arg(text_of(place.file), QString::number(place.line))};
    for (const std::string_view text :
         {std::string_view(place.function), sources.line(place.file, place.line)})
        if (!text.empty()) lines.append(text_of(text));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString title_of(SimtBy by) {
    return simt_text(std::string(info_of(by).title).c_str());
}

std::vector<TableColumn> simt_table_columns(SimtBy by) {
    auto columns = table_columns(columns_of(by), simt_places(), simt_text);
    columns.front().stored_name = QStringLiteral("name");
    return columns;
}

std::vector<TableRow> simt_table_rows(const RecordingInfo& info, const SimtSums& sums) {
    const SimtTable& table = sums.tables.front();
    const auto columns = columns_of(table.by);
    const SourceTexts sources(info);
    std::vector<TableRow> rows{
        table_row(columns, simt_total_row(simt_text("Everything").toStdString(), sums))};
    for (const SimtRow& row : table.rows) {
        rows.push_back(table_row(columns, simt_report_row(row, sums)));
        rows.back().front().detail = place_of(info, sources, row);
    }
    return rows;
}

PlotData lane_plot(const SimtSums& sums, std::size_t row) {
    const SimtRow* const chosen = row == 0 ? nullptr : &sums.tables.front().rows[row - 1];
    const LaneHistogram& histogram = chosen != nullptr ? *chosen->histogram : sums.all;
    const QString name = chosen != nullptr ? text_of(chosen->name) : simt_text("everything");
    PlotData data;
    data.title = simt_text("Requests by active lanes: %1").arg(name).toStdString();
    data.x = {.title = simt_text("active lanes").toStdString(), .csv_name = "active_lanes"};
    data.x.range = PlotRange{0.0, static_cast<double>(sums.warp_lanes) + 1.0};
    data.y = {.title = simt_text("Requests").toStdString(), .csv_name = "requests"};
    data.look = PlotLook::bars;
    data.empty_text = simt_text("No requests").toStdString();
    if (histogram.sums().requests == 0) return data;
    PlotSeries series{simt_text("requests").toStdString(), {}};
    for (unsigned lanes = 1; lanes <= sums.warp_lanes; ++lanes)
        series.points.push_back({static_cast<double>(lanes), static_cast<double>(histogram.requests[lanes])});
    data.series.push_back(std::move(series));
    return data;
}

} // namespace hitmap
