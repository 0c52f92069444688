#pragma once

#include "core/geometry/import_report.h"
#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

#include <string>

namespace hitmap {

struct ImportedMesh {
    Mesh mesh;
    ImportReport report;
};

/// Reads a mesh file (OBJ, PLY, STL, glTF, COLLADA and what else assimp knows), by its content and the ending
/// of its name, in a process of its own: whatever becomes of that, this one goes on. The transforms of nodes
/// are applied (a mirroring one also reverses the corners, so that faces keep their outside), meshes joined
/// in the order of the node tree, polygons and strips cut into triangles; vertices that belong to no triangle
/// are left out. Faces keep the order of the file. Corners without a normal in the file get one
/// (add_vertex_normals). A stop ends the process. Throws FileError (no such file, not a mesh, broken, without
/// triangles, non-finite vertices, too large for 32-bit indices, names a file outside its folder, takes more
/// time or memory than a file of its size may, crashes its reader), Error (the reader is not installed),
/// Cancelled.
[[nodiscard]] ImportedMesh import_mesh(const std::string& file, const ImportOptions& options = {},
                                       const JobContext& job = {});

/// The program that reads mesh files: libexec/hitmap/hitmap-mesh-reader in the folder of the running program
/// or in one of the three above it, so that it is found where both are installed as well as where they were
/// built. Throws Error where there is none.
[[nodiscard]] std::string mesh_reader_program();

/// As import_mesh, by the given program.
[[nodiscard]] ImportedMesh import_mesh_by(const std::string& program, const std::string& file,
                                          const ImportOptions& options = {}, const JobContext& job = {});

} // namespace hitmap
