#include "app/cli/csv/tree_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/tree_columns.h"

namespace hitmap {

void write_tree_csv(const TreeTable& table, const ElementSources& sources, TextOutput& out) {
    const auto columns = tree_report_columns();
    out.write(csv_names(columns) + "\n");
    for (std::uint32_t box = 0; box < table.tree.size(); ++box)
        out.write(csv_fields(columns, {table, box, sources.source(box_kind, box)}) + "\n");
}

} // namespace hitmap
