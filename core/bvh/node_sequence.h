#pragma once

#include "core/bvh/tree_layout.h"
#include "core/bvh/wide_tree.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The interior nodes of a tree, ordered so that every parent comes before its children.
struct NodeSequence {
    std::vector<TreeNode> nodes;     ///< [interior nodes that remain]
    std::uint32_t levels = 0;        ///< number of levels of interior nodes
    std::uint32_t stack_entries = 0; ///< see TreeLayout
};
[[nodiscard]] NodeSequence node_sequence(const WideTree& tree, NodeOrder order, const JobContext& job = {});

} // namespace hitmap
