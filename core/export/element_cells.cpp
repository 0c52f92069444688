#include "core/export/element_cells.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

/// Ends of the edges of a box. Bit 0 of a corner's number is x, bit 1 y, bit 2 z.
constexpr std::array<std::uint32_t, 24> box_edges{0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3,
                                                  4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7};

/// Returns the source of an element; no value for padding. An empty table means that each is its own.
bool find_source(const std::vector<std::int32_t>& table, std::uint32_t element, std::uint32_t& source) {
    if (table.empty()) {
        source = element;
        return true;
    }
    source = static_cast<std::uint32_t>(table[element]);
    return table[element] >= 0;
}

void add_faces(const RecordedScene& scene, ElementCells& cells) {
    cells.points = scene.vertices;
    for (std::uint32_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        std::uint32_t source = 0;
        if (!find_source(scene.face_source, slot, source)) continue;
        cells.elements.push_back(slot);
        cells.sources.push_back(source);
        const glm::uvec3& face = scene.face_slots[slot];
        cells.indices.insert(cells.indices.end(), {face.x, face.y, face.z});
    }
}

void add_boxes(const RecordedScene& scene, ElementCells& cells) {
    for (std::uint32_t slot = 0; slot < scene.boxes.size(); ++slot) {
        std::uint32_t source = 0;
        if (!find_source(scene.box_source, slot, source)) continue;
        cells.elements.push_back(slot);
        cells.sources.push_back(source);
        const Aabb& box = scene.boxes[slot];
        const auto first = static_cast<std::uint32_t>(cells.points.size());
        for (std::uint32_t corner = 0; corner < 8; ++corner)
            cells.points.emplace_back((corner & 1U) != 0 ? box.upper.x : box.lower.x,
                                      (corner & 2U) != 0 ? box.upper.y : box.lower.y,
                                      (corner & 4U) != 0 ? box.upper.z : box.lower.z);
        for (const std::uint32_t corner : box_edges)
            cells.indices.push_back(first + corner);
    }
}

} // namespace

ElementCells::ElementCells(const AttributedElements& of) {
    check_attributes(of);
    if (of.kind == box_kind) {
        corners = 2;
        cells_per_element = 12;
        add_boxes(of.scene, *this);
    } else {
        add_faces(of.scene, *this);
    }
}

void check_attributes(const AttributedElements& elements) {
    const std::size_t count =
        elements.kind == box_kind ? elements.scene.boxes.size() : elements.scene.face_slots.size();
    for (const ElementAttribute& attribute : elements.attributes)
        if (attribute.values.size() != count)
            throw Error(fmt::format("attribute '{}': expected {} values, found {}", attribute.name, count,
                                    attribute.values.size()));
    if (!elements.colours.empty() && elements.colours.size() != count)
        throw Error(fmt::format("expected {} colours, found {}", count, elements.colours.size()));
}

} // namespace hitmap
