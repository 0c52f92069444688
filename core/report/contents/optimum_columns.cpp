#include "core/report/contents/optimum_columns.h"

#include <vector>

namespace hitmap {

ReportColumns<OptimumRow> optimum_columns() {
    return {
        {{.key = "level",
          .title = "Level",
          .type = CellType::text,
          .in = {.json = false},
          .text = {"level", 7}},
         [](const OptimumRow& row) { return CellValue(name_of(row.level)); }},
        {{.key = "cache",
          .title = "Cache",
          .type = CellType::text,
          .in = {.json = false},
          .text = {"cache", 26}},
         &OptimumRow::cache},
        {{.key = "lookups",
          .title = "Line look-ups",
          .text = {"line look-ups", 15},
          .help = "Look-ups that put their line in if it is not present; one for each line of a request"},
         [](const OptimumRow& row) { return row.sums.lookups; }},
        {{.key = "hits",
          .title = "Line hits",
          .text = {"line hits", 14},
          .help = "Those that found their line, with or without the sectors asked for"},
         [](const OptimumRow& row) { return row.sums.hits; }},
        {{.key = "hit_rate", .title = "Line hit rate", .type = CellType::rate, .text = {"rate", 10}},
         [](const OptimumRow& row) { return quotient(row.sums.hits, row.sums.lookups); }},
        {{.key = "optimal_hits",
          .title = "Optimal line hits",
          .text = {"optimal hits", 14},
          .help = "Those that would find their line with optimal replacement in the same sets and ways"},
         [](const OptimumRow& row) { return row.sums.optimal_hits; }},
        {{.key = "optimal_hit_rate",
          .title = "Optimal line hit rate",
          .type = CellType::rate,
          .text = {"rate", 10}},
         [](const OptimumRow& row) { return quotient(row.sums.optimal_hits, row.sums.lookups); }},
        {{.key = "possible_gain",
          .title = "Possible gain",
          .text = {"possible gain", 15},
          .help = "Line hits that a policy could still gain at most"},
         [](const OptimumRow& row) { return row.sums.possible_gain(); }},
        {{.key = "possible_gain_rate",
          .title = "Possible gain of the rate",
          .type = CellType::points,
          .text = {"of the rate", 12}},
         [](const OptimumRow& row) { return quotient(row.sums.possible_gain(), row.sums.lookups); }},
    };
}

ReportColumns<OptimumRow> optimum_allocation_columns() {
    ReportColumns<OptimumRow> columns = optimum_columns();
    std::erase_if(columns, [](const ReportColumn<OptimumRow>& column) {
        return column.info.key == "cache" || column.info.key.starts_with("possible_gain");
    });
    columns.insert(
        columns.begin() + 1,
        {{.key = "name", .title = "Allocation", .type = CellType::text, .text = {"allocation", 26}},
         &OptimumRow::allocation});
    return columns;
}

} // namespace hitmap
