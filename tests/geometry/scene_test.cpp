#include "core/base/error.h"
#include "core/geometry/mesh/vector_join.h"
#include "core/geometry/scene.h"
#include "tests/geometry/closed_surface.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace hitmap {
namespace {

std::string message_of(std::string_view spec) {
    try {
        (void)load_scene(spec);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ReleaseOnlyScene, ExplainsWhatItDoesNotKnow) {
    EXPECT_EQ(message_of("builtin:bunny"),
              "unknown scene builtin:bunny: expected one of builtin:atrium, builtin:statue, builtin:teapot");
    EXPECT_EQ(message_of("builtin:"),
              "unknown scene builtin:: expected one of builtin:atrium, builtin:statue, builtin:teapot");
    EXPECT_EQ(message_of("builtin:teapot?size=3"), "unknown scene key \"size\": expected triangles or seed");
    EXPECT_EQ(message_of("builtin:teapot?triangles=3"),
              "scene key triangles: expected a whole number from 200 to 20000000, found \"3\"");
    EXPECT_EQ(message_of("builtin:statue?triangles=20000001"),
              "scene key triangles: expected a whole number from 1000 to 20000000, found \"20000001\"");
    EXPECT_EQ(message_of("builtin:teapot?triangles=1e6"),
              "scene key triangles: expected a whole number from 200 to 20000000, found \"1e6\"");
    EXPECT_EQ(message_of("builtin:teapot?triangles="),
              "scene key triangles: expected a whole number from 200 to 20000000, found \"\"");
    EXPECT_EQ(
        message_of("builtin:teapot?triangles=99999999999999999999"),
        "scene key triangles: expected a whole number from 200 to 20000000, found \"99999999999999999999\"");
    EXPECT_EQ(message_of("builtin:teapot?seed=-1"),
              "scene key seed: expected a whole number from 0 to 18446744073709551615, found \"-1\"");
    EXPECT_EQ(message_of("builtin:teapot?seed=1&seed=1"), "scene key seed is given twice");
}

TEST(ReleaseOnlyScene, BuiltinsAreWellFormed) {
    for (const BuiltinScene& builtin : builtin_scenes()) {
        SCOPED_TRACE(builtin.name);
        const Scene scene = load_scene("builtin:" + std::string(builtin.name));
        const auto wanted = static_cast<double>(builtin.triangles);
        EXPECT_NEAR(static_cast<double>(scene.mesh.faces.size()), wanted, 0.05 * wanted);
        EXPECT_EQ(normalised(scene.camera), scene.camera);
        ASSERT_EQ(scene.mesh.normal_faces.size(), scene.mesh.faces.size());
        VectorJoin distinct(scene.mesh.positions.size());
        for (const glm::vec3& p : scene.mesh.positions) {
            ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
            distinct.number_of(p);
        }
        EXPECT_EQ(distinct.vectors().size(), scene.mesh.positions.size());
        for (const glm::vec3& n : scene.mesh.normals)
            ASSERT_NEAR(glm::length(n), 1.0F, 1e-5F);
        for (std::size_t f = 0; f < scene.mesh.faces.size(); ++f)
            for (int c = 0; c < 3; ++c) {
                ASSERT_LT(scene.mesh.faces[f][c], scene.mesh.positions.size());
                ASSERT_LT(scene.mesh.normal_faces[f][c], scene.mesh.normals.size());
            }
    }
}

TEST(ReleaseOnlyScene, SameSeedSameBytes) {
    // Generators only use additions, multiplications, divisions and square roots, so that results are the
    // same on all machines.
    EXPECT_EQ(source_hash(load_scene("builtin:teapot?triangles=1000").mesh), 80323665647471156U);
    EXPECT_EQ(source_hash(load_scene("builtin:statue?triangles=1000").mesh), 16493921401673566474U);
    EXPECT_EQ(source_hash(load_scene("builtin:atrium?triangles=130000").mesh), 6014954313000761317U);
    EXPECT_NE(source_hash(load_scene("builtin:statue?seed=2&triangles=1000").mesh), 16493921401673566474U);
    EXPECT_NE(source_hash(load_scene("builtin:atrium?seed=2&triangles=130000").mesh), 6014954313000761317U);
}

TEST(ReleaseOnlyScene, StatueIsClosedAtEverySize) {
    for (const unsigned triangles : {1000U, 30'000U}) {
        const Mesh mesh = load_scene("builtin:statue?triangles=" + std::to_string(triangles)).mesh;
        EXPECT_EQ(test::closed_surface_fault(mesh), "") << triangles;
        EXPECT_NEAR(static_cast<double>(mesh.faces.size()), triangles, 0.05 * triangles);
        double volume = 0.0;
        for (const glm::uvec3& f : mesh.faces)
            volume +=
                glm::dot(mesh.positions[f.x], glm::cross(mesh.positions[f.y], mesh.positions[f.z])) / 6.0;
        EXPECT_NEAR(volume, 1.7, 0.6) << "positive: oriented outwards";
    }
}

TEST(ReleaseOnlyScene, TeapotPatchesShareTheirBorders) {
    for (const unsigned triangles : {200U, 1000U, 25'000U}) {
        const Mesh mesh = load_scene("builtin:teapot?triangles=" + std::to_string(triangles)).mesh;
        EXPECT_NEAR(static_cast<double>(mesh.faces.size()), triangles, 0.2 * triangles);
        EXPECT_EQ(mesh.normals.size(), mesh.positions.size()) << "smooth across the borders";
        // Open borders are at the rim of the pot (inner end), at the lid, and at both ends of handle and
        // spout.
        std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
        for (const glm::uvec3& f : mesh.faces)
            for (int c = 0; c < 3; ++c)
                EXPECT_TRUE(edges.emplace(f[c], f[(c + 1) % 3]).second) << "faces agree in orientation";
        for (const auto& [a, b] : edges)
            if (!edges.contains({b, a})) {
                const glm::vec3 middle = 0.5F * (mesh.positions[a] + mesh.positions[b]);
                const bool on_pot = std::hypot(middle.x, middle.z) < 1.42 && middle.y > 2.39F;
                const bool on_handle_or_spout = std::abs(middle.z) < 0.7F && std::abs(middle.x) > 1.4F;
                EXPECT_TRUE(on_pot || on_handle_or_spout) << middle.x << ' ' << middle.y << ' ' << middle.z;
            }
    }
}

TEST(ReleaseOnlyScene, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    for (const BuiltinScene& builtin : builtin_scenes())
        EXPECT_THROW((void)load_scene("builtin:" + std::string(builtin.name), {stop.get_token(), nullptr}),
                     Cancelled);
}

} // namespace
} // namespace hitmap
