#include "core/bvh/subtree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

/// Nodes with fewer triangles take less than a millisecond, including everything below them.
constexpr std::size_t triangles_between_checks = 512;

double distance(std::size_t a, std::size_t b) {
    return a < b ? double(b - a) : double(a - b);
}

} // namespace

Subtree SubtreeBuilder::build(std::span<const TriangleRef> refs, std::uint32_t depth, const JobContext& job) {
    refs_ = refs;
    job_ = &job;
    tree_ = {};
    right_part_.resize(refs.size());
    is_left_.resize(refs.size());
    right_cost_.resize(refs.size());
    sort();
    Aabb box;
    for (const TriangleRef& ref : refs)
        box.include(ref.box);
    const SweepBox::Frame frame(box);
    sweep_boxes_.clear();
    sweep_boxes_.reserve(refs.size());
    for (const TriangleRef& ref : refs)
        sweep_boxes_.emplace_back(ref.box, frame);
    tree_.cost = build_node({0, refs.size()}, box, depth);
    tree_.shrink_to_fit();
    return std::move(tree_);
}

void SubtreeBuilder::sort() {
    std::vector<std::uint64_t> keys(refs_.size());
    for (int axis = 0; axis < 3; ++axis) {
        job_->check();
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = std::uint64_t{ordered_bits(refs_[i].centroid(axis))} << 32U | i;
        std::sort(keys.begin(), keys.end());
        order_[axis].resize(keys.size());
        std::transform(keys.begin(), keys.end(), order_[axis].begin(),
                       [](std::uint64_t key) { return static_cast<std::uint32_t>(key); });
    }
}

/// Appends the subtree of the range to tree_ and returns its cost (Subtree::cost).
double SubtreeBuilder::build_node(Range range, const Aabb& box, std::uint32_t depth) {
    const std::size_t triangles = range.size();
    if (triangles >= triangles_between_checks) job_->check();
    const double area = exact_half_area(box);
    const double leaf_cost = area * static_cast<double>(triangles);
    const bool may_be_leaf = triangles <= options_.leaf_size;
    if (triangles == 1 || (may_be_leaf && options_.method == BvhMethod::median)) {
        tree_.depth = std::max(tree_.depth, depth);
        emit_leaf(range);
        return leaf_cost;
    }

    Split split = options_.method == BvhMethod::sah ? best_split(range) : halves(range);
    if (!fits_below(depth + 1, std::max(split.left, triangles - split.left))) split = halves(range);
    const Children children = partition(range, split);
    const std::size_t node = tree_.nodes.size();
    const std::size_t first_box = tree_.boxes.size();
    const std::size_t first_slot = tree_.slot_faces.size();
    const std::uint32_t depth_before = tree_.depth;
    tree_.nodes.push_back(0);
    tree_.boxes.insert(tree_.boxes.end(), {children.left, children.right});
    const std::size_t middle = range.begin + split.left;
    double cost = area + build_node({range.begin, middle}, children.left, depth + 1);
    tree_.nodes[node] = static_cast<std::uint32_t>(tree_.nodes.size() - node);
    cost += build_node({middle, range.end}, children.right, depth + 1);

    if (!may_be_leaf || leaf_cost > cost) return cost;
    tree_.nodes.resize(node);
    tree_.boxes.resize(first_box);
    tree_.slot_faces.resize(first_slot);
    tree_.depth = std::max(depth_before, depth);
    emit_leaf(range);
    return leaf_cost;
}

SubtreeBuilder::Split SubtreeBuilder::best_split(Range range) {
    const std::size_t triangles = range.size();
    if (triangles == 2) return {0, 1};
    Split best;
    float best_cost = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint32_t* order = order_[axis].data() + range.begin;
        SweepBox box;
        for (std::size_t i = triangles - 1; i > 0; --i) {
            box.include(sweep_boxes_[order[i]]);
            right_cost_[i] = box.half_area() * static_cast<float>(triangles - i);
        }
        box = SweepBox();
        for (std::size_t i = 1; i < triangles; ++i) {
            box.include(sweep_boxes_[order[i - 1]]);
            const float cost = box.half_area() * static_cast<float>(i) + right_cost_[i];
            // Among equal costs the most balanced split wins: equal boxes would otherwise degenerate to a
            // list.
            if (cost < best_cost ||
                (cost == best_cost && distance(2 * i, triangles) < distance(2 * best.left, triangles))) {
                best_cost = cost;
                best = {axis, i};
            }
        }
    }
    return best;
}

SubtreeBuilder::Split SubtreeBuilder::halves(Range range) const {
    const auto length = [&](int axis) {
        return double{refs_[order_[axis][range.end - 1]].centroid(axis)} -
               double{refs_[order_[axis][range.begin]].centroid(axis)};
    };
    int longest = 0;
    for (int axis = 1; axis < 3; ++axis)
        if (length(axis) > length(longest)) longest = axis;
    return {longest, range.size() / 2};
}

/// Moves the triangles of the left child to the front of all three orders, each of which stays sorted on both
/// sides.
SubtreeBuilder::Children SubtreeBuilder::partition(Range range, Split split) {
    Children boxes;
    const std::uint32_t* chosen = order_[split.axis].data() + range.begin;
    for (std::size_t i = 0; i < range.size(); ++i) {
        is_left_[chosen[i]] = i < split.left ? 1 : 0;
        (i < split.left ? boxes.left : boxes.right).include(refs_[chosen[i]].box);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == split.axis) continue;
        std::uint32_t* order = order_[axis].data() + range.begin;
        std::size_t left = 0;
        std::size_t right = 0;
        for (std::size_t i = 0; i < range.size(); ++i) {
            // Written to both places, because a branch here would be unpredictable.
            const std::uint32_t ref = order[i];
            order[left] = ref;
            right_part_[right] = ref;
            left += is_left_[ref];
            right += 1U - is_left_[ref];
        }
        std::copy_n(right_part_.begin(), right, order + left);
    }
    return boxes;
}

void SubtreeBuilder::emit_leaf(Range range) {
    tree_.append_leaf(options_.leaf_size, range.size(),
                      [&](std::size_t i) { return refs_[order_[0][range.begin + i]].face; });
}

} // namespace hitmap
