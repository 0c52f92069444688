#include "core/replay/format_tree.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float rounded_down(double value) {
    const auto nearest = static_cast<float>(value);
    return nearest > value ? std::nextafter(nearest, -infinity) : nearest;
}

float rounded_up(double value) {
    const auto nearest = static_cast<float>(value);
    return nearest < value ? std::nextafter(nearest, infinity) : nearest;
}

/// The smallest power of two of which `cells` make at least `extent`, which is positive.
double cell_size(double extent, std::uint32_t cells) {
    int exponent = 0;
    const double mantissa = std::frexp(extent / cells, &exponent); // in [0.5, 1)
    return std::ldexp(1.0, mantissa > 0.5 ? exponent : exponent - 1);
}

/// The nodes of a layout with links, whichever of its forms it has.
struct LinkedTree {
    std::vector<LinkedNode> nodes;
    std::vector<Aabb> boxes; ///< of node n > 0 box n - 1
};

/// Links the nodes of the compact layout: the children of a node are adjacent, and parents are in depth-first
/// order.
LinkedTree linked(const TreeLayout& layout) {
    if (!layout.nodes.empty()) return {layout.nodes, layout.boxes};
    struct Waiting {
        std::uint32_t word;
        std::uint32_t leaves; // before it
        std::uint32_t node;
    };
    LinkedTree tree;
    tree.nodes.resize(1);
    std::vector<Waiting> waiting{{0, 0, 0}};
    while (!waiting.empty()) {
        const auto [word, leaves, node] = waiting.back();
        waiting.pop_back();
        const std::uint32_t value = layout.words[word];
        if (NodeWord::is_leaf(value)) {
            tree.nodes[node] = {leaves * layout.leaf_size, LinkedNode::leaf_bit | NodeWord::triangles(value)};
            continue;
        }
        const auto first = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes[node] = {first, 2};
        tree.nodes.resize(tree.nodes.size() + 2);
        const std::size_t box = 2 * (std::size_t{word} - leaves);
        tree.boxes.push_back(layout.boxes[box]);
        tree.boxes.push_back(layout.boxes[box + 1]);
        const std::uint32_t right = NodeWord::right_offset(value);
        waiting.push_back({word + right, leaves + right / 2, first + 1});
        waiting.push_back({word + 1, leaves, first});
    }
    return tree;
}

class FormatWriter {
public:
    FormatWriter(const TreeLayout& layout, const NodeFormat& format)
        : layout_(layout), format_(format), from_(linked(layout)) {}

    FormatTree write() {
        write_triangles();
        number_nodes();
        result_.tree.root = target(0);
        for (std::uint32_t node = 0; node < from_.nodes.size(); ++node)
            if (!from_.nodes[node].is_leaf()) write_node(node);
        return std::move(result_);
    }

private:
    void write_triangles() {
        number_of_.reserve(layout_.slot_faces.size());
        for (const std::int32_t face : layout_.slot_faces) {
            number_of_.push_back(static_cast<std::uint32_t>(result_.triangles.size()));
            if (face == Bvh::padding) continue;
            result_.tree.triangles.push_back(std::uint64_t{number_of_.back()} * format_.triangle_bytes);
            result_.triangles.push_back(face);
        }
    }
    void number_nodes() {
        UnitTree& tree = result_.tree;
        for (std::uint32_t node = 0; node < from_.nodes.size(); ++node) {
            rank_.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
            if (from_.nodes[node].is_leaf()) continue;
            tree.nodes.push_back({std::uint64_t{rank_.back()} * format_.node_bytes, 0, 0});
            result_.boxes.push_back(node == 0 ? layout_.root : from_.boxes[node - 1]);
        }
        result_.parents.resize(tree.nodes.size(), -1);
        result_.levels.resize(tree.nodes.size(), 0);
    }
    [[nodiscard]] UnitTarget target(std::uint32_t node) const {
        const LinkedNode& to = from_.nodes[node];
        if (to.is_leaf()) return {UnitTarget::Kind::triangles, number_of_[to.first], to.triangles()};
        return {UnitTarget::Kind::node, rank_[node], 0};
    }
    void write_node(std::uint32_t node) {
        UnitTree& tree = result_.tree;
        const std::uint32_t rank = rank_[node];
        const auto [first, count] = from_.nodes[node];
        tree.nodes[rank].first_child = static_cast<std::uint32_t>(tree.children.size());
        tree.nodes[rank].children = count;
        for (std::uint32_t child = first; child < first + count; ++child) {
            const Aabb& box = from_.boxes[child - 1];
            tree.children.push_back(
                {format_.cells == 0 ? box : stored_box(box, result_.boxes[rank], format_.cells),
                 target(child)});
            if (from_.nodes[child].is_leaf()) continue;
            result_.parents[rank_[child]] = static_cast<std::int32_t>(rank);
            result_.levels[rank_[child]] = static_cast<std::uint16_t>(result_.levels[rank] + 1);
        }
    }

    const TreeLayout& layout_;
    const NodeFormat& format_;
    LinkedTree from_;
    std::vector<std::uint32_t> number_of_; ///< [slots of the layout] number of its triangle
    std::vector<std::uint32_t> rank_;      ///< [nodes of the layout] nodes before it that are no leaves
    FormatTree result_;
};

} // namespace

Aabb stored_box(const Aabb& child, const Aabb& node, std::uint32_t cells) {
    Aabb stored = child;
    for (int axis = 0; axis < 3; ++axis) {
        const double origin = node.lower[axis];
        const double extent = node.upper[axis] - origin;
        if (!(extent > 0.0) || !std::isfinite(extent)) continue; // flat: its coordinate is exact
        const double cell = cell_size(extent, cells);
        stored.lower[axis] = rounded_down(origin + std::floor((child.lower[axis] - origin) / cell) * cell);
        stored.upper[axis] = rounded_up(origin + std::ceil((child.upper[axis] - origin) / cell) * cell);
    }
    return stored;
}

FormatTree format_tree(const TreeLayout& layout, const NodeFormat& format) {
    return layout.has_nodes() ? FormatWriter(layout, format).write() : FormatTree();
}

} // namespace hitmap
