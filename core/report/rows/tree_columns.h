#pragma once

#include "core/analysis/groups/tree_table.h"
#include "core/report/column/report_column.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// A row of the table of the tree: a box.
struct TreeRow {
    const TreeTable& table;
    std::uint32_t box = 0;
    std::optional<std::uint32_t> source{}; ///< source of the box, if it has one
};

[[nodiscard]] ReportColumns<TreeRow> tree_report_columns();

} // namespace hitmap
