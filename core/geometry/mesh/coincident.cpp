#include "core/geometry/mesh/coincident.h"

#include "core/jobs/checked_sort.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t faces_per_look = 1U << 16U;

struct FaceOfVertices {
    std::array<std::uint32_t, 3> vertices{}; ///< rising
    std::uint32_t face = 0;
    friend bool operator<(const FaceOfVertices& a, const FaceOfVertices& b) {
        return std::tie(a.vertices, a.face) < std::tie(b.vertices, b.face);
    }
};

/// The faces that could coincide with others, `least` at a place: each of their vertices belongs to at least
/// that many faces. Most meshes have none.
std::vector<FaceOfVertices> candidates(const Mesh& mesh, std::uint64_t least, const JobContext& job) {
    std::vector<std::uint32_t> corners(mesh.positions.size(), 0);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        if (f % faces_per_look == 0) job.check();
        for (int c = 0; c < 3; ++c)
            ++corners[mesh.faces[f][c]];
    }
    std::vector<FaceOfVertices> found;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        if (f % faces_per_look == 0) job.check();
        const glm::uvec3& face = mesh.faces[f];
        if (std::min({corners[face.x], corners[face.y], corners[face.z]}) < least) continue;
        FaceOfVertices candidate{{face.x, face.y, face.z}, static_cast<std::uint32_t>(f)};
        std::sort(candidate.vertices.begin(), candidate.vertices.end());
        found.push_back(candidate);
    }
    return found;
}

} // namespace

CoincidentFaces coincident_faces(const Mesh& mesh, std::uint64_t least, const JobContext& job) {
    std::vector<FaceOfVertices> faces = candidates(mesh, least, job);
    checked_sort(faces, job);
    CoincidentFaces most;
    for (std::size_t begin = 0, end = 0; begin < faces.size(); begin = end) {
        while (end < faces.size() && faces[end].vertices == faces[begin].vertices)
            ++end;
        if (end - begin >= least && end - begin > most.count) most = {end - begin, faces[begin].face};
    }
    return most;
}

} // namespace hitmap
