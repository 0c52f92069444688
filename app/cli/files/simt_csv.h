#pragma once

#include "app/cli/base/output_file.h"
#include "core/analysis/simt/simt_table.h"

namespace hitmap {

/// Writes the table of `export --simt`: the row of everything, then the rows of each table, with the requests
/// by number of active lanes. `table` names the kind of row. A table whose rows are not known has none.
void write_simt_csv(const SimtSums& sums, TextOutput& out);

} // namespace hitmap
