#include "core/base/error.h"
#include "core/bvh/clipped_polygon.h"
#include "core/bvh/quality.h"
#include "tests/bvh/meshes.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using Real = long double;

/// Computes the area of the part of a triangle in a box differently from the tested code: in the triangle's
/// coordinates u, v the part is the solution of nine linear inequalities. Its corners are those intersections
/// of two of their lines that satisfy all others.
class AreaInBox {
public:
    AreaInBox(const Mesh& mesh, const glm::uvec3& face, const Aabb& box) {
        const glm::dvec3 a(mesh.positions[face.x]);
        const glm::dvec3 to_b = glm::dvec3(mesh.positions[face.y]) - a;
        const glm::dvec3 to_c = glm::dvec3(mesh.positions[face.z]) - a;
        twice_whole_ = glm::length(glm::cross(to_b, to_c));
        lines_ = {{{-1, 0, 0}, {0, -1, 0}, {1, 1, 1}}};
        for (int axis = 0; axis < 3; ++axis) {
            lines_[3 + 2 * axis] =
                normalised({to_b[axis], to_c[axis], Real{box.upper[axis]} - Real(a[axis])});
            lines_[4 + 2 * axis] =
                normalised({-to_b[axis], -to_c[axis], Real(a[axis]) - Real{box.lower[axis]}});
        }
    }

    [[nodiscard]] Real operator()() const {
        std::vector<Point> corners;
        for (std::size_t i = 0; i < lines_.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Line& p = lines_[i];
                const Line& q = lines_[j];
                const Real det = p.a * q.b - q.a * p.b;
                if (std::abs(det) < 1e-15L) continue;
                const Point crossing{(p.c * q.b - q.c * p.b) / det, (p.a * q.c - q.a * p.c) / det};
                if (holds_at(crossing)) corners.push_back(crossing);
            }
        if (corners.size() < 3) return 0;
        return area_around(corners) * twice_whole_;
    }

private:
    struct Line { // a u + b v <= c
        Real a, b, c;
    };
    struct Point {
        Real u, v;
    };

    /// Normalises the line such that c is its distance from u = v = 0, so that one tolerance works for all.
    static Line normalised(const Line& line) {
        const Real length = std::hypot(line.a, line.b);
        return length > 0 ? Line{line.a / length, line.b / length, line.c / length} : line;
    }
    [[nodiscard]] bool holds_at(const Point& point) const {
        return std::all_of(lines_.begin(), lines_.end(), [&](const Line& line) {
            return line.a * point.u + line.b * point.v <= line.c + 1e-13L;
        });
    }
    static Real area_around(std::vector<Point>& corners) {
        Point middle{0, 0};
        for (const Point& p : corners)
            middle = {middle.u + p.u / corners.size(), middle.v + p.v / corners.size()};
        std::sort(corners.begin(), corners.end(), [&](const Point& p, const Point& q) {
            return std::atan2(p.v - middle.v, p.u - middle.u) < std::atan2(q.v - middle.v, q.u - middle.u);
        });
        Real twice = 0;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Point& p = corners[i];
            const Point& q = corners[(i + 1) % corners.size()];
            twice += p.u * q.v - q.u * p.v;
        }
        return twice / 2;
    }

    std::array<Line, 9> lines_;
    Real twice_whole_;
};

/// Tests every triangle against every node with the formula.
class EveryPair {
public:
    EveryPair(const WideTree& tree, const Mesh& mesh) : tree_(tree), bvh_(tree.bvh()), mesh_(mesh) {
        const Aabb everything{glm::vec3(-1e9F), glm::vec3(1e9F)};
        for (const glm::uvec3& face : mesh.faces)
            whole_ += AreaInBox(mesh, face, everything)();
        add(TreeNode::root(bvh_), bvh_.root);
    }
    [[nodiscard]] double end_point_overlap() const { return static_cast<double>(overlap_ / whole_); }

private:
    void add(const TreeNode& node, const Aabb& box) {
        const Real cost = node.is_leaf() ? Real(node.triangles(bvh_)) : tree_.has(node) ? 1 : 0;
        for (std::size_t slot = 0; slot < bvh_.slot_faces.size(); ++slot) {
            const std::int32_t face = bvh_.slot_faces[slot];
            if (face == Bvh::padding || node.has_leaf(static_cast<std::uint32_t>(slot / bvh_.leaf_size)))
                continue;
            overlap_ += cost * AreaInBox(mesh_, mesh_.faces[static_cast<std::size_t>(face)], box)();
        }
        if (node.is_leaf()) return;
        add(node.left(bvh_), bvh_.boxes[node.child_boxes()]);
        add(node.right(bvh_), bvh_.boxes[node.child_boxes() + 1]);
    }

    const WideTree& tree_;
    const Bvh& bvh_;
    const Mesh& mesh_;
    Real whole_ = 0;
    Real overlap_ = 0;
};

TEST(EndPointOverlap, OfTwoTriangles) {
    // The box of the first triangle is the square from 0 to 2, that of the second from 1 to 3. The square
    // from 1 to 2 of the second triangle is in the first box; only a point of the first triangle is in the
    // second box. Areas: 2, 2 and 1.
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {1, 1, 0}, {3, 1, 0}, {1, 3, 0}};
    mesh.faces = {{0, 1, 2}, {3, 4, 5}};
    ThreadPool pool(1);
    const Bvh bvh = build_bvh(mesh, {BvhMethod::median, 1}, pool);
    EXPECT_DOUBLE_EQ(end_point_overlap(WideTree(bvh, 2), mesh, pool), 0.25);
    const Bvh one_leaf = build_bvh(mesh, {BvhMethod::median, 2}, pool);
    EXPECT_EQ(end_point_overlap(WideTree(one_leaf, 2), mesh, pool), 0.0);
}

TEST(EndPointOverlap, IsThatOfEveryTriangleInEveryNode) {
    ThreadPool pool(2);
    Mesh degenerate = test::soup(80, 3);
    for (std::size_t f = 0; f < 80; f += 4)
        degenerate.faces[f].z = degenerate.faces[f].y;
    for (const Mesh& mesh : {test::soup(60), test::waves(6), test::copies(7), test::nested(20), degenerate})
        for (const BvhMethod method : {BvhMethod::sah, BvhMethod::median, BvhMethod::lbvh})
            for (const std::uint32_t leaf_size : {1U, 3U})
                for (const std::uint32_t width : {2U, 4U, 8U}) {
                    const Bvh bvh = build_bvh(mesh, {method, leaf_size}, pool);
                    const WideTree tree(bvh, width);
                    const double expected = EveryPair(tree, mesh).end_point_overlap();
                    EXPECT_NEAR(end_point_overlap(tree, mesh, pool), expected, 1e-10 * (1.0 + expected))
                        << name_of(method) << " " << leaf_size << " " << width << " " << mesh.faces.size();
                }
}

TEST(ClippedPolygon, AreaWithinABoxIsThatOfThePartInIt) {
    std::mt19937 random(5);
    // Whole numbers, so that planes also go through corners and edges.
    const auto point = [&] {
        std::uniform_int_distribution<int> place(0, 6);
        const auto x = static_cast<float>(place(random));
        const auto y = static_cast<float>(place(random));
        return glm::vec3(x, y, static_cast<float>(place(random)));
    };
    std::size_t parts = 0;
    for (int i = 0; i < 3000; ++i) {
        const glm::vec3 corners[] = {point(), point(), point()};
        Aabb bounds;
        for (const glm::vec3& corner : corners)
            bounds.include(corner);
        Aabb box;
        box.include(point());
        box.include(point());
        const ClippedPolygon triangle(corners[0], corners[1], corners[2]);
        const ClippedPolygon part = triangle.clipped(box);
        EXPECT_EQ(triangle.area_within(box), part.area());
        EXPECT_EQ(ClippedPolygon(corners[0], corners[1], corners[2], bounds).area_within(box), part.area());
        EXPECT_LE(part.area(), triangle.area() * (1.0 + 1e-12));
        EXPECT_TRUE(part.inside(box));
        EXPECT_TRUE(!triangle.inside(box) || part.area() == triangle.area());
        parts += part.area() > 0.0 ? 1 : 0;
    }
    EXPECT_GT(parts, 100U);
}

TEST(EndPointOverlap, WithoutAreaThereIsNone) {
    ThreadPool pool(1);
    const Bvh nothing;
    EXPECT_EQ(end_point_overlap(WideTree(nothing, 2), {}, pool), 0.0);
    Mesh points;
    points.positions.assign(1, {1, 2, 3});
    points.faces.assign(10, {0, 0, 0});
    const Bvh bvh = build_bvh(points, {BvhMethod::median, 1}, pool);
    EXPECT_EQ(end_point_overlap(WideTree(bvh, 4), points, pool), 0.0);
}

TEST(EndPointOverlap, DoesNotDependOnTheThreads) {
    const Mesh mesh = test::waves(60);
    ThreadPool one(1);
    ThreadPool three(3);
    const Bvh bvh = build_bvh(mesh, {}, one);
    EXPECT_EQ(end_point_overlap(WideTree(bvh, 2), mesh, one),
              end_point_overlap(WideTree(bvh, 2), mesh, three));
}

TEST(EndPointOverlap, StopsWhenAsked) {
    const Mesh mesh = test::waves(10);
    ThreadPool pool(1);
    const Bvh bvh = build_bvh(mesh, {}, pool);
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW((void)end_point_overlap(WideTree(bvh, 2), mesh, pool, {source.get_token(), nullptr}),
                 Cancelled);
}

} // namespace
} // namespace hitmap
