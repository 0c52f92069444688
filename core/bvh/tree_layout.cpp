#include "core/bvh/tree_layout.h"

#include "core/bvh/node_sequence.h"
#include "core/bvh/wide_tree.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t between_checks = 65536;

/// Sorts the faces of every leaf by their places in memory.
void sort_faces(Bvh& bvh, const Places& faces, ThreadPool& pool, const JobContext& job) {
    const auto before = [&](std::int32_t a, std::int32_t b) {
        if (a == Bvh::padding || b == Bvh::padding) return a != Bvh::padding && b == Bvh::padding;
        return faces[static_cast<std::size_t>(a)] < faces[static_cast<std::size_t>(b)];
    };
    parallel_for(pool, bvh.slot_faces.size(), 1024 * std::size_t{bvh.leaf_size},
                 [&](std::size_t begin, std::size_t end) {
                     job.check();
                     for (std::size_t slot = begin; slot < end; slot += bvh.leaf_size) {
                         const auto leaf = bvh.slot_faces.begin() + static_cast<std::ptrdiff_t>(slot);
                         std::sort(leaf, leaf + bvh.leaf_size, before);
                     }
                 });
}

/// New numbers of leaves, sorted by the place of their first face.
Places leaf_places(const Bvh& bvh, const Places& faces) {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> leaf_of_place(faces.size(), none);
    const std::size_t leaves = bvh.slot_faces.size() / bvh.leaf_size;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        const auto face = static_cast<std::size_t>(bvh.slot_faces[leaf * bvh.leaf_size]);
        leaf_of_place[faces[face]] = static_cast<std::uint32_t>(leaf);
    }
    Places places(leaves);
    std::uint32_t next = 0;
    for (const std::uint32_t leaf : leaf_of_place)
        if (leaf != none) places[leaf] = next++;
    return places;
}

/// Moves whole leaves to their new numbers.
std::vector<std::int32_t> moved_leaves(const Bvh& bvh, const Places& leaves) {
    std::vector<std::int32_t> slots(bvh.slot_faces.size());
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf)
        std::copy_n(bvh.slot_faces.begin() + static_cast<std::ptrdiff_t>(leaf * bvh.leaf_size), bvh.leaf_size,
                    slots.begin() + static_cast<std::ptrdiff_t>(leaves[leaf] * std::size_t{bvh.leaf_size}));
    return slots;
}

class Linker {
public:
    Linker(const WideTree& tree, const NodeSequence& sequence, const Places& leaves, const JobContext& job)
        : tree_(tree), bvh_(tree.bvh()), sequence_(sequence), leaves_(leaves), job_(job) {}

    void link(TreeLayout& to) {
        if (bvh_.nodes.empty()) return;
        number_children();
        to.nodes.reserve(next_);
        to.boxes.reserve(next_ - 1);
        to.box_source.reserve(next_ - 1);
        to.links.parent.reserve(next_ - 1);
        to.links.level.reserve(next_ - 1);
        to.nodes.push_back(linked(TreeNode::root(bvh_)));
        std::size_t visited = 0;
        for (const TreeNode& parent : sequence_.nodes) {
            if (visited++ % between_checks == 0) job_.check();
            const std::int32_t parent_box = box_of_[parent.interior()];
            const auto level = parent_box < 0 ? std::uint16_t{0}
                                              : static_cast<std::uint16_t>(to.links.level[parent_box] + 1);
            for (const WideTree::Child& child : tree_.children(parent)) {
                if (!child.node.is_leaf())
                    box_of_[child.node.interior()] = static_cast<std::int32_t>(to.boxes.size());
                to.nodes.push_back(linked(child.node));
                to.boxes.push_back(bvh_.boxes[child.box]);
                to.box_source.push_back(static_cast<std::int32_t>(child.box));
                to.links.parent.push_back(parent_box);
                to.links.level.push_back(level);
            }
        }
    }

private:
    void number_children() {
        first_child_.resize(bvh_.boxes.size() / 2);
        box_of_.assign(first_child_.size(), -1);
        std::size_t visited = 0;
        for (const TreeNode& node : sequence_.nodes) {
            if (visited++ % between_checks == 0) job_.check();
            first_child_[node.interior()] = next_;
            next_ += tree_.children(node).size();
        }
    }
    [[nodiscard]] LinkedNode linked(const TreeNode& node) const {
        if (!node.is_leaf()) return {first_child_[node.interior()], tree_.children(node).size()};
        const std::uint32_t leaf = leaves_.empty() ? node.leaves_before : leaves_[node.leaves_before];
        return {leaf * bvh_.leaf_size, LinkedNode::leaf_bit | node.triangles(bvh_)};
    }

    const WideTree& tree_;
    const Bvh& bvh_;
    const NodeSequence& sequence_;
    const Places& leaves_;
    const JobContext& job_;
    std::vector<std::uint32_t> first_child_; ///< [interior nodes of the Bvh]
    std::vector<std::int32_t> box_of_;       ///< [interior nodes of the Bvh] -1: the root, or not known yet
    std::uint32_t next_ = 1;
};

} // namespace

std::string_view name_of(NodeOrder order) {
    constexpr std::string_view names[] = {"dfs", "bfs", "veb"};
    return names[static_cast<std::size_t>(order)];
}

TreeLayout lay_out(Bvh&& bvh, const WideTree& tree, const LayoutOptions& options, const Places& faces,
                   ThreadPool& pool, const JobContext& job) {
    TreeLayout layout;
    layout.leaf_size = bvh.leaf_size;
    layout.root = bvh.root;
    if (!faces.empty()) sort_faces(bvh, faces, pool, job);
    if (is_compact(options)) {
        layout.links = box_links(bvh);
        layout.words = std::move(bvh.nodes);
        layout.boxes = std::move(bvh.boxes);
        layout.slot_faces = std::move(bvh.slot_faces);
        layout.depth = bvh.depth;
        layout.stack_entries = bvh.depth; // each level leaves one sibling on the stack
        return layout;
    }
    Places leaves;
    if (!faces.empty() && !bvh.nodes.empty()) leaves = leaf_places(bvh, faces);
    const NodeSequence sequence = node_sequence(tree, options.node_order, job);
    Linker(tree, sequence, leaves, job).link(layout);
    layout.slot_faces = leaves.empty() ? std::move(bvh.slot_faces) : moved_leaves(bvh, leaves);
    layout.depth = sequence.levels;
    layout.stack_entries = sequence.stack_entries;
    bvh = {};
    return layout;
}

} // namespace hitmap
