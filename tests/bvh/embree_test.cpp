// Compares the nearest hits in our trees with those of Embree.
#include "core/bvh/bvh.h"
#include "core/geometry/scene.h"
#include "tests/bvh/embree_scene.h"
#include "tests/bvh/traversal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace hitmap {
namespace {

constexpr std::uint32_t ray_count = 50'000;
constexpr double edge_distance = 1e-5;

/// Rays from random points in and around the mesh; half of them point to random points in its bounds.
class RandomRays {
public:
    explicit RandomRays(const Aabb& box) : box_(box) {}

    test::Ray next() {
        const glm::vec3 origin = place(1.5F);
        const glm::vec3 towards = random_() % 2 == 0 ? place(0.5F) - origin : direction();
        return {origin, glm::normalize(towards)};
    }

private:
    float number() { return static_cast<float>(random_() >> 8) * 0x1p-23F - 1.0F; } // -1 to 1
    glm::vec3 three() {
        const float x = number();
        const float y = number();
        return {x, y, number()};
    }
    glm::vec3 place(float scale) { return box_.center() + scale * box_.extent() * three(); }
    glm::vec3 direction() {
        while (true) {
            const glm::vec3 d = three();
            if (const float length = glm::length(d); length > 0.1F && length <= 1.0F) return d;
        }
    }

    Aabb box_;
    std::mt19937 random_{1};
};

/// Returns whether the ray passes within edge_distance of an edge of any triangle in front of it.
bool grazes_an_edge(const Mesh& mesh, const test::Ray& ray) {
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        const auto hit = test::meet_plane(mesh, face, ray);
        if (hit && hit->t > 0.0 && std::abs(hit->inside()) <= edge_distance) return true;
    }
    return false;
}

void compare(const Mesh& mesh) {
    ThreadPool pool(2);
    const test::EmbreeScene embree(mesh);
    for (const BvhMethod method : {BvhMethod::sah, BvhMethod::median, BvhMethod::lbvh}) {
        SCOPED_TRACE(name_of(method));
        const Bvh bvh = build_bvh(mesh, {method, 4}, pool);
        RandomRays rays(bvh.root);
        std::uint32_t hits = 0;
        std::uint32_t grazing = 0;
        for (std::uint32_t i = 0; i < ray_count; ++i) {
            const test::Ray ray = rays.next();
            const double t = test::nearest_hit(mesh, bvh, ray);
            const double expected = embree.nearest_hit(ray);
            hits += std::isfinite(t) ? 1 : 0;
            // The first comparison covers two misses.
            if (t == expected || std::abs(t - expected) <= 1e-4 * t) continue;
            ++grazing;
            EXPECT_TRUE(grazes_an_edge(mesh, ray)) << "ray " << i << ": t " << t << ", Embree " << expected;
        }
        EXPECT_LE(grazing, ray_count / 10'000);
        EXPECT_GT(hits, ray_count / 10);
        EXPECT_LT(hits, ray_count);
    }
}

class Embree : public testing::TestWithParam<const char*> {};

TEST_P(Embree, FindsTheSameNearestHits) {
    compare(load_scene(GetParam()).mesh);
}

INSTANTIATE_TEST_SUITE_P(ReleaseOnlyScenes, Embree,
                         testing::Values("builtin:atrium?triangles=130000", "builtin:statue?triangles=20000",
                                         "builtin:teapot?triangles=10000"));

} // namespace
} // namespace hitmap
