#include "app/cli/export/mesh_kinds.h"

#include <fmt/format.h>

namespace hitmap {

std::vector<ElementKindId> kinds_of_meshes() {
    return in_drawing_order(exported_kinds());
}

ElementKindId kind_of_mesh(const MeshExportOptions& options) {
    return options.kind.empty() ? kinds_of_meshes().front() : element_kind_named(options.kind).value();
}

std::string forms_of_kinds() {
    const std::vector<ElementKindId> kinds = kinds_of_meshes();
    std::string text;
    for (const ElementKindId kind : kinds) {
        const ElementKind& row = element_kinds()[kind];
        if (!text.empty()) text += kind == kinds.back() ? ", or " : ", ";
        text += fmt::format("{} as {}", row.plural,
                            row.geometry->form == CellForm::triangles ? "triangles" : "their edges");
    }
    return text;
}

} // namespace hitmap
