#include "app/cli/files/traffic_csv.h"

#include "core/cache/results/source_lines.h"
#include "core/report/column/csv_table.h"
#include "core/report/rows/traffic_columns.h"
#include "core/trace/model/allocation_label.h"

#include <string>
#include <utility>

namespace hitmap {

namespace {

/// What a row describes. Values that the row's table does not have stay empty.
struct TrafficSubject {
    CellValue table;
    CellValue name{};
    CellValue file{};
    CellValue line{};
    CellValue column{};
    CellValue operation{};
    CellValue space{};
    CellValue bytes_per_lane{};
};

const ReportColumns<TrafficSubject>& subject_columns() {
    using Row = TrafficSubject;
    static const ReportColumns<Row> columns{
        {{.key = "table"}, &Row::table},   {{.key = "name"}, &Row::name},
        {{.key = "file"}, &Row::file},     {{.key = "line"}, &Row::line},
        {{.key = "column"}, &Row::column}, {{.key = "operation"}, &Row::operation},
        {{.key = "space"}, &Row::space},   {{.key = "bytes_per_lane"}, &Row::bytes_per_lane},
    };
    return columns;
}

TrafficSubject subject_of(std::size_t number, const Instruction& instruction) {
    const SourceLocation& place = instruction.location;
    return {"instruction",
            number,
            place.file,
            place.line,
            place.column,
            name_of(instruction.operation),
            name_of(instruction.space),
            instruction.bytes_per_lane};
}

} // namespace

void write_traffic_csv(const RecordingInfo& info, const HierarchyResult& result, TextOutput& out) {
    ReportColumns<TrafficRow> numbers = traffic_columns(TrafficOf::allocations);
    numbers.insert(numbers.end(), miss_class_columns().begin(), miss_class_columns().end());
    out.write(csv_names(subject_columns()) + "," + csv_names(numbers) + "\n");
    const auto write = [&](const TrafficSubject& subject, const TrafficSums& sums) {
        const TrafficRow row = traffic_row({}, sums, result.total, result.reuse.has_value());
        out.write(csv_fields(subject_columns(), subject) + "," + csv_fields(numbers, row) + "\n");
    };
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < result.allocations.size(); ++i)
        write({.table = "allocation", .name = labels[i], .space = name_of(info.allocations[i].space)},
              result.allocations[i]);
    for (std::size_t i = 0; i < result.instructions.size(); ++i)
        write(subject_of(i, info.instructions[i]), result.instructions[i]);
    for (const SourceLineSums& line : sums_by_line(info, result.instructions))
        write({.table = "line", .file = line.file, .line = line.line}, line.sums);
}

} // namespace hitmap
