#pragma once

#include "core/analysis/groups/tree_table.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Returns the boxes from a top to the box where misses gather: of the tops, and then of the children of each
/// box, the one whose subtree has most misses; of equal ones the first. The path ends at a leaf, or where no
/// child's subtree misses. Empty if no box misses.
/// @param level  0: L1, 1: L2
[[nodiscard]] std::vector<std::uint32_t> worst_path(const TreeTable& table, std::size_t level);

/// The boxes of one level of the tree.
struct TreeLevel {
    std::uint64_t boxes = 0;
    std::uint64_t accessed = 0; ///< boxes with an access or a look-up
    BoxSums sums;
};

/// Returns the levels from that of the tops (0) to the deepest one.
[[nodiscard]] std::vector<TreeLevel> tree_levels(const TreeTable& table);

} // namespace hitmap
