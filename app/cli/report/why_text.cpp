#include "app/cli/report/why_text.h"

#include "core/cache/results/source_lines.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/traffic_columns.h"
#include "core/trace/model/allocation_label.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

Json classes_json(const MissClasses& classes) {
    return {{"cold", classes.cold}, {"capacity", classes.capacity}, {"conflict", classes.conflict}};
}

MissClasses classes_of(const LevelSums& sums) {
    return {sums.cold, sums.lookups - sums.hits / hit_unit - sums.cold - sums.conflict, sums.conflict};
}

Json histogram_json(const ReuseHistogram& histogram) {
    Json bins = Json::array();
    for (const DistanceBin& bin : by_powers_of_two(histogram))
        bins.push_back({{"first", bin.first}, {"last", bin.last}, {"lookups", bin.lookups}});
    return {{"cold", histogram.cold()}, {"bins", bins}};
}

/// Text tables show the classes of misses as shares of the level's misses.
ReportColumns<TrafficRow> why_columns(const std::string& title) {
    ReportColumns<TrafficRow> columns{text_column<TrafficRow>(title, 26, CellType::text, &TrafficRow::name)};
    for (const std::size_t level : {0U, 1U}) {
        columns.push_back(text_column<TrafficRow>(
            level == 0 ? "L1 misses" : "L2 misses", 14, CellType::count,
            [level](const TrafficRow& row) { return (*row.misses)[level].misses(); }));
        for (const auto& [name, misses] :
             {std::pair("cold", &MissClasses::cold), std::pair("capacity", &MissClasses::capacity),
              std::pair("conflict", &MissClasses::conflict)})
            columns.push_back(text_column<TrafficRow>(
                name, 10, CellType::rate, [level, misses = misses](const TrafficRow& row) {
                    const MissClasses& of_level = (*row.misses)[level];
                    return quotient(of_level.*misses, of_level.misses());
                }));
    }
    return columns;
}

} // namespace

void put_why(Json& json, const HierarchyResult& result, std::span<const KindSums> kinds) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        Json& row = json["elements"][std::string(element_kinds()[kind].name)];
        row["l1_misses"] = classes_json(classes_of(kinds[kind].l1));
        row["l2_misses"] = classes_json(classes_of(kinds[kind].l2));
    }
    json["l1"]["misses"] = classes_json(result.total.l1_misses);
    json["l2"]["misses"] = classes_json(result.total.l2_misses);
    json["l1"]["reuse_distances"] = histogram_json(result.reuse->l1.all);
    json["l2"]["reuse_distances"] = histogram_json(result.reuse->l2.all);
}

std::string why_table(const RecordingInfo& info, const HierarchyResult& result) {
    const auto row = [&](const std::string& name, const TrafficSums& sums) {
        return traffic_row(name, sums, result.total, true);
    };
    const std::vector<std::string> labels = allocation_labels(info);
    std::vector<TrafficRow> allocations;
    for (std::size_t i = 0; i < result.allocations.size(); ++i)
        allocations.push_back(row(labels[i], result.allocations[i]));
    allocations.push_back(row("everything", result.total));
    auto lines = sums_by_line(info, result.instructions);
    std::stable_sort(lines.begin(), lines.end(), [](const SourceLineSums& a, const SourceLineSums& b) {
        return a.sums.l1_misses.misses() > b.sums.l1_misses.misses();
    });
    std::vector<TrafficRow> line_rows;
    for (const SourceLineSums& line : lines)
        line_rows.push_back(row(line.name, line.sums));
    return "Why look-ups missed: cold would miss at any capacity; capacity, in a fully associative "
           "LRU cache of this\nsize, too; conflict would hit in that one.\n\n" +
           text_table(why_columns("allocation"), allocations) + "\n" +
           text_table(why_columns("source line"), line_rows);
}

} // namespace hitmap
