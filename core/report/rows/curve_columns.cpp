#include "core/report/rows/curve_columns.h"

#include "core/report/column/csv_table.h"

#include <cmath>

namespace hitmap {

const ReportColumns<CurveRow>& curve_columns() {
    static const ReportColumns<CurveRow> columns{
        {{.key = "curve", .title = "Curve", .type = CellType::text},
         [](const CurveRow& row) { return to_string(row.curve.subject); }},
        {{.key = "metric", .title = "Metric", .type = CellType::text},
         [](const CurveRow& row) { return info_of(row.curve.metric).key; }},
        {{.key = "frame", .title = "Frame"}, [](const CurveRow& row) { return row.frame; }},
        {{.key = "first", .title = "First", .help = "The first position of the window that the sums are of"},
         [](const CurveRow& row) { return row.point().window.first; }},
        {{.key = "last", .title = "Last", .help = "The position after the last one of the window"},
         [](const CurveRow& row) { return row.point().window.last; }},
        {{.key = "value", .title = "Value", .type = CellType::number},
         [](const CurveRow& row) -> CellValue {
             if (std::isnan(row.point().value)) return {};
             return row.point().value;
         }},
        {{.key = "accesses", .title = "Accesses", .help = "Of an element"},
         [](const CurveRow& row) -> CellValue {
             if (metrics_of(row.curve.subject) != Subject::element) return {};
             return row.point().sums.accesses;
         }},
        {{.key = "requests",
          .title = "Requests",
          .help = "Of an allocation, a line, an instruction or an SM"},
         [](const CurveRow& row) -> CellValue {
             if (metrics_of(row.curve.subject) != Subject::part) return {};
             return row.point().sums.requests;
         }},
        {{.key = "lookups", .title = "Look-ups", .help = "In the level of the metric"},
         [](const CurveRow& row) -> CellValue {
             if (!row.curve.metric.level) return {};
             return row.point().sums.level.lookups;
         }},
        {{.key = "hits", .title = "Hits"},
         [](const CurveRow& row) -> CellValue {
             if (!row.curve.metric.level) return {};
             return row.point().sums.level.hit_count();
         }},
    };
    return columns;
}

void write_curve_csv(std::span<const TimeCurve> curves, const std::function<void(std::string_view)>& write) {
    write(csv_names(curve_columns()) + "\n");
    for (const TimeCurve& curve : curves)
        for (std::uint64_t frame = 0; frame < curve.points.size(); ++frame)
            write(csv_fields(curve_columns(), CurveRow{curve, frame}) + "\n");
}

} // namespace hitmap
