#pragma once

#include "core/geometry/import_report.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

#include <string>

namespace hitmap {

struct ImportedMesh {
    Mesh mesh;
    /// Was taken off the coordinates of the file; 0 for most meshes (CoordinateRange).
    glm::dvec3 offset{0.0};
    ImportReport report;
};

/// Reads a mesh file (OBJ, PLY, STL, glTF, COLLADA and the other formats of assimp), which is recognised by
/// its content and the ending of its name. A separate process reads it, so that a crash of the reader does
/// not end this one.
/// Transforms of nodes are applied (a mirroring one also reverses the corners, so that the outside of faces
/// stays outside), meshes are joined in the order of the node tree, and polygons and strips are cut into
/// triangles. Vertices that belong to no triangle are left out. Faces keep the order of the file. Corners
/// without a normal in the file get one from add_vertex_normals(). A request to stop ends the process.
/// Throws FileError (no such file, not a mesh, broken, without triangles, non-finite vertices, too large for
/// 32-bit indices, names a file outside its folder, exceeds the time or memory that a file of its size may
/// take, crashes its reader), Error (the reader is not installed), Cancelled.
[[nodiscard]] ImportedMesh import_mesh(const std::string& file, const ImportOptions& options = {},
                                       const JobContext& job = {});

/// The program that reads mesh files: libexec/hitmap/hitmap-mesh-reader in the folder of the running program
/// or in one of the three folders above it. It is thus found both in an installation and in a build folder.
/// Throws Error if it does not exist.
[[nodiscard]] std::string mesh_reader_program();

/// As import_mesh(), with the given program.
[[nodiscard]] ImportedMesh import_mesh_by(const std::string& program, const std::string& file,
                                          const ImportOptions& options = {}, const JobContext& job = {});

} // namespace hitmap
