#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The boxes of a recording as one or several trees. Boxes may be in any order in memory: parents first,
/// leaves first or mixed.
///
/// If parents form a cycle, as an invalid file may have it, each box of the cycle is a top, and the boxes
/// that hang on the cycle are below it.
class BoxTree {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    BoxTree() = default;
    /// Has no boxes if the scene does not know the parents of its boxes. Throws Cancelled.
    explicit BoxTree(const RecordedScene& scene, const JobContext& job = {});
    /// The same for elements of another kind.
    /// @param parents  [elements] the parent, or -1; empty: not known
    explicit BoxTree(std::span<const std::int32_t> parents, const JobContext& job = {});

    [[nodiscard]] std::size_t size() const { return boxes_.size(); }
    /// Boxes without a parent, in ascending order. With the trees of `hitmap trace`, these are the children
    /// of the root, which has no box in memory.
    [[nodiscard]] std::span<const std::uint32_t> tops() const { return tops_; }
    /// Return a box, or `none`. Siblings are in ascending order.
    [[nodiscard]] std::uint32_t parent(std::uint32_t box) const { return boxes_[box].parent; }
    [[nodiscard]] std::uint32_t first_child(std::uint32_t box) const { return boxes_[box].first_child; }
    [[nodiscard]] std::uint32_t next_sibling(std::uint32_t box) const { return boxes_[box].next_sibling; }
    [[nodiscard]] bool is_leaf(std::uint32_t box) const { return first_child(box) == none; }
    /// The number of boxes that have this box as their parent.
    [[nodiscard]] std::uint32_t children(std::uint32_t box) const { return boxes_[box].children; }
    /// The number of boxes of the subtree, with its topmost box.
    [[nodiscard]] std::uint32_t subtree_boxes(std::uint32_t box) const { return boxes_[box].subtree; }
    /// 0 for a top.
    [[nodiscard]] std::uint32_t level(std::uint32_t box) const { return boxes_[box].level; }

    /// Adds the value of each box to all boxes above it, so that each has the sum of its subtree.
    /// @param values  [size()]
    template <class Value>
    void add_up(std::vector<Value>& values) const {
        for (const std::uint32_t box : children_first_)
            if (const std::uint32_t above = parent(box); above != none) values[above] += values[box];
    }

private:
    struct Box {
        std::uint32_t parent = none;
        std::uint32_t first_child = none;
        std::uint32_t next_sibling = none;
        std::uint32_t children = 0;
        std::uint32_t subtree = 1;
        std::uint32_t level = 0;
    };
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> tops_;
    std::vector<std::uint32_t> children_first_; ///< all boxes but those of cycles
};

} // namespace hitmap
