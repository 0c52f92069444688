#include "core/geometry/mesh/surface_relaxation.h"

#include "core/geometry/mesh/edge_flipper.h"
#include "core/geometry/mesh/grow.h"
#include "core/geometry/mesh/half_edges.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t task_vertices = 2048; // one or two milliseconds of work
constexpr unsigned rounds = 3;              // rounds of flipping and sliding; further ones change little

constexpr int pile_shift = 2; // a pile is a cube of 4x4x4 bricks

/// A vertex, sorted by the pile of bricks and the brick of space whose vertices share one selection of the
/// field's parts.
struct PlacedVertex {
    glm::ivec3 pile;
    glm::ivec3 brick;
    std::uint32_t number;

    friend bool operator<(const PlacedVertex& a, const PlacedVertex& b) {
        return std::tie(a.pile.z, a.pile.y, a.pile.x, a.brick.z, a.brick.y, a.brick.x, a.number) <
               std::tie(b.pile.z, b.pile.y, b.pile.x, b.brick.z, b.brick.y, b.brick.x, b.number);
    }
};

/// Moves all vertices simultaneously: each new position is computed from the old positions of the others.
class VertexMover {
public:
    VertexMover(Mesh& mesh, const HalfEdges& edges, ThreadPool& pool, const JobContext& job)
        : mesh_(mesh), edges_(edges), pool_(pool), job_(job) {
        grow(moved_, mesh.positions.size(), glm::vec3(0.0F), job);
    }

    void slide() {
        move_ranges([&](std::size_t begin, std::size_t end) {
            for (std::size_t v = begin; v < end; ++v)
                moved_[v] = slid(static_cast<std::uint32_t>(v));
        });
    }

    void project(const ImplicitField& field, double spacing) {
        const ImplicitField::Parts all = field.all_parts();
        move_ranges(
            [&](std::size_t begin, std::size_t end) { project_range(field, all, spacing, begin, end); });
    }

private:
    template <class Body>
    void move_ranges(const Body& body) {
        parallel_for(pool_, moved_.size(), task_vertices, [&](std::size_t begin, std::size_t end) {
            job_.check();
            body(begin, end);
            job_.add(end - begin);
        });
        std::swap(mesh_.positions, moved_);
    }

    [[nodiscard]] glm::dvec3 position(std::uint32_t v) const { return mesh_.positions[v]; }

    /// The normal of the face that begins with half-edge h, if its first corner were at p; its length is
    /// twice the area.
    [[nodiscard]] glm::dvec3 face_vector(const glm::dvec3& p, std::uint32_t h) const {
        return glm::cross(position(edges_.to(h)) - p, position(edges_.from(HalfEdges::previous(h))) - p);
    }

    /// Moves the vertex six tenths of the way to the centroid of the surrounding triangles, within the
    /// tangent plane.
    [[nodiscard]] glm::vec3 slid(std::uint32_t v) const {
        const glm::dvec3 p = position(v);
        glm::dvec3 normal(0.0);
        glm::dvec3 moment(0.0);
        double areas = 0.0;
        edges_.around(v, [&](std::uint32_t h) {
            const glm::dvec3 a = position(edges_.to(h)) - p;
            const glm::dvec3 b = position(edges_.from(HalfEdges::previous(h))) - p;
            const glm::dvec3 face = glm::cross(a, b);
            const double area = std::sqrt(glm::dot(face, face));
            normal += face;
            moment += area * (a + b);
            areas += area;
        });
        const double length2 = glm::dot(normal, normal);
        if (!(areas > 0.0) || !(length2 > 0.0)) return mesh_.positions[v];
        const glm::dvec3 to_centroid = moment / (3.0 * areas);
        return stepped(v, 0.6 * (to_centroid - normal * (glm::dot(to_centroid, normal) / length2)));
    }

    /// Moves the vertex by the largest part of `step` that turns none of its triangles by more than 45
    /// degrees and keeps their area above 0.
    [[nodiscard]] glm::vec3 stepped(std::uint32_t v, glm::dvec3 step) const {
        const glm::dvec3 p = position(v);
        for (int halvings = 0; halvings < 3; ++halvings, step *= 0.5) {
            bool spoilt = false;
            edges_.around(v, [&](std::uint32_t h) {
                const glm::dvec3 before = face_vector(p, h);
                const glm::dvec3 after = face_vector(p + step, h);
                const double before2 = glm::dot(before, before);
                const double after2 = glm::dot(after, after);
                const double along = glm::dot(before, after);
                spoilt = spoilt || !(along > 0.0) || along * along < 0.5 * before2 * after2 ||
                         after2 < 0.1 * before2;
            });
            if (!spoilt) return glm::vec3(p + step);
        }
        return mesh_.positions[v];
    }

    void project_range(const ImplicitField& field, const ImplicitField::Parts& all, double spacing,
                       std::size_t begin, std::size_t end) {
        const double brick = 4.0 * spacing;
        std::vector<PlacedVertex> vertices;
        vertices.reserve(end - begin);
        Aabb box;
        for (std::size_t v = begin; v < end; ++v) {
            const glm::vec3& p = mesh_.positions[v];
            box.include(p);
            const glm::ivec3 place(glm::floor(glm::dvec3(p) / brick));
            vertices.push_back({place >> pile_shift, place, static_cast<std::uint32_t>(v)});
        }
        std::sort(vertices.begin(), vertices.end());
        ImplicitField::Parts near;
        ImplicitField::Parts nearer;
        ImplicitField::Parts selected;
        ImplicitField::Parts parts;
        // A ball around the whole range contains the balls of its bricks, and so does that of a pile.
        (void)field.select(all, 0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper)),
                           0.5 * glm::length(glm::dvec3(box.extent())) + 2.0 * brick, near);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const auto& [pile, place, v] = vertices[i];
            if (i == 0 || vertices[i - 1].pile != pile) {
                const double size = brick * (1 << pile_shift);
                (void)field.select(near, size * (glm::dvec3(pile) + 0.5),
                                   cell_half_diagonal * size + 2.0 * spacing, nearer);
            }
            if (i == 0 || vertices[i - 1].brick != place) {
                const glm::dvec3 center = brick * (glm::dvec3(place) + 0.5);
                const double reach = cell_half_diagonal * brick + spacing;
                (void)field.select(nearer, center, reach, selected);
                (void)field.narrow(selected, center, reach, parts);
            }
            moved_[v] = projected(v, field, parts, spacing);
        }
    }

    /// Moves the vertex along the normal of the mesh to where the field is 0. The first step takes the value
    /// of the field as the distance, the second one is a secant step; a third would change little.
    [[nodiscard]] glm::vec3 projected(std::uint32_t v, const ImplicitField& field,
                                      const ImplicitField::Parts& parts, double spacing) const {
        const glm::dvec3 p = position(v);
        glm::dvec3 normal(0.0);
        edges_.around(v, [&](std::uint32_t h) { normal += face_vector(p, h); });
        const double length = std::sqrt(glm::dot(normal, normal));
        if (!(length > 0.0)) return mesh_.positions[v];
        normal /= length;
        const double reach = 0.5 * spacing;
        const double here = field.value(parts, p);
        const double first = std::clamp(-here, -reach, reach);
        const double there = field.value(parts, p + first * normal);
        double best = std::abs(there) < std::abs(here) ? first : 0.0;
        const double least = std::min(std::abs(here), std::abs(there));
        if (there != here && least > 0.02 * spacing) {
            const double second = std::clamp(first - there * first / (there - here), -reach, reach);
            if (std::abs(field.value(parts, p + second * normal)) < least) best = second;
        }
        return stepped(v, best * normal);
    }

    Mesh& mesh_;
    const HalfEdges& edges_;
    ThreadPool& pool_;
    const JobContext& job_;
    std::vector<glm::vec3> moved_;
};

} // namespace

void relax_surface(Mesh& mesh, const ImplicitField& field, double spacing, ThreadPool& pool,
                   const JobContext& job) {
    job.begin("evening out the triangles", (rounds + 2) * mesh.positions.size(), "vertices");
    HalfEdges edges(mesh.faces, mesh.positions.size(), pool, job);
    EdgeFlipper flipper(mesh, edges);
    VertexMover mover(mesh, edges, pool, job);
    for (unsigned round = 0; round < rounds; ++round) {
        flipper.sweep(round, pool, job);
        mover.slide();
    }
    mover.project(field, spacing);
    mover.slide();
}

} // namespace hitmap
