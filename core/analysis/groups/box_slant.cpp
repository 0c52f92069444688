#include "core/analysis/groups/box_slant.h"

#include "core/geometry/face_view.h"

#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace hitmap {

namespace {

constexpr std::size_t checked_every = std::size_t{1} << 14;
constexpr std::uint32_t no_box = ~std::uint32_t{0};
/// A triangle that is inside this many boxes is left out: boxes of a useful tree overlap far less.
constexpr int most_visits = 4096;

/// The children of boxes, computed from the links to their parents.
class Children {
public:
    explicit Children(const std::vector<std::int32_t>& parents) : begin_(parents.size() + 2, 0) {
        for (const std::int32_t parent : parents)
            ++begin_[static_cast<std::size_t>(parent + 2)];
        for (std::size_t i = 1; i < begin_.size(); ++i)
            begin_[i] += begin_[i - 1];
        boxes_.resize(parents.size());
        // Filling the lists moves begin_[p + 1] to the end of p's children, which is the beginning of those
        // of p + 1.
        for (std::size_t box = 0; box < parents.size(); ++box)
            boxes_[begin_[static_cast<std::size_t>(parents[box] + 1)]++] = static_cast<std::uint32_t>(box);
    }
    /// Calls visit(child) for the children of a box. For box -1, visits the boxes without a parent.
    template <class Visit>
    void for_each(std::int64_t parent, const Visit& visit) const {
        const auto p = static_cast<std::size_t>(parent + 1);
        for (std::uint32_t i = p == 0 ? 0 : begin_[p - 1]; i < begin_[p]; ++i)
            visit(boxes_[i]);
    }

private:
    std::vector<std::uint32_t> begin_; ///< [boxes + 2]
    std::vector<std::uint32_t> boxes_;
};

bool holds(const Aabb& box, const Aabb& inner) {
    return glm::all(glm::lessThanEqual(box.lower, inner.lower)) &&
           glm::all(glm::lessThanEqual(inner.upper, box.upper));
}

/// Finds the leaf of a triangle.
class LeafFinder {
public:
    explicit LeafFinder(const RecordedScene& scene) : scene_(scene), children_(scene.box_parent) {}

    std::uint32_t find(const Aabb& triangle) {
        pending_.clear();
        push_children(-1, triangle);
        for (int visits = 0; !pending_.empty() && visits < most_visits; ++visits) {
            const std::uint32_t box = pending_.back();
            pending_.pop_back();
            if (push_children(box, triangle)) return box;
        }
        return no_box;
    }

private:
    /// Pushes the children that contain the triangle. Returns whether the box has no children, i.e. is a
    /// leaf.
    bool push_children(std::int64_t box, const Aabb& triangle) {
        bool is_leaf = true;
        children_.for_each(box, [&](std::uint32_t child) {
            is_leaf = false;
            if (holds(scene_.boxes[child], triangle)) pending_.push_back(child);
        });
        return is_leaf;
    }

    const RecordedScene& scene_;
    Children children_;
    std::vector<std::uint32_t> pending_;
};

struct Sums {
    double area = 0.0;
    double slant = 0.0; ///< sum of degrees times area
};

} // namespace

std::vector<BoxSlant> box_slants(const RecordedScene& scene, const JobContext& job) {
    if (scene.cameras.empty() || scene.box_parent.size() != scene.boxes.size()) return {};
    const Camera camera = normalised(scene.cameras.front());
    LeafFinder leaves(scene);
    std::vector<BoxSlant> result(scene.boxes.size());
    std::vector<Sums> sums(scene.boxes.size());
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        if (slot % checked_every == 0) job.check();
        if (scene.is_padding(slot)) continue;
        const glm::uvec3& face = scene.face_slots[slot];
        const std::array<glm::vec3, 3> corners{scene.vertices.at(face.x), scene.vertices.at(face.y),
                                               scene.vertices.at(face.z)};
        Aabb bounds;
        for (const glm::vec3& corner : corners)
            bounds.include(corner);
        const double area = glm::length(glm::cross(corners[1] - corners[0], corners[2] - corners[0])) / 2.0F;
        const auto cosine = face_view(camera, scene.height, corners).cosine;
        const double degrees =
            cosine ? std::acos(std::min(1.0, std::abs(*cosine))) * 180.0 / std::numbers::pi : 0.0;
        // Parents in a file may form a cycle, so there are at most as many steps as boxes.
        std::uint32_t box = leaves.find(bounds);
        for (std::size_t steps = 0; box != no_box && steps < scene.boxes.size(); ++steps) {
            ++result[box].triangles;
            sums[box].area += area;
            sums[box].slant += area * degrees;
            box = scene.box_parent[box] < 0 ? no_box : static_cast<std::uint32_t>(scene.box_parent[box]);
        }
    }
    for (std::size_t box = 0; box < result.size(); ++box)
        if (sums[box].area > 0.0) result[box].degrees = static_cast<float>(sums[box].slant / sums[box].area);
    return result;
}

} // namespace hitmap
