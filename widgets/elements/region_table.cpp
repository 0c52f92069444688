#include "widgets/elements/region_table.h"

#include "core/report/rows/region_columns.h"
#include "widgets/base/tr.h"
#include "widgets/table/report_table.h"

namespace hitmap {

namespace {

const ColumnPlaces& region_places() {
    static const ColumnPlaces places{{"rank"},
                                     {"misses"},
                                     {"share"},
                                     {"area"},
                                     {"misses_per_area"},
                                     {"hit_rate"},
                                     {"hits", {}, "lookups"},
                                     {"lookups"},
                                     {"elements"},
                                     {.key = "element", .shown = false}};
    return places;
}

} // namespace

std::vector<TableColumn> region_columns(std::size_t level) {
    return table_columns(window_columns(region_report_columns(level), region_places()), region_places(), tr);
}

std::vector<TableRow> region_rows(const std::vector<WorstRegion>& regions) {
    const auto columns = window_columns(region_report_columns(0), region_places());
    std::vector<TableRow> rows;
    rows.reserve(regions.size());
    for (const WorstRegion& region : regions)
        rows.push_back(table_row(columns, {region, 0, rows.size() + 1, {}}));
    align_decimals(rows);
    return rows;
}

QString region_file_stem(const QString& recording, const RegionQuery& query) {
    return QStringLiteral("%1-worst-%2-by-l%3-misses%4")
        .arg(recording,
             query.kind == RegionKind::patch ? QStringLiteral("patches") : QStringLiteral("subtrees"))
        .arg(query.level + 1)
        .arg(query.rank == RegionRank::misses ? QString() : QStringLiteral("-per-area"));
}

QString no_regions_text(const RegionQuery& query, bool missed) {
    const bool patches = query.kind == RegionKind::patch;
    if (!missed) return patches ? tr("No face misses in this frame.") : tr("No box misses in this frame.");
    if (query.rank == RegionRank::misses) return tr("The misses of this frame are in no region.");
    return patches ? tr("By area, only patches with a thousandth of the misses of faces are listed; in this "
                        "frame none has as many.")
                   : tr("By area, only subtrees with a thousandth of the misses of boxes are listed; in this "
                        "frame none has as many.");
}

} // namespace hitmap
