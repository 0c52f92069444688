#pragma once

#include "core/bvh/bvh.h"
#include "core/bvh/tree_node.h"
#include "core/jobs/progress.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// A binary tree viewed as a tree with up to `width` children per node: some interior nodes are left out, and
/// their children belong to the nearest remaining node above. Refers to the binary tree, which must outlive
/// it.
class WideTree {
public:
    static constexpr std::uint32_t max_width = 8;

    struct Child {
        TreeNode node;
        std::uint32_t box = 0; ///< index into Bvh::boxes
    };
    /// The children of a node, from left to right.
    class Children {
    public:
        [[nodiscard]] const Child* begin() const { return children_.data(); }
        [[nodiscard]] const Child* end() const { return children_.data() + count_; }
        [[nodiscard]] std::uint32_t size() const { return count_; }
        [[nodiscard]] const Child& operator[](std::uint32_t i) const { return children_[i]; }
        /// Replaces child i by its two children.
        void open(std::uint32_t i, const Bvh& bvh);

    private:
        friend class WideTree;
        std::array<Child, max_width> children_{};
        std::uint32_t count_ = 0;
    };

    /// @param width  2 (nothing is left out) to max_width
    /// A node takes the children of its child with the largest surface area (the leftmost of equal ones),
    /// until it has `width` children or only leaves (Wald et al. 2008).
    WideTree(const Bvh& bvh, std::uint32_t width, const JobContext& job = {});

    [[nodiscard]] const Bvh& bvh() const { return bvh_; }
    /// Whether an interior node of the binary tree remains.
    [[nodiscard]] bool has(const TreeNode& interior) const {
        return kept_.empty() || kept_[interior.interior()];
    }
    /// The children of an interior node that remains.
    [[nodiscard]] Children children(const TreeNode& interior) const;

private:
    [[nodiscard]] Children widest(const TreeNode& interior, std::uint32_t width) const;

    const Bvh& bvh_;
    std::vector<bool> kept_; ///< [interior nodes] depth first; empty: all remain
};

} // namespace hitmap
