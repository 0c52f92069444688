#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

/// The order of a mesh's vertices or faces in memory.
enum class MemoryOrder : std::uint8_t {
    keep,   ///< as in the file
    random, ///< shuffled; the same seed gives the same order on every machine
    bfs,    ///< breadth first over the connectivity of the mesh (von Buelow et al. 2022, section 6.2)
    morton, ///< along the Z-order curve
};
[[nodiscard]] std::string_view name_of(MemoryOrder order); ///< "keep", "random", "bfs", "morton"

/// A permutation: the new place of each old index. An empty one is the identity.
using Places = std::vector<std::uint32_t>;

/// New places of the vertices. `bfs` starts at the lowest vertex of each connected component in turn. Two
/// vertices are neighbours when they belong to one face; the neighbours of a vertex are visited by rising
/// face, then corner. A vertex without faces is a component. `morton` sorts by position; vertices of equal
/// codes keep their order. Throws Cancelled.
[[nodiscard]] Places vertex_places(const Mesh& mesh, MemoryOrder order, std::uint64_t seed,
                                   const JobContext& job = {});

/// New places of the faces. `bfs` sorts them by the order in which a breadth-first walk over the vertices
/// first reaches one of their corners, and faces of one vertex by rising number. `morton` sorts by the centre
/// of a face's box. Throws Cancelled.
[[nodiscard]] Places face_places(const Mesh& mesh, MemoryOrder order, std::uint64_t seed,
                                 const JobContext& job = {});

/// New places of the normals, which follow the vertices: normals are sorted by the first vertex (in the new
/// order) that uses them, then by their number. Normals that no face uses come last. Empty for empty
/// `vertices`.
[[nodiscard]] Places normal_places(const Mesh& mesh, const Places& vertices, const JobContext& job = {});

/// Returns an array with values[i] at places[i]; a plain copy for empty places.
template <class T>
[[nodiscard]] std::vector<T> reordered(const std::vector<T>& values, const Places& places,
                                       const JobContext& job = {}) {
    if (places.empty()) return values;
    std::vector<T> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % (1U << 16U) == 0) job.check();
        result[places[i]] = values[i];
    }
    return result;
}

/// Replaces the vertices (or normals) of a face by their new numbers.
[[nodiscard]] inline glm::uvec3 renumbered(const glm::uvec3& face, const Places& places) {
    return places.empty() ? face : glm::uvec3(places[face.x], places[face.y], places[face.z]);
}

} // namespace hitmap
