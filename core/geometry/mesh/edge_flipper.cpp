#include "core/geometry/mesh/edge_flipper.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::size_t faces_in_range = 1U << 16U;
constexpr unsigned most_edges = 200; // of a vertex, so that the valence stays within a byte after flips

/// How far the valence of a vertex is from six, the valence in a regular mesh.
int irregularity(int valence) {
    return (valence - 6) * (valence - 6);
}

} // namespace

EdgeFlipper::EdgeFlipper(const Mesh& mesh, HalfEdges& edges)
    : mesh_(mesh), edges_(edges), valences_(mesh.positions.size()) {}

void EdgeFlipper::sweep(unsigned number, ThreadPool& pool, const JobContext& job) {
    const std::size_t offset = number % 2 * (faces_in_range / 2);
    count_valences(offset, pool, job);
    parallel_for(pool, mesh_.faces.size() + offset, faces_in_range, [&](std::size_t begin, std::size_t end) {
        begin = std::max(begin, offset) - offset;
        end = std::max(end, offset) - offset;
        for (std::size_t f = begin; f < end; ++f) {
            if (f % 1024 == 0) job.check();
            for (std::size_t h = 3 * f; h < 3 * f + 3; ++h)
                consider(static_cast<std::uint32_t>(h));
        }
    });
}

void EdgeFlipper::count_valences(std::size_t offset, ThreadPool& pool, const JobContext& job) {
    parallel_for(pool, valences_.size(), 4096, [&](std::size_t begin, std::size_t end) {
        job.check();
        for (std::size_t v = begin; v < end; ++v) {
            std::size_t least = mesh_.faces.size();
            std::size_t most = 0;
            unsigned count = 0;
            edges_.around(static_cast<std::uint32_t>(v), [&](std::uint32_t h) {
                least = std::min<std::size_t>(least, h / 3);
                most = std::max<std::size_t>(most, h / 3);
                ++count;
            });
            const bool in_one_range = (least + offset) / faces_in_range == (most + offset) / faces_in_range;
            valences_[v] = static_cast<std::uint8_t>(in_one_range && count < most_edges ? count : 0);
        }
    });
}

void EdgeFlipper::consider(std::uint32_t h) {
    const std::uint32_t t = edges_.twin(h);
    if (h > t) return;
    const std::uint32_t v[4] = {edges_.from(h), edges_.from(t), edges_.from(HalfEdges::previous(h)),
                                edges_.from(HalfEdges::previous(t))};
    int gain = 0;
    for (int i = 0; i < 4; ++i) {
        const int valence = valences_[v[i]];
        if (valence == 0 || valence == most_edges || (i < 2 && valence == 3)) return;
        gain += irregularity(valence) - irregularity(i < 2 ? valence - 1 : valence + 1);
    }
    if (gain <= 0 || !stays_flat(v) || edges_.are_joined(v[2], v[3])) return;
    edges_.flip(h);
    --valences_[v[0]];
    --valences_[v[1]];
    ++valences_[v[2]];
    ++valences_[v[3]];
}

/// Whether both new triangles face within 45 degrees of the old ones, and neither is a sliver.
bool EdgeFlipper::stays_flat(const std::uint32_t (&v)[4]) const {
    const auto p = [&](int i) { return glm::dvec3(mesh_.positions[v[i]]); };
    const glm::dvec3 old = glm::cross(p(1) - p(0), p(2) - p(3)); // sum of the area vectors of both triangles
    const double old2 = glm::dot(old, old);
    const auto agrees = [&](const glm::dvec3& n) {
        const double along = glm::dot(n, old);
        return along > 0.15 * old2 && along * along > 0.5 * old2 * glm::dot(n, n);
    };
    return agrees(glm::cross(p(3) - p(0), p(2) - p(0))) && agrees(glm::cross(p(1) - p(3), p(2) - p(3)));
}

} // namespace hitmap
