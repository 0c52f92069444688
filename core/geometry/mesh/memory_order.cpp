#include "core/geometry/mesh/memory_order.h"

#include "core/geometry/mesh/morton.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t between_checks = std::size_t{1} << 16U;
constexpr std::uint32_t nowhere = ~std::uint32_t{0};
// Vertices and faces are shuffled independently, with a random stream each.
constexpr std::uint64_t vertex_stream = 0x7665'7274;
constexpr std::uint64_t face_stream = 0x6661'6365;

template <class Body>
void for_each(std::size_t count, const JobContext& job, Body body) {
    for (std::size_t i = 0; i < count; ++i) {
        if (i % between_checks == 0) job.check();
        body(static_cast<std::uint32_t>(i));
    }
}

/// Shuffles by Durstenfeld's algorithm of 1964. std::shuffle is not used: the engines of the standard library
/// give the same numbers everywhere, but its distributions do not.
Places shuffled(std::size_t count, std::uint64_t seed, std::uint64_t stream, const JobContext& job) {
    std::seed_seq seeds{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                        static_cast<std::uint32_t>(stream)};
    std::mt19937_64 engine(seeds);
    Places places(count);
    std::iota(places.begin(), places.end(), 0U);
    for_each(count, job, [&](std::uint32_t i) {
        // Upper half of a product instead of a remainder; the bias is below 2^-32.
        const std::uint64_t other = ((engine() >> 32U) * (i + std::uint64_t{1})) >> 32U;
        std::swap(places[i], places[other]);
    });
    return places;
}

template <class Point>
Places along_curve(std::size_t count, const Aabb& box, Point point, const JobContext& job) {
    const MortonFrame frame(box);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> codes(count);
    for_each(count, job, [&](std::uint32_t i) { codes[i] = {frame.code(point(i)), i}; });
    std::sort(codes.begin(), codes.end());
    Places places(count);
    for_each(count, job, [&](std::uint32_t i) { places[codes[i].second] = i; });
    return places;
}

/// The faces of each vertex, rising. A face that has a vertex twice is listed twice.
class FacesOfVertices {
public:
    FacesOfVertices(const Mesh& mesh, const JobContext& job)
        : end_(mesh.positions.size() + 1, 0), faces_(3 * mesh.faces.size()) {
        for (const glm::uvec3& face : mesh.faces)
            for (int corner = 0; corner < 3; ++corner)
                ++end_[face[corner] + 1];
        std::partial_sum(end_.begin(), end_.end(), end_.begin());
        // Filling the lists moves each entry from the beginning of a vertex's faces to their end.
        for_each(mesh.faces.size(), job, [&](std::uint32_t f) {
            for (int corner = 0; corner < 3; ++corner)
                faces_[end_[mesh.faces[f][corner]]++] = f;
        });
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
        const std::size_t begin = vertex == 0 ? 0 : end_[vertex - 1];
        return {faces_.data() + begin, faces_.data() + end_[vertex]};
    }

private:
    std::vector<std::size_t> end_; ///< [vertices + 1]
    std::vector<std::uint32_t> faces_;
};

/// Visits all vertices breadth first, component after component. Calls face(f) for each face that is reached,
/// once per corner. Returns the vertices in the order of the visit.
template <class Face>
std::vector<std::uint32_t> breadth_first(const Mesh& mesh, const JobContext& job, Face face) {
    const FacesOfVertices faces(mesh, job);
    std::vector<std::uint32_t> queue;
    queue.reserve(mesh.positions.size());
    std::vector<bool> seen(mesh.positions.size(), false);
    const auto visit = [&](std::uint32_t vertex) {
        if (seen[vertex]) return;
        seen[vertex] = true;
        queue.push_back(vertex);
    };
    std::uint32_t start = 0;
    for_each(mesh.positions.size(), job, [&](std::uint32_t next) {
        while (queue.size() == next) // the component is complete, so the next one begins
            visit(start++);
        for (const std::uint32_t f : faces.of(queue[next])) {
            face(f);
            for (int corner = 0; corner < 3; ++corner)
                visit(mesh.faces[f][corner]);
        }
    });
    return queue;
}

} // namespace

std::string_view name_of(MemoryOrder order) {
    constexpr std::string_view names[] = {"keep", "random", "bfs", "morton"};
    return names[static_cast<std::size_t>(order)];
}

Places vertex_places(const Mesh& mesh, MemoryOrder order, std::uint64_t seed, const JobContext& job) {
    const std::size_t count = mesh.positions.size();
    switch (order) {
    case MemoryOrder::keep:
        break;
    case MemoryOrder::random:
        return shuffled(count, seed, vertex_stream, job);
    case MemoryOrder::morton:
        return along_curve(
            count, bounds(mesh), [&](std::uint32_t v) { return mesh.positions[v]; }, job);
    case MemoryOrder::bfs: {
        const auto visited = breadth_first(mesh, job, [](std::uint32_t) {});
        Places places(count);
        for_each(count, job, [&](std::uint32_t i) { places[visited[i]] = i; });
        return places;
    }
    }
    return {};
}

Places face_places(const Mesh& mesh, MemoryOrder order, std::uint64_t seed, const JobContext& job) {
    const std::size_t count = mesh.faces.size();
    switch (order) {
    case MemoryOrder::keep:
        break;
    case MemoryOrder::random:
        return shuffled(count, seed, face_stream, job);
    case MemoryOrder::morton: {
        const auto centre = [&](std::uint32_t f) {
            Aabb box;
            for (int corner = 0; corner < 3; ++corner)
                box.include(mesh.positions[mesh.faces[f][corner]]);
            return 0.5F * box.lower + 0.5F * box.upper;
        };
        return along_curve(count, bounds(mesh), centre, job);
    }
    case MemoryOrder::bfs: {
        Places places(count, nowhere);
        std::uint32_t next = 0;
        (void)breadth_first(mesh, job, [&](std::uint32_t f) {
            if (places[f] == nowhere) places[f] = next++;
        });
        return places;
    }
    }
    return {};
}

Places normal_places(const Mesh& mesh, const Places& vertices, const JobContext& job) {
    if (vertices.empty()) return {};
    const auto last = static_cast<std::uint32_t>(vertices.size());
    std::vector<std::uint32_t> first_vertex(mesh.normals.size(), last);
    for_each(mesh.faces.size(), job, [&](std::uint32_t f) {
        for (int corner = 0; corner < 3; ++corner) {
            std::uint32_t& first = first_vertex[mesh.normal_faces[f][corner]];
            first = std::min(first, vertices[mesh.faces[f][corner]]);
        }
    });
    std::vector<std::uint32_t> next(std::size_t{last} + 2, 0); // offsets of a counting sort
    for (const std::uint32_t vertex : first_vertex)
        ++next[vertex + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    Places places(mesh.normals.size());
    for_each(places.size(), job, [&](std::uint32_t n) { places[n] = next[first_vertex[n]]++; });
    return places;
}

} // namespace hitmap
