#include "widgets/worst/region_table.h"

#include "widgets/base/tr.h"
#include "widgets/table/element_table.h"

namespace hitmap {

std::vector<TableColumn> region_columns(std::size_t level) {
    return {
        {tr("Rank"), QStringLiteral("rank")},
        {tr("Misses"), QStringLiteral("misses")},
        share_column(level),
        {tr("Area"), QStringLiteral("area"), true,
         tr("Of the patch's faces, or of the surface of the subtree's topmost box, in units of the scene")},
        {tr("Per area"), QStringLiteral("misses_per_area"), true, tr("Misses divided by the area")},
        {tr("Hit rate"), QStringLiteral("hit_rate")},
        {tr("Hits"), QStringLiteral("hits"), true, {}, {}, 7},
        {tr("Look-ups"), QStringLiteral("lookups")},
        {tr("Elements"), QStringLiteral("elements"), true,
         tr("Faces of the patch, accessed or not, or boxes of the subtree")},
        {tr("Element"), QStringLiteral("element"), false,
         tr("The patch's face with the most misses, or the subtree's topmost box, in its buffer")}};
}

std::vector<TableRow> region_rows(const std::vector<WorstRegion>& regions) {
    std::vector<TableRow> rows;
    rows.reserve(regions.size());
    for (const WorstRegion& region : regions) {
        rows.push_back(
            {count_cell(rows.size() + 1), number_cell(CellType::count, region.misses),
             number_cell(CellType::rate, region.share), number_cell(CellType::measure, region.area),
             number_cell(CellType::measure, region.misses_per_area()), rate_cell(region.sums),
             number_cell(CellType::count, defined_hits(region.sums)), count_cell(region.sums.lookups),
             count_cell(region.elements), count_cell(region.element)});
    }
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
