#pragma once

#include "app/cli/base/output_file.h"
#include "core/analysis/groups/tree_table.h"
#include "core/trace/elements/element_source.h"

namespace hitmap {

/// Writes the table of `export --tree`: a row for each box. Throws FileError (output), Cancelled.
void write_tree_csv(const TreeTable& table, const ElementSources& sources, TextOutput& out);

} // namespace hitmap
