#include "app/cli/files/tree_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/tree_columns.h"

namespace hitmap {

void write_tree_csv(const TreeTable& table, const ElementSources& sources, TextOutput& out) {
    const auto columns = columns_in(tree_report_columns(), &ReportPlaces::csv);
    out.write(csv_names(columns) + "\n");
    for (std::uint32_t box = 0; box < table.shape->tree.size(); ++box)
        out.write(csv_fields(columns, {table, box, sources.source(box_kind, box)}) + "\n");
}

} // namespace hitmap
