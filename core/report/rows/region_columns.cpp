#include "core/report/rows/region_columns.h"

#include "core/report/rows/level_columns.h"
#include "core/trace/elements/kind_names.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hitmap {

namespace {

using RegionColumns = ReportColumns<RegionRow>;

constexpr ReportPlaces in_csv{.text = false, .json = false, .window = false};

/// A text for programs that know kinds whose elements form clusters, and one for others.
std::string for_clusters(const char* with, const char* without) {
    const bool some = std::ranges::any_of(
        kinds_with_regions(), [](ElementKindId kind) { return region_form(kind) == RegionForm::cluster; });
    return some ? with : without;
}

RegionColumns question_columns() {
    return {
        {{.key = "kind", .in = in_csv}, [](const RegionRow& row) { return region_name(row.region.kind); }},
        {{.key = "level", .in = in_csv}, [](const RegionRow& row) { return row.level == 0 ? "l1" : "l2"; }},
        {{.key = "rank", .title = "Rank"}, &RegionRow::rank},
        {{.key = "element",
          .title = "Element",
          .help = std::string("The patch's face with the most misses, or the subtree's topmost box") +
                  for_clusters(", or the element of the cluster with the most misses", "") +
                  ", in its buffer"},
         [](const RegionRow& row) { return row.region.element; }},
        {{.key = "source", .in = in_csv}, &RegionRow::source},
        {{.key = "elements",
          .title = "Elements",
          .help = "Faces of the patch, accessed or not, or boxes of the subtree" +
                  for_clusters(", or elements of the cluster, accessed or not", "")},
         [](const RegionRow& row) { return row.region.elements; }},
    };
}

RegionColumns miss_columns(std::size_t level) {
    return {
        {{.key = "misses", .title = "Misses"}, [](const RegionRow& row) { return row.region.misses; }},
        {{.key = "share",
          .title = level == 0 ? "Of L1 misses" : "Of L2 misses",
          .type = CellType::rate,
          .help = "Share of all misses of the level, of " + list_of(all_kinds(), KindName::plural, "and")},
         [](const RegionRow& row) { return row.region.share; }},
        {{.key = "area",
          .title = "Area",
          .type = CellType::measure,
          .help =
              for_clusters("Of the patch's faces, or of the surface of the subtree's topmost box or of the "
                           "bounds of the cluster, in units of the scene",
                           "Of the patch's faces, or of the surface of the subtree's topmost box, in units "
                           "of the scene")},
         [](const RegionRow& row) { return row.region.area; }},
        {{.key = "misses_per_area",
          .title = "Per area",
          .type = CellType::measure,
          .help = "Misses divided by the area"},
         [](const RegionRow& row) { return row.region.misses_per_area(); }},
    };
}

RegionColumns hit_columns() {
    RegionColumns columns = one_level_columns<RegionRow>(
        "", "", [](const RegionRow& row) { return reported_level(row.region.sums); });
    for (const auto& [key, title] :
         {std::pair("hits", "Hits"), std::pair("lookups", "Look-ups"), std::pair("hit_rate", "Hit rate")})
        column_named(columns, key).title = title;
    return columns;
}

RegionColumns place_columns() {
    RegionColumns columns;
    for (const auto& [name, corner] : {std::pair("lower", &Aabb::lower), std::pair("upper", &Aabb::upper)})
        for (const int axis : {0, 1, 2})
            columns.push_back({{.key = std::string(name) + "_" + "xyz"[axis], .in = in_csv},
                               [corner = corner, axis](const RegionRow& row) {
                                   const double place = (row.region.bounds.*corner)[axis];
                                   const double offset = row.offset[axis];
                                   return offset == 0.0 ? place : place + offset;
                               }});
    return columns;
}

} // namespace

ReportColumns<RegionRow> region_report_columns(std::size_t level) {
    RegionColumns columns = question_columns();
    for (const RegionColumns& more : {miss_columns(level), hit_columns(), place_columns()})
        columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

} // namespace hitmap
