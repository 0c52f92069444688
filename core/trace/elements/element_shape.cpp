#include "core/trace/elements/element_shape.h"

namespace hitmap {

bool is_triangle(const ElementKind& kind) {
    return kind.geometry && kind.geometry->form == CellForm::triangles && kind.geometry->cell_count() == 1 &&
           !is_of_tree(kind);
}

bool is_of_tree(const ElementKind& kind) {
    return kind.tree.has_value();
}

bool is_body(const ElementKind& kind) {
    return kind.geometry && !is_triangle(kind) && !is_of_tree(kind);
}

bool is_solid(const ElementKind& kind) {
    return is_body(kind) && kind.geometry->form == CellForm::triangles;
}

bool is_of_image(const ElementKind& kind) {
    return kind.role == Role::framebuffer;
}

bool knows_places(const RecordingInfo& info, ElementKindId kind) {
    const auto& geometry = element_kinds()[kind].geometry;
    if (geometry && geometry->vertices != nullptr) return knows_vertex_positions(info);
    return kind != box_kind || knows_box_extents(info);
}

glm::vec3 mean_corner(const RecordedScene& scene, ElementKindId kind, std::uint64_t element) {
    const ElementGeometry& geometry = element_kinds()[kind].geometry.value();
    glm::vec3 sum(0.0F);
    for (std::uint32_t corner = 0; corner < geometry.corners; ++corner)
        sum += geometry.corner(scene, kind, element, corner);
    return sum / static_cast<float>(geometry.corners);
}

} // namespace hitmap
