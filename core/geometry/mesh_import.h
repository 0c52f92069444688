#pragma once

#include "core/geometry/scene.h"

#include <string>

namespace hitmap {

/// Reads a mesh file of any format that assimp knows, by its content and the ending of its name.
/// The transforms of nodes are applied (a mirroring one also reverses the corners, so that faces keep their
/// outside), meshes joined in the order of the node tree, polygons cut into triangles; vertices that belong
/// to no triangle are left out. Faces keep the order of the file. Throws FileError (no such file, not a mesh,
/// broken, without triangles, non-finite vertices, too large for 32-bit indices), Cancelled.
struct ImportedMesh {
    Mesh mesh;
    ImportReport report;
};
[[nodiscard]] ImportedMesh import_mesh(const std::string& file, const JobContext& job = {});

} // namespace hitmap
