#include "render/scene/outline.h"

namespace hitmap {

std::vector<OutlineEdge> edges_of(const Aabb& box) {
    std::vector<OutlineEdge> edges;
    if (box.empty()) return edges;
    const auto corner = [&box](int index) {
        return glm::vec3((index & 1) != 0 ? box.upper.x : box.lower.x,
                         (index & 2) != 0 ? box.upper.y : box.lower.y,
                         (index & 4) != 0 ? box.upper.z : box.lower.z);
    };
    for (int start = 0; start < 8; ++start) {
        for (const int axis : {1, 2, 4}) {
            if ((start & axis) == 0) edges.push_back({corner(start), corner(start | axis)});
        }
    }
    return edges;
}

void append_outline(const RecordedScene& scene, const Highlight& highlight, const glm::vec3& colour,
                    std::vector<GuideLine>& lines) {
    const std::uint32_t element = highlight.element;
    if (highlight.kind == face_kind && element < scene.face_slots.size()) {
        if (scene.is_padding(element)) return;
        const glm::uvec3& corner = scene.face_slots[element];
        for (int i = 0; i < 3; ++i)
            lines.push_back({scene.vertices[corner[i]], scene.vertices[corner[(i + 1) % 3]], colour});
    } else if (highlight.kind == box_kind && element < scene.boxes.size()) {
        for (const auto& [from, to] : edges_of(scene.boxes[element]))
            lines.push_back({from, to, colour});
    }
}

} // namespace hitmap
