#pragma once

#include "app/cli/export/export_options.h"
#include "core/trace/model/element_kind.h"

#include <string>
#include <vector>

namespace hitmap {

/// Kinds of elements that `export --ply`, `--vtp` and `--gltf` write, that of the default first.
[[nodiscard]] std::vector<ElementKindId> kinds_of_meshes();
/// The kind that is written: that of --kind, whose name must be known, or that of the default.
[[nodiscard]] ElementKindId kind_of_mesh(const MeshExportOptions& options);
/// What is written of each kind: "faces as triangles, or boxes as their edges".
[[nodiscard]] std::string forms_of_kinds();

} // namespace hitmap
