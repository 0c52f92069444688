#pragma once

#include "core/geometry/aabb.h"
#include "core/jobs/progress.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace hitmap {

/// An indexed triangle mesh in world space, y up. "Source face i" everywhere in Hitmap is faces[i] of the
/// mesh as its file (or generator) gave it.
struct Mesh {
    std::vector<glm::vec3> positions; ///< [vertices] all finite, bitwise distinct after import
    std::vector<glm::uvec3> faces;    ///< [faces] indices into positions; may be degenerate
    std::vector<glm::vec3>
        normals; ///< [normals] unit length; a second indexed buffer, never empty if faces exist
    std::vector<glm::uvec3> normal_faces; ///< [faces] indices into normals
};

/// Box around all positions; empty for a mesh without vertices.
[[nodiscard]] Aabb bounds(const Mesh& mesh);

/// 64-bit FNV-1a hash over vertex count, face count, positions and faces (bytes as in memory, little endian).
/// Recordings of one source mesh in different memory orders carry the same hash.
[[nodiscard]] std::uint64_t source_hash(const Mesh& mesh);

/// Gives the mesh normals of its own where it has none: angle-weighted vertex normals (Thürmer and Wüthrich
/// 1998), indexed like the positions. Degenerate faces contribute nothing; a vertex without any gets +y.
/// Throws Cancelled, the mesh then has no use.
void add_vertex_normals(Mesh& mesh, const JobContext& job = {});

} // namespace hitmap
