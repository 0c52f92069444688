#include "core/report/rows/sums_columns.h"

#include <utility>

namespace hitmap {

namespace {

using SumsColumns = ReportColumns<SumsRow>;

ReportColumn<SumsRow> names_column(const std::string& title, std::size_t width) {
    return {{.key = "of",
             .title = "Of",
             .type = CellType::text,
             .in = {.json = false, .csv = false},
             .text = {title, width}},
            &SumsRow::name};
}

/// The columns of levels: their layout in text, with space before L2, and columns that only the window shows.
SumsColumns columns_of_levels() {
    SumsColumns columns = level_columns<SumsRow>();
    column_named(columns, "l2_hit_rate").text.width = 12;
    column_named(columns, "l1_hits").help = "Hits of look-ups";
    column_named(columns, "l1_hit_rate").help =
        "Hits divided by look-ups; the tool tip of a row's name says what they count";
    const ReportPlaces window{.text = false, .json = false, .csv = false};
    for (const std::size_t level : {0U, 1U}) {
        const std::string key = level == 0 ? "l1" : "l2";
        const std::string name = level == 0 ? "L1" : "L2";
        columns.push_back({{.key = key + "_misses", .title = name + " misses", .in = window},
                           [level](const SumsRow& row) { return row.misses[level]; }});
        columns.push_back(
            {{.key = key + "_mean_reuse_distance_lines",
              .title = name + " reuse",
              .type = CellType::number,
              .in = window,
              .help = "Mean reuse distance: over look-ups of lines used before, distinct lines used since "
                      "then"},
             [level](const SumsRow& row) { return row.mean_distance[level]; }});
    }
    return columns;
}

void append(SumsColumns& columns, const SumsColumns& more) {
    columns.insert(columns.end(), more.begin(), more.end());
}

} // namespace

SumsRow sums_row(std::string name, const LevelSums& l1, const LevelSums& l2) {
    SumsRow row;
    row.name = std::move(name);
    for (const auto& [level, sums] : {std::pair(0U, l1), std::pair(1U, l2)}) {
        row.levels[level] = looked_up_level(sums);
        if (sums.lookups != 0) row.misses[level] = sums.miss_count();
        if (sums.lookups != sums.cold)
            row.mean_distance[level] =
                static_cast<double>(sums.distance_sum) / static_cast<double>(sums.lookups - sums.cold);
    }
    return row;
}

SumsRow sums_row(std::string name, const KindSums& sums) {
    SumsRow row = sums_row(std::move(name), sums.l1, sums.l2);
    if (sums.counts_accesses) row.accesses = sums.accesses;
    row.elements_accessed = sums.elements_accessed;
    return row;
}

SumsRow sums_row(std::string name, const AllocationSums& sums) {
    SumsRow row = sums_row(std::move(name), sums.l1, sums.l2);
    row.requests = sums.requests;
    row.sectors = sums.sectors;
    return row;
}

SumsRow counted_row(std::string name, const KindSums& sums) {
    SumsRow row = sums_row(std::move(name), sums);
    row.levels = {reported_level(sums.l1), reported_level(sums.l2)};
    return row;
}

ReportColumns<SumsRow> element_sums_columns(const std::string& title) {
    const ReportPlaces csv_and_window{.text = false, .json = false};
    SumsColumns columns{
        names_column(title, 10),
        {{.key = "elements", .title = "Elements", .in = csv_and_window}, &SumsRow::elements},
        {{.key = "elements_accessed",
          .title = "Accessed",
          .in = csv_and_window,
          .help = "Elements that were accessed, and all"},
         &SumsRow::elements_accessed},
        {{.key = "accesses", .title = "Accesses", .text = {"accesses", 14}}, &SumsRow::accesses}};
    append(columns, columns_of_levels());
    return columns;
}

ReportColumns<SumsRow> allocation_sums_columns() {
    SumsColumns columns{
        names_column("allocation", 18),
        {{.key = "requests",
          .title = "Requests",
          .text = {"requests", 12},
          .help = "Requests of warps with at least one lane in the allocation; sectors of 32 bytes after "
                  "coalescing"},
         &SumsRow::requests},
        {{.key = "sectors", .title = "Sectors", .text = {"sectors", 12}}, &SumsRow::sectors}};
    append(columns, columns_of_levels());
    return columns;
}

} // namespace hitmap
