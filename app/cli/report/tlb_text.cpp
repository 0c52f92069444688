#include "app/cli/report/tlb_text.h"

#include "core/cache/array/cache_geometry.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/level_columns.h"

#include <string>
#include <vector>

namespace hitmap {

namespace {

struct TlbRow {
    std::string name;
    const TlbLevelGeometry& geometry;
    ReportedLevel sums;
};

std::vector<TlbRow> tlb_rows(const TlbGeometry& geometry, const TlbSums& sums) {
    return {{"L1, of each SM", geometry.l1, reported_level(sums.l1_hits, sums.lookups)},
            {"L2", geometry.l2, reported_level(sums.l2_hits, sums.lookups - sums.l1_hits)}};
}

/// Columns as text: the page size is shown as "2 MiB".
const ReportColumns<TlbRow>& tlb_columns() {
    static const ReportColumns<TlbRow> columns = [] {
        ReportColumns<TlbRow> made{
            {{.key = "name", .type = CellType::text, .in = {.json = false}, .text = {"TLB", 14}},
             &TlbRow::name},
            {{.key = "entries", .text = {"entries", 10}},
             [](const TlbRow& row) { return row.geometry.entries(); }},
            {{.key = "page", .in = {.text = false}}, [](const TlbRow& row) { return row.geometry.page; }},
            {{.key = "page_text", .in = {.json = false}, .text = {"page", 12}},
             [](const TlbRow& row) { return format_size(row.geometry.page); }}};
        for (auto& column : one_level_columns<TlbRow>("", "", [](const TlbRow& row) { return row.sums; }))
            made.push_back(std::move(column));
        column_named(made, "lookups").text.width = 16;
        column_named(made, "hit_rate").text.title = "hit rate";
        return made;
    }();
    return columns;
}

} // namespace

Json tlb_json(const TlbGeometry& geometry, const TlbSums& sums) {
    const auto rows = tlb_rows(geometry, sums);
    Json json;
    put_row(json["l1"], tlb_columns(), rows[0]);
    put_row(json["l2"], tlb_columns(), rows[1]);
    return json;
}

std::string tlb_text(const TlbGeometry& geometry, const TlbSums& sums) {
    return text_table(columns_in(tlb_columns(), &ReportPlaces::text, {"lookups", "hits", "hit_rate"}),
                      tlb_rows(geometry, sums));
}

} // namespace hitmap
