#pragma once

#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

/// In which order vertices or faces of a mesh are put into memory.
enum class MemoryOrder : std::uint8_t {
    keep,   ///< as in the file
    random, ///< shuffled; the same for the same seed everywhere
    bfs,    ///< breadth first over the mesh's connectivity (von Buelow et al. 2022, section 6.2)
    morton, ///< along the Z curve
};
[[nodiscard]] std::string_view name_of(MemoryOrder order); ///< "keep", "random", "bfs", "morton"

/// A permutation: the new place of each old index. Empty: everything stays where it is.
using Places = std::vector<std::uint32_t>;

/// New places of the vertices. `bfs` starts at the lowest vertex of each connected component in turn (two
/// vertices are neighbours when a face has both; those of a vertex come by rising face, then corner), and a
/// vertex without faces is a component. `morton` goes by position; equal codes by vertex. Throws Cancelled.
[[nodiscard]] Places vertex_places(const Mesh& mesh, MemoryOrder order, std::uint64_t seed,
                                   const JobContext& job = {});

/// New places of the faces. `bfs`: as a breadth-first walk over the vertices first comes to one of their
/// corners, those of a vertex by rising face. `morton` goes by the centre of a face's box. Throws Cancelled.
[[nodiscard]] Places face_places(const Mesh& mesh, MemoryOrder order, std::uint64_t seed,
                                 const JobContext& job = {});

/// New places of the normals, which follow the vertices: a normal goes by the first of the vertices that have
/// it (in their new places), then by its number; normals of no face come last. Empty for empty `vertices`.
[[nodiscard]] Places normal_places(const Mesh& mesh, const Places& vertices, const JobContext& job = {});

/// values[i] at places[i]; a plain copy for empty places.
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

/// The face with its vertices' (or normals') new numbers.
[[nodiscard]] inline glm::uvec3 renumbered(const glm::uvec3& face, const Places& places) {
    return places.empty() ? face : glm::uvec3(places[face.x], places[face.y], places[face.z]);
}

} // namespace hitmap
