#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The tree of a recording's boxes. Its nodes are the root, which has no box, and the boxes.
class RecordedTree {
public:
    using Node = std::int32_t; ///< a box, or `top`
    static constexpr Node top = -1;

    /// Reads box_parent. Throws Error if the boxes are not one tree in which the children of a node are
    /// adjacent in memory; Cancelled.
    explicit RecordedTree(const RecordedScene& scene, const JobContext& job = {});

    [[nodiscard]] std::uint32_t boxes() const { return static_cast<std::uint32_t>(children_.size()); }
    /// The boxes of the children, from left to right; none for a leaf.
    [[nodiscard]] std::span<const std::uint32_t> boxes_below(Node node) const {
        const auto parent = static_cast<std::size_t>(node + 1);
        return {children_.data() + begin_[parent], children_.data() + begin_[parent + 1]};
    }
    [[nodiscard]] bool is_leaf(Node node) const { return boxes_below(node).empty(); }

    /// For TreeSequencer.
    [[nodiscard]] std::size_t interior_nodes() const { return interior_; }
    [[nodiscard]] Node root() const { return top; }
    [[nodiscard]] std::uint32_t children(Node node) const {
        return static_cast<std::uint32_t>(boxes_below(node).size());
    }
    template <class Visit>
    void for_each_interior_child(Node node, Visit visit) const {
        for (const std::uint32_t box : boxes_below(node))
            if (!is_leaf(static_cast<Node>(box))) visit(static_cast<Node>(box));
    }

private:
    std::vector<std::uint32_t> begin_;    ///< [boxes + 2] in children_, by parent + 1
    std::vector<std::uint32_t> children_; ///< [boxes]
    std::size_t interior_ = 0;
};

} // namespace hitmap
