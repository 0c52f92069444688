#include "tests/replay/built_tree.h"

#include <algorithm>
#include <cstring>

namespace hitmap::test {

namespace {

constexpr std::uint32_t header = 40;
constexpr std::uint32_t node_size = 56;

struct Leaf {
    std::vector<std::uint8_t> bytes;
    Aabb box;
};

template <class T>
void put(std::vector<std::uint8_t>& bytes, std::size_t at, const T& value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// Halves the list of leaves until one or two are left.
class Builder {
public:
    Builder(const std::vector<Leaf>& leaves, std::uint32_t kind) : leaves_(leaves), kind_(kind) {}

    std::vector<std::uint8_t> build() {
        const auto count = static_cast<std::uint32_t>(leaves_.size());
        const std::uint32_t each = static_cast<std::uint32_t>(leaves_.front().bytes.size());
        first_leaf_ = header + node_size * (std::max(count, 2U) - 1);
        bytes_.resize(first_leaf_ + std::size_t{count} * each);
        for (std::uint32_t i = 0; i < count; ++i)
            std::ranges::copy(leaves_[i].bytes, bytes_.begin() + first_leaf_ + i * each);
        put(bytes_, 0, node(0, count - 1).second);
        put(bytes_, 32, first_leaf_);
        return std::move(bytes_);
    }

private:
    /// @return the id and the box
    std::pair<std::uint32_t, Aabb> node(std::uint32_t first, std::uint32_t last) {
        const std::uint32_t at = next_;
        next_ += node_size;
        const std::uint32_t split = (first + last) / 2;
        const auto left = first < split ? node(first, split) : leaf(first);
        std::pair<std::uint32_t, Aabb> right{~0U, Aabb()};
        if (first < last) right = split + 1 < last ? node(split + 1, last) : leaf(last);
        put(bytes_, at, left.second);
        put(bytes_, at + 24, right.second);
        put(bytes_, at + 48, left.first);
        put(bytes_, at + 52, right.first);
        Aabb both = left.second;
        both.include(right.second);
        return {at | 1U, both};
    }
    std::pair<std::uint32_t, Aabb> leaf(std::uint32_t number) {
        const auto each = static_cast<std::uint32_t>(leaves_[number].bytes.size());
        return {first_leaf_ + number * each + kind_, leaves_[number].box};
    }

    const std::vector<Leaf>& leaves_;
    std::uint32_t kind_;
    std::uint32_t first_leaf_ = 0;
    std::uint32_t next_ = header;
    std::vector<std::uint8_t> bytes_;
};

Aabb moved(const Aabb& box, const Transform& m) {
    // The driver adds up a minimum and a maximum for each column.
    Aabb result;
    for (int row = 0; row < 3; ++row) {
        const auto first = static_cast<std::size_t>(4 * row);
        result.lower[row] = result.upper[row] = m[first + 3];
        for (int column = 0; column < 3; ++column) {
            const float a = m[first + static_cast<std::size_t>(column)] * box.lower[column];
            const float b = m[first + static_cast<std::size_t>(column)] * box.upper[column];
            result.lower[row] += std::min(a, b);
            result.upper[row] += std::max(a, b);
        }
    }
    return result;
}

} // namespace

std::vector<std::uint8_t> built_triangles(const std::vector<BuiltTriangle>& triangles) {
    std::vector<Leaf> leaves;
    for (const BuiltTriangle& triangle : triangles) {
        Leaf& leaf = leaves.emplace_back();
        leaf.bytes.resize(48);
        put(leaf.bytes, 0, triangle.corners);
        put(leaf.bytes, 40, triangle.primitive);
        put(leaf.bytes, 44, triangle.geometry | (triangle.is_opaque ? 1U << 31 : 0U));
        for (const glm::vec3& corner : triangle.corners)
            leaf.box.include(corner);
    }
    return Builder(leaves, 0).build();
}

std::vector<std::uint8_t> built_boxes(const std::vector<BuiltBox>& boxes) {
    std::vector<Leaf> leaves;
    for (const BuiltBox& box : boxes) {
        Leaf& leaf = leaves.emplace_back();
        leaf.bytes.resize(32);
        put(leaf.bytes, 0, box.box);
        put(leaf.bytes, 24, box.primitive);
        put(leaf.bytes, 28, box.geometry);
        leaf.box = box.box;
    }
    return Builder(leaves, 3).build();
}

std::vector<std::uint8_t> built_instances(const std::vector<BuiltInstance>& instances) {
    std::vector<Leaf> leaves;
    for (const BuiltInstance& instance : instances) {
        Leaf& leaf = leaves.emplace_back();
        leaf.bytes.resize(120);
        Transform inverse = instance.object_to_world;
        for (const std::size_t i : {3, 7, 11})
            inverse[i] = -inverse[i];
        put(leaf.bytes, 0, instance.address);
        put(leaf.bytes, 8, std::uint32_t{instance.mask} << 24);
        put(leaf.bytes, 12, 1U << 30); // not made not opaque
        put(leaf.bytes, 16, inverse);
        put(leaf.bytes, 68, instance.number);
        put(leaf.bytes, 72, instance.object_to_world);
        leaf.box = moved(instance.bounds, instance.object_to_world);
    }
    return Builder(leaves, 2).build();
}

Aabb bounds_of(const std::vector<std::uint8_t>& structure) {
    Aabb box;
    std::memcpy(&box, structure.data(), sizeof box);
    return box;
}

} // namespace hitmap::test
