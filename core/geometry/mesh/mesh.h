#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/jobs/progress.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace hitmap {

/// An indexed triangle mesh in world space, y up. Everywhere in Hitmap, "source face i" means faces[i] of the
/// mesh as its file (or generator) defined it.
struct Mesh {
    std::vector<glm::vec3> positions; ///< [vertices] all finite, bitwise distinct after import
    std::vector<glm::uvec3> faces;    ///< [faces] indices into positions; may be degenerate
    std::vector<glm::vec3>
        normals; ///< [normals] unit length; a second indexed buffer, never empty if faces exist
    std::vector<glm::uvec3> normal_faces; ///< [faces] indices into normals
};

/// Bounding box of all positions; empty for a mesh without vertices.
[[nodiscard]] Aabb bounds(const Mesh& mesh);

/// 64-bit FNV-1a hash of vertex count, face count, positions and faces (bytes as in memory, little endian).
/// Recordings of one source mesh in different memory orders have the same hash.
[[nodiscard]] std::uint64_t source_hash(const Mesh& mesh);

/// Computes normals for a mesh without any: angle-weighted vertex normals (Thürmer and Wüthrich 1998),
/// indexed like the positions. Degenerate faces contribute nothing; a vertex that gets no contribution has
/// the normal +y. Throws Cancelled, which leaves the mesh unusable.
void add_vertex_normals(Mesh& mesh, const JobContext& job = {});

} // namespace hitmap
