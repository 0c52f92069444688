#pragma once

#include "core/jobs/progress.h"
#include "core/relayout/orders/recorded_tree.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The size of the line for which nodes are clustered, in bytes: that of the L1 of GPUs.
inline constexpr std::uint32_t clustered_line = 128;

/// The interior nodes in the order in which their children follow one another in memory. A cluster begins at
/// the node whose children are accessed most among those whose parents have a place. It takes the node that
/// is accessed most among the children of its own nodes, again and again, as long as the children of that fit
/// into the rest of `per_line` boxes. Of equal numbers of accesses, the node that comes first depth first is
/// taken. So a cluster is connected, and parents come before their children. Throws Cancelled.
/// @param depth_first  all interior nodes, depth first
/// @param accesses     [depth_first] how often the children of the node are accessed
/// @param per_line     boxes in a line, at least 1; a node with more children is a cluster of its own
[[nodiscard]] std::vector<RecordedTree::Node>
clustered_parents(const RecordedTree& tree, const std::vector<RecordedTree::Node>& depth_first,
                  const std::vector<std::uint64_t>& accesses, std::uint32_t per_line, const JobContext& job);

} // namespace hitmap
