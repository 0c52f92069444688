#include "core/layout/derive/nested_boxes.h"

#include "core/layout/derive/stored_contents.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hitmap {

namespace {

constexpr std::size_t least_boxes = 3;      ///< a root and two children
constexpr double most_broken = 0.01;        ///< share of boxes that are not valid
constexpr std::size_t boxes_for_a_root = 8; ///< a buffer has fewer trees than an eighth of its boxes

bool contains(const Aabb& outer, const Aabb& inner) {
    constexpr float rounding = 1e-5F; // boxes may be widened a little, each by itself
    const glm::vec3 slack = rounding * (outer.upper - outer.lower);
    for (int axis = 0; axis < 3; ++axis)
        if (inner.lower[axis] < outer.lower[axis] - slack[axis] ||
            inner.upper[axis] > outer.upper[axis] + slack[axis])
            return false;
    return true;
}

/// The boxes that no box on the path before them contains, where children follow their parent.
std::size_t roots_in_depth_first_order(std::span<const Aabb> boxes) {
    std::vector<const Aabb*> path;
    std::size_t roots = 0;
    for (const Aabb& box : boxes) {
        while (!path.empty() && !contains(*path.back(), box))
            path.pop_back();
        if (path.empty()) ++roots;
        path.push_back(&box);
    }
    return roots;
}

bool one_contains_all(std::span<const Aabb> boxes) {
    Aabb all;
    for (const Aabb& box : boxes) {
        all.include(box.lower);
        all.include(box.upper);
    }
    return std::ranges::any_of(boxes, [&](const Aabb& box) { return contains(box, all); });
}

/// Whole numbers, read as floating-point numbers, are nearly 0.
bool has_whole_numbers(const Aabb& box) {
    constexpr float smallest = 1e-30F;
    const auto is_whole = [](float x) { return x != 0.0F && std::abs(x) < smallest; };
    for (int axis = 0; axis < 3; ++axis)
        if (is_whole(box.lower[axis]) || is_whole(box.upper[axis])) return true;
    return false;
}

} // namespace

bool are_nested_boxes(std::span<const Aabb> boxes) {
    std::vector<Aabb> used;
    for (const Aabb& box : boxes)
        if (box.lower != box.upper) used.push_back(box);
    if (used.size() < least_boxes) return false;
    const auto alike = static_cast<std::size_t>(std::ranges::count(used, used.front()));
    if (alike > used.size() / 2) return false; // records of another kind
    return one_contains_all(used) || roots_in_depth_first_order(used) <= used.size() / boxes_for_a_root;
}

std::optional<std::uint32_t> find_box_offset(const std::vector<std::uint8_t>& bytes,
                                             const BufferLayout& buffer) {
    constexpr std::uint32_t step = 4;
    constexpr std::uint32_t largest_element = 256; // of nodes
    if (buffer.layout != ElementLayout::linear || buffer.stride < stored_box_bytes ||
        buffer.stride > largest_element || buffer.element_count() == 0 || bytes.size() < buffer.bytes)
        return std::nullopt;
    BufferLayout boxes = buffer;
    for (boxes.offset = 0; boxes.offset + stored_box_bytes <= buffer.stride; boxes.offset += step) {
        std::uint64_t broken = 0;
        const std::vector<Aabb> found = decode_boxes(bytes, boxes, broken);
        broken += static_cast<std::uint64_t>(std::ranges::count_if(found, has_whole_numbers));
        if (static_cast<double>(broken) <= most_broken * static_cast<double>(found.size()) &&
            are_nested_boxes(found))
            return boxes.offset;
    }
    return std::nullopt;
}

} // namespace hitmap
