#pragma once

#include "core/bvh/tree_layout.h"
#include "core/bvh/tree_sequence.h"
#include "core/bvh/wide_tree.h"
#include "core/jobs/progress.h"

namespace hitmap {

/// The interior nodes of a tree that remain, ordered so that every parent comes before its children.
using NodeSequence = TreeSequence<TreeNode>;
[[nodiscard]] NodeSequence node_sequence(const WideTree& tree, NodeOrder order, const JobContext& job = {});

} // namespace hitmap
