#include "widgets/contents/optimum_table.h"

#include "core/cache/array/cache_geometry.h"
#include "core/report/contents/optimum_columns.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>

#include <utility>
#include <vector>

namespace hitmap {

namespace {

QString optimum_text(const char* text) {
    return QCoreApplication::translate("OptimumTable", text);
}

const ColumnPlaces& optimum_places() {
    static const ColumnPlaces places{
        {"level"},
        {"hit_rate"},
        {"optimal_hit_rate"},
        {"possible_gain_rate"},
        {"possible_gain"},
        {.key = "lookups", .shown = false},
        {.key = "hits", .shown = false},
        {.key = "optimal_hits", .shown = false},
        {.key = "cache", .shown = false},
    };
    return places;
}

ReportColumns<OptimumRow> optimum_shown() {
    return window_columns(optimum_columns(), optimum_places());
}

} // namespace

OptimumTable::OptimumTable(QWidget* parent)
    : DataTable(QStringLiteral("contents_optimum"),
                table_columns(optimum_shown(), optimum_places(), optimum_text), Height::fits_rows, parent) {}

void OptimumTable::show(const ContentsResults* results) {
    std::vector<TableRow> rows;
    if (results != nullptr) {
        const ModelConfig& model = results->simulation->model;
        const auto columns = optimum_shown();
        rows.push_back(
            table_row(columns, OptimumRow{Level::l1, to_string(l1_of(model)), results->optimum.l1}));
        rows.push_back(
            table_row(columns, OptimumRow{Level::l2, to_string(l2_of(model)), results->optimum.l2}));
    }
    set_rows(std::move(rows));
}

} // namespace hitmap
