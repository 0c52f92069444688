#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap::rtmemtracer {

/// The links of a tree of boxes.
struct BoxLinks {
    std::vector<std::int32_t> parent; ///< [boxes] or -1
    std::vector<std::uint16_t> level; ///< [boxes] 0 for children of the root
};

/// Finds the tree of boxes that come in pairs of siblings in preorder. The box of an inner node is the union
/// of those of its children bit for bit, so that a pair belongs to the nearest box before it, among those
/// that have no children yet, that is its union. Empty if that does not give one tree. Throws Cancelled.
[[nodiscard]] BoxLinks links_of_pairs(std::span<const Aabb> boxes, const JobContext& job);

} // namespace hitmap::rtmemtracer
