#pragma once

#include "core/profile/query/window_sums.h"
#include "core/tree/tree_shape.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Sums over boxes. Accesses of faces are not in them.
struct BoxSums {
    std::uint64_t accesses = 0;
    std::array<LevelSums, 2> levels; ///< L1, L2
};
BoxSums& operator+=(BoxSums& sums, const BoxSums& more);

/// Each box with its subtree: shape, costs, and what the caches did in a window of time. Immutable.
struct TreeTable {
    std::shared_ptr<const TreeShape> shape;
    std::vector<BoxSums> boxes;    ///< [boxes]
    std::vector<BoxSums> subtrees; ///< [boxes]
    BoxSums all;                   ///< sum over all boxes
    /// Whether the numbers of accesses are known (ProfileCapabilities::counts_accesses).
    bool counts_accesses = true;
};

/// Boxes that the sums lack have sums of 0.
[[nodiscard]] TreeTable make_tree_table(std::shared_ptr<const TreeShape> shape, const WindowSums& sums,
                                        bool counts_accesses = true);

} // namespace hitmap
