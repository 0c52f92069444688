#include "render/scene/outline.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// The edges of an element as pairs of corners, each once, in the order of the corners.
std::vector<std::pair<std::uint8_t, std::uint8_t>> corner_pairs(const ElementGeometry& geometry) {
    std::vector<std::pair<std::uint8_t, std::uint8_t>> edges;
    const auto add = [&edges](std::uint8_t from, std::uint8_t to) {
        const bool known = std::ranges::find(edges, std::pair(from, to)) != edges.end() ||
                           std::ranges::find(edges, std::pair(to, from)) != edges.end();
        if (!known) edges.emplace_back(from, to);
    };
    const std::size_t step = geometry.corners_of_cell();
    for (std::size_t first = 0; first + step <= geometry.cells.size(); first += step) {
        const auto cell = geometry.cells.subspan(first, step);
        for (std::size_t i = 0; i < (step == 2 ? 1 : step); ++i)
            add(cell[i], cell[(i + 1) % step]);
    }
    std::ranges::sort(edges);
    return edges;
}

} // namespace

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
    const auto [kind, element] = highlight;
    if (element >= element_count(scene, kind) || is_padding(scene, kind, element)) return;
    const ElementGeometry& geometry = *element_kinds()[kind].geometry;
    if (geometry.bounds(scene, kind, element).empty()) return;
    for (const auto& [from, to] : corner_pairs(geometry))
        lines.push_back(
            {geometry.corner(scene, kind, element, from), geometry.corner(scene, kind, element, to), colour});
    if (kind != face_kind) return;
    for (auto copy = std::ranges::lower_bound(scene.face_copies, element, {}, &FaceCopy::slot);
         copy != scene.face_copies.end() && copy->slot == element; ++copy)
        for (const auto& [from, to] : corner_pairs(geometry))
            lines.push_back({scene.vertices[copy->corners[from]], scene.vertices[copy->corners[to]], colour});
}

} // namespace hitmap
