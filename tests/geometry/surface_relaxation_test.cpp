#include "core/base/error.h"
#include "core/geometry/builtin/largest_piece.h"
#include "core/geometry/mesh/edge_flipper.h"
#include "core/geometry/mesh/field_mesher.h"
#include "core/geometry/mesh/surface_relaxation.h"
#include "tests/geometry/closed_surface.h"
#include "tests/geometry/fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

namespace hitmap {
namespace {

using test::Ball;
using test::Chaos;
using test::closed_surface_fault;

const std::vector<glm::uvec3> octahedron = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                            {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

/// Returns the corners around a vertex, starting with the lowest.
std::string ring(const HalfEdges& edges, std::uint32_t vertex) {
    std::string text;
    edges.around(vertex, [&](std::uint32_t h) { text += std::to_string(edges.to(h)); });
    std::rotate(text.begin(), std::min_element(text.begin(), text.end()), text.end());
    return text;
}

TEST(HalfEdges, KnowWhatLiesAround) {
    ThreadPool pool(2);
    std::vector<glm::uvec3> faces = octahedron;
    const HalfEdges edges(faces, 6, pool, {});
    for (std::uint32_t h = 0; h < 24; ++h) {
        EXPECT_EQ(edges.from(h), edges.to(edges.twin(h)));
        EXPECT_EQ(edges.to(h), edges.from(edges.twin(h)));
        EXPECT_EQ(edges.twin(edges.twin(h)), h);
    }
    EXPECT_EQ(ring(edges, 4), "0213");
    EXPECT_EQ(ring(edges, 0), "2435");
    EXPECT_TRUE(edges.are_joined(0, 4));
    EXPECT_FALSE(edges.are_joined(4, 5));
}

TEST(HalfEdges, FlipAnEdge) {
    ThreadPool pool(1);
    std::vector<glm::uvec3> faces = octahedron;
    HalfEdges edges(faces, 6, pool, {});
    edges.flip(0); // from 0 to 2, in faces 0 2 4 and 2 0 5
    EXPECT_EQ(ring(edges, 0), "354");
    EXPECT_EQ(ring(edges, 4), "05213");
    EXPECT_EQ(ring(edges, 5), "03124");
    EXPECT_TRUE(edges.are_joined(4, 5));
    EXPECT_FALSE(edges.are_joined(0, 2));
    for (std::uint32_t h = 0; h < 24; ++h)
        EXPECT_EQ(edges.from(h), edges.to(edges.twin(h)));
}

double area(const Mesh& mesh, const glm::uvec3& f) {
    const glm::dvec3 a = mesh.positions[f.x];
    return 0.5 *
           glm::length(glm::cross(glm::dvec3(mesh.positions[f.y]) - a, glm::dvec3(mesh.positions[f.z]) - a));
}

double spread_of_areas(const Mesh& mesh) {
    double sum = 0.0;
    double squares = 0.0;
    for (const glm::uvec3& f : mesh.faces) {
        const double x = std::log2(area(mesh, f));
        sum += x;
        squares += x * x;
    }
    const auto n = static_cast<double>(mesh.faces.size());
    return std::sqrt(squares / n - sum / n * (sum / n));
}

TEST(SurfaceRelaxation, MakesTheTrianglesOfABallAlike) {
    ThreadPool pool(2);
    Mesh mesh = mesh_field(Ball(), {glm::dvec3(-1.2), 0.05, 48}, pool, {});
    const std::size_t faces = mesh.faces.size();
    EXPECT_GT(spread_of_areas(mesh), 0.8);
    relax_surface(mesh, Ball(), 0.05, pool, {});
    EXPECT_LT(spread_of_areas(mesh), 0.35);
    EXPECT_EQ(mesh.faces.size(), faces);
    EXPECT_EQ(closed_surface_fault(mesh), "");
    for (const glm::vec3& p : mesh.positions)
        EXPECT_NEAR(glm::length(p), 1.0F, 0.002F);
    for (const glm::uvec3& f : mesh.faces) {
        const glm::dvec3 a = mesh.positions[f.x];
        const glm::dvec3 normal =
            glm::cross(glm::dvec3(mesh.positions[f.y]) - a, glm::dvec3(mesh.positions[f.z]) - a);
        EXPECT_GT(glm::dot(glm::normalize(normal), glm::normalize(a)), 0.95) << "no triangle turned over";
    }
}

/// A ball with bumps, ten samples wide.
class Bumps final : public ImplicitField {
public:
    [[nodiscard]] Parts all_parts() const override { return {0}; }
    int select(const Parts& parts, const glm::dvec3& center, double radius, Parts& selected) const override {
        selected = parts;
        const double d = glm::length(center) - 1.0;
        return d > radius + height ? 1 : d < -radius - height ? -1 : 0;
    }
    [[nodiscard]] double value(const Parts&, const glm::dvec3& p) const override {
        return glm::length(p) - 1.00001 -
               height * std::sin(12.0 * p.x) * std::sin(12.0 * p.y) * std::sin(12.0 * p.z);
    }

private:
    static constexpr double height = 0.08;
};

TEST(SurfaceRelaxation, KeepsDetailAndTurnsNothingOver) {
    ThreadPool pool(2);
    const double spacing = 0.025;
    const Bumps field;
    Mesh mesh = mesh_field(field, {glm::dvec3(-1.25), spacing, 100}, pool, {});
    relax_surface(mesh, field, spacing, pool, {});
    EXPECT_LT(spread_of_areas(mesh), 0.4);
    for (const glm::vec3& p : mesh.positions)
        ASSERT_LT(std::abs(field.value({}, p)), 0.1 * spacing);
    for (const glm::uvec3& f : mesh.faces) {
        const glm::dvec3 p[3] = {mesh.positions[f.x], mesh.positions[f.y], mesh.positions[f.z]};
        const glm::dvec3 middle = (p[0] + p[1] + p[2]) / 3.0;
        glm::dvec3 gradient;
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 step(0.0);
            step[axis] = 0.01 * spacing;
            gradient[axis] = field.value({}, middle + step) - field.value({}, middle - step);
        }
        const glm::dvec3 normal = glm::cross(p[1] - p[0], p[2] - p[0]);
        ASSERT_GT(glm::dot(glm::normalize(normal), glm::normalize(gradient)), 0.7);
    }
}

TEST(SurfaceRelaxation, LeavesAnySurfaceClosed) {
    ThreadPool pool(1);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Chaos field(seed * 1'000'003, 12);
        Mesh mesh = mesh_field(field, {glm::dvec3(0.0), 1.0, 12}, pool, {});
        relax_surface(mesh, field, 1.0, pool, {});
        EXPECT_EQ(closed_surface_fault(mesh), "") << "seed " << seed;
    }
}

TEST(SurfaceRelaxation, DoesNotDependOnThreads) {
    ThreadPool one(1);
    ThreadPool three(3);
    const SampleGrid grid{glm::dvec3(-1.2), 0.018, 134}; // has more faces than one thread flips
    Mesh a = mesh_field(Ball(), grid, three, {});
    Mesh b = a;
    ASSERT_GT(a.faces.size(), 100'000U);
    relax_surface(a, Ball(), grid.spacing, one, {});
    relax_surface(b, Ball(), grid.spacing, three, {});
    EXPECT_EQ(a.positions, b.positions);
    EXPECT_EQ(a.faces, b.faces);
}

TEST(LargestPiece, IsKeptInItsOrder) {
    Mesh mesh;
    for (int i = 0; i < 13; ++i)
        mesh.positions.emplace_back(static_cast<float>(i), 0.0F, 0.0F);
    mesh.faces = {{0, 2, 4}, {1, 5, 3}, {5, 1, 7}, {6, 8, 9}, {7, 3, 5}, {10, 11, 12}};
    keep_largest_piece(mesh, {});
    ASSERT_EQ(mesh.positions.size(), 4U);
    const float kept[] = {1.0F, 3.0F, 5.0F, 7.0F};
    for (int v = 0; v < 4; ++v)
        EXPECT_EQ(mesh.positions[v].x, kept[v]);
    EXPECT_EQ(mesh.faces, (std::vector<glm::uvec3>{{0, 2, 1}, {2, 0, 3}, {3, 1, 2}}));
    Mesh empty;
    keep_largest_piece(empty, {});
    EXPECT_TRUE(empty.positions.empty());
}

/// Requests a stop of its own job after some evaluations and counts those that follow.
class StoppingBall final : public Ball {
public:
    explicit StoppingBall(int evaluations) : left_(evaluations) {}
    [[nodiscard]] double value(const Parts& parts, const glm::dvec3& p) const override {
        if (--left_ <= 0) stop_.request_stop();
        return Ball::value(parts, p);
    }
    [[nodiscard]] JobContext job() const { return {stop_.get_token(), nullptr}; }
    [[nodiscard]] int evaluations_since() const { return -left_; }

private:
    mutable std::atomic<int> left_;
    mutable std::stop_source stop_;
};

// In 100 ms there are about 100,000 evaluations of the statue.
constexpr int patience = 10'000;

TEST(GenerationStops, AfterFewEvaluationsOfTheField) {
    ThreadPool pool(1);
    const SampleGrid grid{glm::dvec3(-1.2), 0.02, 120};
    const Mesh mesh = mesh_field(Ball(), grid, pool, {});
    for (const int evaluations : {1, 20'000, 60'000}) {
        const StoppingBall meshed(evaluations);
        EXPECT_THROW((void)mesh_field(meshed, grid, pool, meshed.job()), Cancelled);
        EXPECT_LT(meshed.evaluations_since(), patience);
        const StoppingBall relaxed(evaluations);
        Mesh copy = mesh;
        EXPECT_THROW(relax_surface(copy, relaxed, grid.spacing, pool, relaxed.job()), Cancelled);
        EXPECT_LT(relaxed.evaluations_since(), patience);
    }
}

TEST(GenerationStops, InEveryStep) {
    ThreadPool pool(1);
    std::stop_source stop;
    stop.request_stop();
    const JobContext job{stop.get_token(), nullptr};
    Mesh mesh = mesh_field(Ball(), {glm::dvec3(-1.2), 0.1, 24}, pool, {});
    HalfEdges edges(mesh.faces, mesh.positions.size(), pool, {});
    EXPECT_THROW(HalfEdges(mesh.faces, mesh.positions.size(), pool, job), Cancelled);
    EXPECT_THROW(EdgeFlipper(mesh, edges).sweep(0, pool, job), Cancelled);
    EXPECT_THROW(keep_largest_piece(mesh, job), Cancelled);
    EXPECT_THROW(add_vertex_normals(mesh, job), Cancelled);
}

} // namespace
} // namespace hitmap
