#pragma once

#include "core/geometry/import_report.h"
#include "core/geometry/mesh_stream.h" // no_normal

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// One mesh as its file has it, at one place of the scene.
struct RawMesh {
    std::string
        name; ///< of the mesh, as messages give its place, e.g. "mesh 3"; empty: the file has just one
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;           ///< any length; may be empty
    std::vector<glm::uvec3> triangles;        ///< indices into positions, all in range
    std::vector<glm::uvec3> normal_triangles; ///< indices into normals or no_normal; empty: none has normals
};

/// Where a mesh is in the scene.
struct Placement {
    glm::dmat3 linear{1.0};
    glm::dvec3 shift{0.0};
};

/// Takes the meshes of a file one after the other.
class MeshSink {
public:
    virtual ~MeshSink() = default;
    virtual void add(const RawMesh& mesh, const Placement& placement) = 0;
    /// What the file declares, what of it was left out, warnings. Vertices, triangles, joined_vertices,
    /// unused_vertices, degenerate_triangles and meshes are filled in by the sink.
    virtual ImportReport& report() = 0;
};

} // namespace hitmap
