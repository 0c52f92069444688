#include "widgets/elements/region_table.h"

#include "core/report/rows/region_columns.h"
#include "widgets/base/format.h"
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

QString form_text(ElementKindId elements) {
    switch (region_form(elements).value()) {
    case RegionForm::patch:
        return tr("patches");
    case RegionForm::subtree:
        return tr("subtrees");
    case RegionForm::cluster:
        break;
    }
    return tr("clusters");
}

QString regions_text(ElementKindId elements) {
    const ElementKind& kind = element_kinds()[elements];
    const QString plural = text_of(kind.plural);
    switch (region_form(elements).value()) {
    case RegionForm::patch:
        return tr("Connected %1 with many misses for their area, none with more than a twentieth of the "
                  "misses of %1 where it can be divided. A row outlines its patch.")
            .arg(plural);
    case RegionForm::subtree:
        return tr("%1 with all %2 below them, none with more than a twentieth of the misses of %2 where it "
                  "can be divided. A row outlines the topmost %3.")
            .arg(capitalised(kind.plural), plural, text_of(kind.name));
    case RegionForm::cluster:
        break;
    }
    return tr("Clusters of %1 near one another, none with more than a twentieth of the misses of %1 where it "
              "can be divided. A row outlines the bounds of its %1.")
        .arg(plural);
}

QString region_file_stem(const QString& recording, const RegionQuery& query) {
    return QStringLiteral("%1-worst-%2-by-l%3-misses%4")
        .arg(recording, text_of(region_plural(query.kind)))
        .arg(query.level + 1)
        .arg(query.rank == RegionRank::misses ? QString() : QStringLiteral("-per-area"));
}

QString no_regions_text(const RegionQuery& query, bool missed) {
    const ElementKind& elements = element_kinds()[query.kind];
    if (!missed) return tr("No %1 misses in this frame.").arg(text_of(elements.name));
    if (query.rank == RegionRank::misses) return tr("The misses of this frame are in no region.");
    return tr("By area, only %1 with a thousandth of the misses of %2 are listed; in this frame none has as "
              "many.")
        .arg(form_text(query.kind), text_of(elements.plural));
}

} // namespace hitmap
