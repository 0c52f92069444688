#pragma once

#include "core/geometry/import_report.h"
#include "core/geometry/mesh_stream.h" // no_normal

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// One mesh as its file defines it, placed once in the scene.
struct RawMesh {
    std::string name; ///< name of the mesh in messages, e.g. "mesh 3"; empty: the file has only one
    std::vector<glm::dvec3> positions; ///< as exact as the file
    std::vector<glm::vec3> normals;    ///< any length; may be empty
    std::vector<glm::uvec3> triangles; ///< indices into positions, all in range
    /// Indices into normals or no_normal; empty: no corner has a normal.
    std::vector<glm::uvec3> normal_triangles;
};

/// The transform of a mesh in the scene.
struct Placement {
    glm::dmat3 linear{1.0};
    glm::dvec3 shift{0.0};
};

/// Receives the meshes of a file one after the other.
class MeshSink {
public:
    virtual ~MeshSink() = default;
    virtual void add(const RawMesh& mesh, const Placement& placement) = 0;
    /// The report of the import: what the file declares, what was left out, warnings. The sink itself fills
    /// in vertices, triangles, joined_vertices, unused_vertices, degenerate_triangles and meshes.
    virtual ImportReport& report() = 0;
};

} // namespace hitmap
