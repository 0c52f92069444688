#include "core/geometry/mesh/mesh.h"

#include "core/geometry/mesh/grow.h"
#include "core/geometry/mesh/vertex_normals.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace hitmap {

namespace {

class Fnv1a {
public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte b : bytes) {
            value_ ^= static_cast<std::uint8_t>(b);
            value_ *= 0x100000001b3ULL;
        }
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

double angle_between(const glm::dvec3& a, const glm::dvec3& b) {
    const double lengths = glm::length(a) * glm::length(b);
    return lengths > 0.0 ? std::acos(std::clamp(glm::dot(a, b) / lengths, -1.0, 1.0)) : 0.0;
}

using CornerNormals = std::array<glm::dvec3, 3>;

/// What a face contributes to the normals of its vertices; nothing for a degenerate face.
std::optional<CornerNormals> corner_normals(const Mesh& mesh, const glm::uvec3& face) {
    const glm::dvec3 p[3] = {mesh.positions[face[0]], mesh.positions[face[1]], mesh.positions[face[2]]};
    const glm::dvec3 cross = glm::cross(p[1] - p[0], p[2] - p[0]);
    const double area = glm::length(cross);
    if (!(area > 0.0)) return std::nullopt;
    CornerNormals normals;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        // With the angle at the vertex as its weight, a face contributes the same however finely it is
        // tessellated (Thürmer and Wüthrich 1998).
        const double angle = angle_between(p[(corner + 1) % 3] - p[corner], p[(corner + 2) % 3] - p[corner]);
        normals[corner] = cross / area * angle;
    }
    return normals;
}

} // namespace

Aabb bounds(const Mesh& mesh) {
    Aabb box;
    for (const glm::vec3& p : mesh.positions)
        box.include(p);
    return box;
}

std::uint64_t source_hash(const Mesh& mesh) {
    Fnv1a hash;
    const std::uint64_t counts[2] = {mesh.positions.size(), mesh.faces.size()};
    hash.add(std::as_bytes(std::span(counts)));
    hash.add(std::as_bytes(std::span(mesh.positions)));
    hash.add(std::as_bytes(std::span(mesh.faces)));
    return hash.value();
}

void add_vertex_normals(Mesh& mesh, const JobContext& job) {
    ThreadPool alone(1);
    add_vertex_normals(mesh, alone, job);
}

void add_vertex_normals(Mesh& mesh, ThreadPool& pool, const JobContext& job) {
    // What the faces contribute is computed in parallel, batch by batch, and added in the order of the faces.
    constexpr std::size_t batch = 1U << 16U;
    constexpr std::size_t task = 1U << 12U;
    std::vector<glm::dvec3> sums;
    grow(sums, mesh.positions.size(), glm::dvec3(0.0), job);
    std::vector<std::optional<CornerNormals>> added(std::min(batch, mesh.faces.size()));
    for (std::size_t first = 0; first < mesh.faces.size(); first += batch) {
        const std::size_t count = std::min(batch, mesh.faces.size() - first);
        parallel_for(pool, count, task, [&](std::size_t begin, std::size_t end) {
            job.check();
            for (std::size_t f = begin; f < end; ++f)
                added[f] = corner_normals(mesh, mesh.faces[first + f]);
        });
        for (std::size_t f = 0; f < count; ++f)
            for (std::size_t corner = 0; added[f] && corner < 3; ++corner)
                sums[mesh.faces[first + f][static_cast<int>(corner)]] += (*added[f])[corner];
    }
    grow(mesh.normals, sums.size(), glm::vec3(0.0F), job);
    mesh.normals.resize(sums.size()); // the mesh may have had more normals
    parallel_for(pool, sums.size(), task, [&](std::size_t begin, std::size_t end) {
        job.check();
        for (std::size_t v = begin; v < end; ++v) {
            const double length = glm::length(sums[v]);
            mesh.normals[v] = length > 0.0 ? glm::vec3(sums[v] / length) : glm::vec3(0.0F, 1.0F, 0.0F);
        }
    });
    grow(mesh.normal_faces, mesh.faces.size(), glm::uvec3(0U), job);
    mesh.normal_faces.resize(mesh.faces.size());
    parallel_for(pool, mesh.faces.size(), task, [&](std::size_t begin, std::size_t end) {
        job.check();
        std::copy(mesh.faces.begin() + static_cast<std::ptrdiff_t>(begin),
                  mesh.faces.begin() + static_cast<std::ptrdiff_t>(end),
                  mesh.normal_faces.begin() + static_cast<std::ptrdiff_t>(begin));
    });
}

} // namespace hitmap
