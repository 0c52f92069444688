#include "core/raytracer/exact_sign.h"
#include "core/raytracer/ray.h"
#include "tests/raytracer/plain_tracer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace hitmap {
namespace {

int sign_of(Quad x) {
    return static_cast<int>(x > 0) - static_cast<int>(x < 0);
}
Quad dot_cross(const Quad (&a)[3], const Quad (&b)[3], const Quad (&c)[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// Coordinates on a coarse lattice, so that zero and nearly zero determinants are frequent; some are moved to
/// the next float.
class Lattice {
public:
    glm::vec3 point() {
        glm::vec3 p;
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = (static_cast<float>(engine_() % 9) - 4.0F) * 0.3F;
            if (engine_() % 8 == 0 && p[axis] != 0.0F) p[axis] = std::nextafter(p[axis], 9.0F);
        }
        return p;
    }

private:
    std::mt19937 engine_{5};
};

TEST(ExactSign, AgreesWithQuadruplePrecision) {
    Lattice lattice;
    int zeros = 0;
    for (int i = 0; i < 200'000; ++i) {
        const glm::vec3 o = lattice.point();
        const glm::vec3 a = lattice.point();
        const glm::vec3 b = lattice.point();
        const glm::vec3 c = lattice.point();
        Quad from_o[3][3];
        Quad direction[3];
        for (int axis = 0; axis < 3; ++axis) {
            direction[axis] = a[axis];
            from_o[0][axis] = Quad(a[axis]) - Quad(o[axis]);
            from_o[1][axis] = Quad(b[axis]) - Quad(o[axis]);
            from_o[2][axis] = Quad(c[axis]) - Quad(o[axis]);
        }
        const int volume = sign_of(dot_cross(from_o[0], from_o[1], from_o[2]));
        ASSERT_EQ(tetrahedron(o, a, b, c).sign, volume);
        ASSERT_EQ(edge_side(o, a, b, c).sign, sign_of(dot_cross(direction, from_o[1], from_o[2])));
        zeros += volume == 0;
    }
    EXPECT_GT(zeros, 1000);
}

TEST(IntersectTriangle, HitsEdgesAndCornersOfAClosedTriangle) {
    const glm::vec3 a(0, 0, -2);
    const glm::vec3 b(2, 0, -2);
    const glm::vec3 c(0, 2, -2);
    const auto hit_at = [&](float x, float y) {
        const TracedRay ray{{x, y, 0}, {0, 0, -1}, {}};
        return intersect_triangle(ray, a, b, c, 3).t;
    };
    constexpr float miss = std::numeric_limits<float>::infinity();
    for (const auto& [x, y] :
         {std::pair(0.0F, 0.0F), {2.0F, 0.0F}, {0.0F, 2.0F}, {1.0F, 0.0F}, {1.0F, 1.0F}, {0.5F, 0.5F}})
        EXPECT_EQ(hit_at(x, y), 2.0F) << x << ", " << y;
    EXPECT_EQ(hit_at(std::nextafter(1.0F, 2.0F), 1.0F), miss);
    EXPECT_EQ(hit_at(std::nextafter(0.0F, -1.0F), 1.0F), miss);
    EXPECT_EQ(hit_at(1.0F, std::nextafter(0.0F, -1.0F)), miss);
}

TEST(IntersectTriangle, GivesWeightsAndSlot) {
    const TracedRay ray{{1, 0.5F, 0}, {0, 0, -1}, {}};
    const Hit hit = intersect_triangle(ray, {0, 0, -2}, {2, 0, -2}, {0, 2, -2}, 3);
    EXPECT_EQ(hit.slot, 3U);
    EXPECT_EQ(hit.b, 0.5F);
    EXPECT_EQ(hit.c, 0.25F);
}

TEST(IntersectTriangle, MissesWhatIsBehindDegenerateOrSeenEdgeOn) {
    constexpr float miss = std::numeric_limits<float>::infinity();
    const TracedRay ray{{0.25F, 0.25F, 0}, {0, 0, -1}, {}};
    EXPECT_EQ(intersect_triangle(ray, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, 0).t, miss) << "behind";
    EXPECT_EQ(intersect_triangle(ray, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 0).t, miss) << "at the origin";
    EXPECT_EQ(intersect_triangle(ray, {0.25F, 0, -1}, {0.25F, 1, -1}, {0.25F, 0, -2}, 0).t, miss)
        << "edge on";
    EXPECT_EQ(intersect_triangle(ray, {0, 0, -1}, {0.5F, 0.5F, -1}, {1, 1, -1}, 0).t, miss) << "a line";
    EXPECT_EQ(intersect_triangle(ray, {0.25F, 0.25F, -1}, {0.25F, 0.25F, -1}, {0.25F, 0.25F, -1}, 0).t, miss)
        << "a point";
}

TracedRay ray_between(const glm::vec3& from, const glm::vec3& to) {
    const glm::vec3 direction = to - from;
    return {from, direction, 1.0F / direction};
}

TEST(EnterBox, NeverMissesATriangleInsideTheBox) {
    Lattice lattice;
    int hits = 0;
    for (int i = 0; i < 200'000; ++i) {
        const glm::vec3 corners[3] = {lattice.point(), lattice.point(), lattice.point()};
        const TracedRay ray = ray_between(lattice.point(), lattice.point());
        const Hit hit = intersect_triangle(ray, corners[0], corners[1], corners[2], 0);
        if (hit.slot == no_slot) continue;
        ++hits;
        Aabb box;
        for (const glm::vec3& corner : corners)
            box.include(corner);
        // With the hit as the current nearest one: equal distances must still be found.
        const float entry = enter_box(ray, box, hit);
        ASSERT_LE(entry, hit.t * 1.000001F);
        ASSERT_GE(entry, 0.0F);
    }
    EXPECT_GT(hits, 5000);
}

TEST(EnterBox, GivesTheDistanceOrInfinity) {
    const Aabb box{{-1, -1, -3}, {1, 1, -2}};
    constexpr float miss = std::numeric_limits<float>::infinity();
    const TracedRay ahead = ray_between({0, 0, 0}, {0, 0, -1});
    EXPECT_EQ(enter_box(ahead, box, Hit{}), 2.0F);
    EXPECT_EQ(enter_box(ahead, box, Hit{.t = 1.9F}), miss);
    EXPECT_EQ(enter_box(ray_between({0, 0, -2.5F}, {0, 0, -3.5F}), box, Hit{}), 0.0F) << "inside";
    EXPECT_EQ(enter_box(ray_between({0, 0, 0}, {0, 0, 1}), box, Hit{}), miss) << "behind";
    EXPECT_EQ(enter_box(ray_between({1.5F, 0, 0}, {1.5F, 0, -1}), box, Hit{}), miss) << "beside";
    EXPECT_EQ(enter_box(ray_between({1, 1, 0}, {1, 1, -1}), box, Hit{}), 2.0F) << "along an edge of it";
}

} // namespace
} // namespace hitmap
