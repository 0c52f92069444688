#include "core/raytracer/exact_sign.h"
#include "core/raytracer/secondary_rays.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace hitmap {
namespace {

class RandomTriangles {
public:
    /// Coordinates within `size` of `centre`.
    glm::vec3 point(float size, const glm::vec3& centre) {
        glm::vec3 p;
        for (int axis = 0; axis < 3; ++axis)
            p[axis] = centre[axis] + size * (static_cast<float>(engine_() >> 8) * 0x1p-23F - 1.0F);
        return p;
    }

private:
    std::mt19937 engine_{3};
};

TEST(SurfaceAt, IsStrictlyOnTheSideThatTheRayCameFromAndClose) {
    RandomTriangles random;
    int hits = 0;
    for (const float size : {1e-3F, 1.0F, 1e5F})
        for (const float away : {0.0F, 1.0F, 1000.0F})
            for (int i = 0; i < 3000; ++i) {
                const glm::vec3 centre = size * away * glm::vec3(1.0F, -0.7F, 0.3F);
                const glm::vec3 a = random.point(size, centre);
                const glm::vec3 b = random.point(size, centre);
                const glm::vec3 c = random.point(size, centre);
                const glm::vec3 eye = random.point(size, centre);
                const glm::vec3 direction = (a + b + c) / 3.0F - eye;
                const TracedRay ray{eye, direction, 1.0F / direction};
                const Hit hit = intersect_triangle(ray, a, b, c, 5);
                if (hit.slot == no_slot) continue; // the centre of the triangle is rounded as well
                ++hits;
                const Surface surface = surface_at(ray, hit, a, b, c);
                EXPECT_EQ(surface.slot, 5U);
                EXPECT_EQ(tetrahedron(surface.origin, a, b, c).sign, tetrahedron(eye, a, b, c).sign);
                EXPECT_NEAR(glm::length(surface.normal), 1.0F, 1e-6F);
                EXPECT_LE(glm::dot(glm::dvec3(surface.normal), glm::dvec3(direction)),
                          1e-6 * glm::length(direction));
                const glm::dvec3 exact = glm::dvec3(eye) + static_cast<double>(hit.t) * glm::dvec3(direction);
                const double largest = std::max({std::abs(exact.x), std::abs(exact.y), std::abs(exact.z)});
                EXPECT_LE(glm::distance(exact, glm::dvec3(surface.origin)),
                          2e-6 * (largest + hit.t * glm::length(glm::dvec3(direction))));
                // A copy of the triangle must not be hit again.
                const TracedRay straight{surface.origin, surface.normal, 1.0F / surface.normal};
                EXPECT_EQ(intersect_triangle(straight, c, b, a, 6).slot, no_slot);
            }
    EXPECT_GT(hits, 20'000);
}

TEST(CosineDirection, HasTheDensityOfDiffuseLight) {
    const glm::vec3 normal = glm::normalize(glm::vec3(1.0F, -2.0F, 0.5F));
    glm::dvec3 sum(0.0);
    double squares = 0.0;
    constexpr std::uint32_t count = 50'000;
    for (std::uint32_t i = 0; i < count; ++i) {
        const glm::vec3 d = cosine_direction(normal, {1, i % 100, {i / 100, 1}});
        const float cosine = glm::dot(d, normal);
        ASSERT_NEAR(glm::length(d), 1.0F, 1e-6F);
        ASSERT_GE(cosine, -1e-6F);
        sum += glm::dvec3(d);
        squares += double{cosine} * cosine;
    }
    // For density cos / pi over the hemisphere, the mean of cos is 2/3 and that of its square is 1/2.
    EXPECT_LT(glm::distance(sum / double{count}, glm::dvec3(normal) * (2.0 / 3.0)), 0.01);
    EXPECT_NEAR(squares / count, 0.5, 0.01);
}

TEST(CosineDirection, DependsOnAllOfTheKey) {
    const glm::vec3 up(0.0F, 1.0F, 0.0F);
    const glm::vec3 first = cosine_direction(up, {1, 2, {3, 4}});
    EXPECT_EQ(cosine_direction(up, {1, 2, {3, 4}}), first);
    EXPECT_NE(cosine_direction(up, {2, 2, {3, 4}}), first);
    EXPECT_NE(cosine_direction(up, {1, 3, {3, 4}}), first);
    EXPECT_NE(cosine_direction(up, {1, 2, {4, 4}}), first);
    EXPECT_NE(cosine_direction(up, {1, 2, {3, 5}}), first);
}

TEST(SecondaryRays, ShadowsLookAtTheSun) {
    EXPECT_NEAR(glm::length(to_sun), 1.0F, 1e-6F);
    const Surface surface{{1, 2, 3}, {0, 1, 0}, 7};
    const TracedRay ray = secondary_ray(RayKind::shadow, surface, {});
    EXPECT_EQ(ray.origin, surface.origin);
    EXPECT_EQ(ray.direction, to_sun);
    EXPECT_EQ(ray.inverse_direction, 1.0F / to_sun);
}

TEST(SecondaryRays, OcclusionLooksATenthOfTheDiagonal) {
    Aabb box;
    box.include(glm::vec3(-1, -2, 0));
    box.include(glm::vec3(1, 4, 3));
    EXPECT_FLOAT_EQ(reach_of(RayKind::ambient_occlusion, box), 0.7F);
    EXPECT_EQ(reach_of(RayKind::path, box), std::numeric_limits<float>::infinity());
    EXPECT_EQ(reach_of(RayKind::shadow, box), std::numeric_limits<float>::infinity());
}

const Surface lit_surface{{}, {0, 1, 0}, 0};
const Surface dark_surface{{}, {0, -1, 0}, 0};

TEST(GatherLight, ShadowAsksOnceWhereTheSunIsInFront) {
    const RayPlan plan{RayKind::shadow, 1};
    EXPECT_FALSE(gather_light(plan, {0, 0}, false, {}, 0.0F).more);
    EXPECT_EQ(gather_light(plan, {0, 0}, false, {}, 0.0F).light, 1.0F);
    EXPECT_TRUE(gather_light(plan, {0, 0}, true, lit_surface, 0.0F).more);
    EXPECT_FALSE(gather_light(plan, {0, 0}, true, dark_surface, 0.0F).more);
    const float dark = gather_light(plan, {0, 0}, true, dark_surface, 0.0F).light;
    EXPECT_LT(dark, 0.5F);
    EXPECT_EQ(gather_light(plan, {0, 1}, true, lit_surface, 0.0F).light, dark);
    EXPECT_EQ(gather_light(plan, {0, 1}, false, lit_surface, 0.0F).light, 1.0F);
}

TEST(GatherLight, OcclusionIsThePartThatIsFree) {
    const RayPlan plan{RayKind::ambient_occlusion, 4};
    Gathered gathered = gather_light(plan, {0, 0}, true, dark_surface, 0.0F);
    for (std::uint32_t sample = 0; sample < 4; ++sample) {
        ASSERT_TRUE(gathered.more);
        EXPECT_EQ(gathered.next.sample, sample);
        EXPECT_EQ(gathered.next.bounce, 1U);
        gathered = gather_light(plan, gathered.next, sample == 2, dark_surface, gathered.light);
    }
    EXPECT_FALSE(gathered.more);
    EXPECT_EQ(gathered.light, 0.75F);
}

TEST(GatherLight, PathsEndOutsideOrAtTheirLength) {
    const RayPlan plan{RayKind::path, 3};
    const Gathered first = gather_light(plan, {0, 0}, true, lit_surface, 0.0F);
    EXPECT_EQ(first.next.bounce, 1U);
    EXPECT_EQ(gather_light(plan, first.next, false, lit_surface, first.light).light, 1.0F);
    const Gathered second = gather_light(plan, first.next, true, lit_surface, first.light);
    EXPECT_EQ(second.next.bounce, 2U);
    const Gathered third = gather_light(plan, second.next, true, lit_surface, second.light);
    EXPECT_EQ(third.next.bounce, 3U);
    const Gathered out = gather_light(plan, third.next, false, lit_surface, third.light);
    const Gathered end = gather_light(plan, third.next, true, lit_surface, third.light);
    EXPECT_FALSE(out.more || end.more);
    EXPECT_FLOAT_EQ(out.light, 0.8F * 0.8F);
    EXPECT_LT(end.light, out.light);
}

TEST(Lit, ScalesColoursAndKeepsThemOpaque) {
    EXPECT_EQ(lit(0xff64c80aU, 1.0F), 0xff64c80aU);
    EXPECT_EQ(lit(0xff64c80aU, 0.5F), 0xff326405U);
    EXPECT_EQ(lit(0xff64c80aU, 0.0F), 0xff000000U);
}

} // namespace
} // namespace hitmap
