#include "core/base/error.h"
#include "core/geometry/builtin/reproducible.h"
#include "core/geometry/mesh/field_mesher.h"
#include "tests/geometry/closed_surface.h"
#include "tests/geometry/fields.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap {
namespace {

using test::Ball;
using test::Chaos;
using test::closed_surface_fault;

TEST(FieldMesher, MeshesABall) {
    ThreadPool pool(2);
    const Mesh mesh = mesh_field(Ball(), {glm::dvec3(-1.2), 0.05, 48}, pool, {});
    EXPECT_EQ(closed_surface_fault(mesh), "");
    EXPECT_EQ(mesh.positions.size() - mesh.faces.size() / 2, 2U) << "Euler: V - E + F";
    double volume = 0.0;
    for (const glm::uvec3& f : mesh.faces)
        volume += glm::dot(mesh.positions[f.x], glm::cross(mesh.positions[f.y], mesh.positions[f.z])) / 6.0;
    EXPECT_NEAR(volume, 4.0 / 3.0 * std::numbers::pi, 0.03) << "positive: oriented outwards";
    for (const glm::vec3& p : mesh.positions)
        EXPECT_NEAR(glm::length(p), 1.0F, 0.01F);
}

TEST(FieldMesher, SurfacesAreClosedWhateverTheSigns) {
    ThreadPool pool(1);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const int cells = 12;
        const Mesh mesh = mesh_field(Chaos(seed * 1'000'003, cells), {glm::dvec3(0.0), 1.0, 12}, pool, {});
        EXPECT_GT(mesh.faces.size(), 1000U);
        EXPECT_EQ(closed_surface_fault(mesh), "") << "seed " << seed;
    }
    // more than one block
    const Mesh mesh = mesh_field(Chaos(77, 40), {glm::dvec3(0.0), 1.0, 40}, pool, {});
    EXPECT_EQ(closed_surface_fault(mesh), "");
}

TEST(FieldMesher, DoesNotDependOnThreads) {
    ThreadPool one(1);
    ThreadPool three(3);
    const SampleGrid grid{glm::dvec3(-1.2), 0.02, 120};
    const Mesh a = mesh_field(Ball(), grid, one, {});
    const Mesh b = mesh_field(Ball(), grid, three, {});
    EXPECT_EQ(a.positions, b.positions);
    EXPECT_EQ(a.faces, b.faces);
}

TEST(FieldMesher, StopsWhenAsked) {
    ThreadPool pool(2);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)mesh_field(Ball(), {glm::dvec3(-1.2), 0.05, 48}, pool, {stop.get_token(), nullptr}),
                 Cancelled);
}

TEST(Reproducible, TrigonometryAgreesWithTheLibrary) {
    for (int i = -4000; i <= 4000; ++i) {
        const double t = i / 1024.0;
        EXPECT_NEAR(sin_turns(t), std::sin(2.0 * std::numbers::pi * t), 3e-15);
        EXPECT_NEAR(cos_turns(t), std::cos(2.0 * std::numbers::pi * t), 3e-15);
    }
    EXPECT_EQ(sin_turns(0.5), 0.0);
    EXPECT_EQ(cos_turns(0.25), 0.0);
    EXPECT_EQ(cos_turns(1.5), -1.0);
}

} // namespace
} // namespace hitmap
