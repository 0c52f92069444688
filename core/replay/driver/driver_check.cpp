#include "core/replay/driver/driver_check.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace hitmap {

namespace {

/// Vertices were transformed as the driver does it, but need not be rounded in the same way.
constexpr float tolerance = 1e-5F;

bool is_near(const glm::vec3& a, const glm::vec3& b) {
    for (int axis = 0; axis < 3; ++axis) {
        const float size = std::fabs(a[axis]) + std::fabs(b[axis]) + 1.0F;
        if (!(std::fabs(a[axis] - b[axis]) <= tolerance * size)) return false;
    }
    return true;
}

bool same_box(const Aabb& a, const Aabb& b) {
    for (int axis = 0; axis < 3; ++axis) {
        // What is not a number has no union.
        if (std::isnan(a.lower[axis]) || std::isnan(b.lower[axis])) continue;
        if (a.lower[axis] != b.lower[axis] || a.upper[axis] != b.upper[axis]) return false;
    }
    return true;
}

class Check {
public:
    Check(const DriverTree& tree, const ReplayedFaces& faces, const std::string& file, const JobContext& job)
        : tree_(tree), faces_(faces), file_(file), job_(job) {}

    void run() const {
        for (const DriverInstance& instance : tree_.structures.front().instances)
            check_triangles(instance);
        for (std::uint32_t structure = 0; structure < tree_.structures.size(); ++structure)
            check_boxes(structure);
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw Error(fmt::format("{}: the acceleration structures of the driver are not those of the recorded "
                                "geometry: {}",
                                file_, message));
    }

    void check_triangles(const DriverInstance& instance) const {
        std::size_t checked = 0;
        for (const DriverTriangle& triangle : tree_.structures[instance.structure].triangles) {
            if (++checked % 65536 == 0) job_.check();
            const std::string place = fmt::format("triangle {} of geometry {} of instance {}",
                                                  triangle.primitive, triangle.geometry, instance.number);
            const auto source = faces_.face_of(instance.number, triangle.geometry, triangle.primitive);
            if (!source) fail(place + " is not recorded");
            const auto corners = faces_.corners_of(*source);
            if (!corners) continue; // inactive, or a point
            for (int k = 0; k < 3; ++k) {
                const glm::vec3 found = in_world(instance.object_to_world, triangle.corners[k]);
                const glm::vec3& expected = faces_.mesh().positions[(*corners)[k]];
                if (!is_near(found, expected))
                    fail(fmt::format("{}: expected corner {} at ({}, {}, {}), found ({}, {}, {})", place, k,
                                     expected.x, expected.y, expected.z, found.x, found.y, found.z));
            }
        }
    }

    void check_boxes(std::uint32_t number) const {
        const DriverStructure& structure = tree_.structures[number];
        for (std::uint32_t i = 0; i < structure.nodes.size(); ++i) {
            if (i % 65536 == 0) job_.check();
            for (std::size_t child = 0; child < 2; ++child) {
                const auto below = box_below(structure, structure.nodes[i].children[child]);
                if (below && !same_box(*below, structure.nodes[i].boxes[child]))
                    fail(fmt::format(
                        "child {} of node {} of structure {} has another box than what is below it", child, i,
                        number));
            }
        }
    }
    [[nodiscard]] std::optional<Aabb> box_below(const DriverStructure& structure,
                                                const DriverTarget& target) const {
        Aabb box;
        if (target.kind == DriverTarget::Kind::none) return std::nullopt;
        if (target.kind == DriverTarget::Kind::node) {
            for (const Aabb& part : structure.nodes[target.index].boxes)
                box.include(part);
            return box;
        }
        switch (structure.leaves) {
        case DriverStructure::Leaves::triangles:
            for (const glm::vec3& corner : structure.triangles[target.index].corners) {
                if (std::isnan(corner.x + corner.y + corner.z)) return std::nullopt; // inactive
                box.include(corner);
            }
            break;
        case DriverStructure::Leaves::boxes:
            return structure.boxes[target.index].box;
        case DriverStructure::Leaves::instances:
            return box_of(structure.instances[target.index]);
        }
        return box;
    }
    /// (Mesa 25.0, lvp_acceleration_structure.c, lvp_build_internal_node)
    [[nodiscard]] Aabb box_of(const DriverInstance& instance) const {
        const Aabb& bounds = tree_.structures[instance.structure].bounds;
        Aabb box;
        for (int row = 0; row < 3; ++row) {
            const float* const m = instance.object_to_world.data() + 4 * row;
            box.lower[row] = box.upper[row] = m[3];
            for (int column = 0; column < 3; ++column) {
                const float a = m[column] * bounds.lower[column];
                const float b = m[column] * bounds.upper[column];
                box.lower[row] += std::fmin(a, b);
                box.upper[row] += std::fmax(a, b);
            }
        }
        return box;
    }

    const DriverTree& tree_;
    const ReplayedFaces& faces_;
    const std::string& file_;
    const JobContext& job_;
};

} // namespace

glm::vec3 in_world(const Transform& m, const glm::vec3& p) {
    glm::vec3 result;
    for (int row = 0; row < 3; ++row) {
        const float* const r = m.data() + 4 * row;
        result[row] = r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3];
    }
    return result;
}

void check_driver_tree(const DriverTree& tree, const ReplayedFaces& faces, const std::string& file,
                       const JobContext& job) {
    Check(tree, faces, file, job).run();
}

} // namespace hitmap
