#include "widgets/panels/traffic_table.h"

#include "core/report/rows/traffic_columns.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("TrafficTable", text);
}

/// By relevance: how much of it hits, its part in all misses, why it misses, what that costs; then how it
/// came about. L2 is below L1.
const ColumnPlaces& traffic_places() {
    static const ColumnPlaces places{
        {"l1_hit_rate", "l2_hit_rate"},
        {"l2_hit_rate"},
        {"share_of_l1_misses", "share_of_l2_misses"},
        {"share_of_l2_misses"},
        {"l1_cold_misses", "l2_cold_misses"},
        {"l2_cold_misses"},
        {"l1_capacity_misses", "l2_capacity_misses"},
        {"l2_capacity_misses"},
        {"l1_conflict_misses", "l2_conflict_misses"},
        {"l2_conflict_misses"},
        {"dram_bytes"},
        {"requests", "sectors"},
        {"sectors"},
        {"sectors_per_request"},
        {"l1_hits", "l2_hits", "l1_lookups"},
        {"l2_hits", {}, "l2_lookups"},
        {"l1_lookups"},
        {"l2_lookups"},
        {"share_of_sectors"},
        {"l1_bytes", "l2_bytes"},
        {"l2_bytes"},
    };
    return places;
}

ReportColumns<TrafficRow> columns_of(TrafficOf of) {
    ReportColumns<TrafficRow> columns = traffic_columns(of);
    columns.insert(columns.end(), miss_class_columns().begin(), miss_class_columns().end());
    return window_columns(columns, traffic_places());
}

/// Without look-ups, rates are undefined, and so are hits and look-ups.
TrafficRow row_of(const QString& name, const AllocationSums& sums, const AllocationSums& all) {
    TrafficRow row;
    row.name = name.toStdString();
    row.requests = sums.requests;
    row.sums = sums;
    row.all = all;
    row.levels = {looked_up_level(sums.l1), looked_up_level(sums.l2)};
    return row;
}

void put_traffic(TrafficRow& row, const TrafficSums& sums, bool explained) {
    row.moved = moved_bytes(sums);
    if (explained) row.misses = {sums.l1_misses, sums.l2_misses};
}

QString dram_detail(const TrafficWindow& traffic) {
    return traffic.knows_written
               ? QString()
               : translated("; what L2 writes to memory is known for the whole recording alone");
}

std::size_t index_of(const ReportColumns<TrafficRow>& columns, std::string_view key) {
    const auto found =
        std::ranges::find(columns, key, [](const auto& column) { return std::string_view(column.info.key); });
    return static_cast<std::size_t>(found - columns.begin());
}

/// The requests of allocations are not added up, since one may be in several allocations. Those of the whole
/// recording are known. Their sectors are not all: some may be in no allocation.
void put_all_requests(TableRow& total, const ReportColumns<TrafficRow>& columns, const RecordingInfo& info,
                      TimeWindow window) {
    total[index_of(columns, "sectors_per_request")] = {CellType::number, {}, {}};
    TableCell& requests = total[index_of(columns, "requests")];
    if (!info.has_sums() && window == TimeWindow{0, info.positions()})
        requests = count_cell(info.requests);
    else
        requests = {CellType::count,
                    {},
                    info.has_sums()
                        ? translated("the recording has none")
                        : translated("not added up, since a request may be in several allocations; "
                                     "choose a GPU, or one frame for the whole recording")};
}

AllocationSums sum_of_all(const TrafficNumbers& numbers) {
    if (numbers.traffic) return allocation_sums(numbers.traffic->total);
    AllocationSums all;
    for (const AllocationSums& sums : numbers.allocations.allocations)
        all += sums;
    return all;
}

} // namespace

std::vector<TableColumn> allocation_traffic_columns() {
    auto columns = table_columns(columns_of(TrafficOf::allocations), traffic_places(), translated);
    columns.push_back({translated("Role"), QStringLiteral("role")});
    return columns;
}

std::vector<TableRow> allocation_traffic_rows(const RecordingInfo& info, const TrafficNumbers& numbers) {
    const auto columns = columns_of(TrafficOf::allocations);
    const std::size_t dram = index_of(columns, "dram_bytes");
    const QString detail = numbers.traffic ? dram_detail(*numbers.traffic) : QString();
    std::vector<TableRow> rows;
    const auto add = [&](const TrafficRow& row, const QString& role) {
        rows.push_back(table_row(columns, row));
        if (row.moved) rows.back()[dram].detail += detail;
        rows.back().push_back(text_cell(role));
    };
    const AllocationSums all = sum_of_all(numbers);
    TrafficRow total = row_of(translated("Everything"), all, all);
    if (numbers.traffic) put_traffic(total, numbers.traffic->total, numbers.explained);
    if (info.has_sums()) total.sums.reset(); // of elements, not of requests
    add(total, {});
    if (!numbers.traffic) put_all_requests(rows.back(), columns, info, numbers.allocations.window);
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < numbers.allocations.allocations.size(); ++i) {
        TrafficRow row = row_of(text_of(labels[i]), numbers.allocations.allocations[i], all);
        if (numbers.traffic) put_traffic(row, numbers.traffic->allocations[i], numbers.explained);
        add(row, capitalised(name_of(info.allocations[i].role)));
    }
    return rows;
}

std::vector<TrafficLine> traffic_lines(const RecordingInfo& info, const std::optional<TrafficWindow>& traffic,
                                       bool each_instruction) {
    const std::vector<TrafficSums> none(traffic ? 0 : info.instructions.size());
    const std::vector<TrafficSums>& sums = traffic ? traffic->instructions : none;
    std::vector<TrafficLine> lines;
    for (SourceLineSums& line : sums_by_line(info, sums, true)) {
        if (!each_instruction) {
            lines.push_back(
                {line.file, line.line, line.name, std::move(line.instructions), false, line.sums});
            continue;
        }
        for (const std::uint32_t instruction : line.instructions)
            lines.push_back({line.file, line.line, line.name, {instruction}, true, sums[instruction]});
    }
    return lines;
}

QString name_of_line(const TrafficLine& line) {
    QString name = line.file.empty() ? translated("not known") : text_of(line.name);
    if (line.one_instruction) name += QStringLiteral(" #%1").arg(line.instructions.front());
    return name;
}

std::vector<TableColumn> line_traffic_columns() {
    auto columns = table_columns(columns_of(TrafficOf::source_lines), traffic_places(), translated);
    columns.push_back(
        {translated("Source"), QStringLiteral("source"), true, translated("The line as it is written")});
    columns.push_back({translated("Function"), QStringLiteral("function")});
    columns.push_back(
        {translated("Operation"), QStringLiteral("operation"), true, translated("Of its instructions")});
    return columns;
}

namespace {

struct LineTexts {
    QString source;
    QString function;
    QString operations;
};

LineTexts texts_of(const RecordingInfo& info, const SourceTexts& sources, const TrafficLine& line) {
    LineTexts texts{text_of(sources.line(line.file, line.line)), {}, {}};
    QStringList functions;
    QStringList operations;
    for (const std::uint32_t i : line.instructions) {
        const Instruction& instruction = info.instructions[i];
        functions.append(text_of(instruction.location.function));
        operations.append(
            translated("%1 %2, %3 B")
                .arg(text_of(name_of(instruction.operation)), text_of(name_of(instruction.space)))
                .arg(instruction.bytes_per_lane));
    }
    functions.removeDuplicates();
    operations.removeDuplicates();
    texts.function = functions.join(QStringLiteral(", "));
    texts.operations = operations.join(QStringLiteral("; "));
    return texts;
}

/// Returns the tool tip of a line's name.
QString detail_of(const TrafficLine& line, const LineTexts& texts) {
    QStringList lines{QStringLiteral("%1:%2").arg(text_of(line.file), QString::number(line.line))};
    if (line.file.empty()) lines = QStringList{translated("The recording does not say which line this is")};
    for (const QString& text : {texts.function, texts.source})
        if (!text.isEmpty()) lines.append(text);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

std::vector<TableRow> line_traffic_rows(const RecordingInfo& info, const std::vector<TrafficLine>& lines,
                                        const TrafficNumbers& numbers) {
    const std::optional<TrafficWindow>& traffic = numbers.traffic;
    const auto columns = columns_of(TrafficOf::source_lines);
    std::vector<TableRow> rows;
    const auto add = [&](const TableCell& name, const TrafficSums& sums, const LineTexts& texts) {
        TrafficRow row;
        if (traffic) {
            row = row_of({}, allocation_sums(sums), allocation_sums(traffic->total));
            put_traffic(row, sums, numbers.explained);
            row.moved->dram = row.moved->dram_read; // for the total, too, so that the lines are shares of it
        }
        rows.push_back(table_row(columns, row));
        rows.back().front() = name;
        for (const QString& text : {texts.source, texts.function, texts.operations})
            rows.back().push_back(text_cell(text));
    };
    add(text_cell(translated("Everything"),
                  translated("With what L1 writes back, which belongs to no instruction")),
        traffic ? traffic->total : TrafficSums{}, {});
    const SourceTexts sources(info);
    for (const TrafficLine& line : lines) {
        const LineTexts texts = texts_of(info, sources, line);
        add(text_cell(name_of_line(line), detail_of(line, texts)), line.sums, texts);
    }
    return rows;
}

} // namespace hitmap
