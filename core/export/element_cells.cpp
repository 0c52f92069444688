#include "core/export/element_cells.h"

#include "core/base/error.h"
#include "core/trace/elements/kind_names.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

const ElementGeometry& geometry_of(ElementKindId kind) {
    const ElementKind& row = element_kinds()[kind];
    if (!row.is_exported || !row.geometry)
        throw Error(fmt::format("expected elements that are exported as a mesh ({}), found {}",
                                list_of(exported_kinds(), KindName::plural), row.plural));
    return *row.geometry;
}

} // namespace

ElementCells::ElementCells(const AttributedElements& of) {
    const ElementGeometry& geometry = geometry_of(of.kind);
    check_attributes(of);
    corners = geometry.corners_of_cell();
    cells_per_element = geometry.cell_count();
    const auto table = element_sources(of.scene, of.kind);
    const bool shares_points = geometry.vertices != nullptr;
    const auto vertices =
        shares_points ? geometry.vertices(of.scene, of.kind) : std::span<const std::uint32_t>();
    if (shares_points) points = of.scene.vertices;
    const std::uint64_t count = geometry.count(of.scene, of.kind);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        if (is_padding(of.scene, of.kind, slot)) continue;
        elements.push_back(slot);
        sources.push_back(table.empty() ? slot : static_cast<std::uint32_t>(table[slot]));
        if (shares_points) {
            const auto own = vertices.subspan(std::size_t{slot} * geometry.corners, geometry.corners);
            for (const std::uint8_t corner : geometry.cells)
                indices.push_back(own[corner]);
            continue;
        }
        const auto first = static_cast<std::uint32_t>(points.size());
        for (std::uint32_t corner = 0; corner < geometry.corners; ++corner)
            points.push_back(geometry.corner(of.scene, of.kind, slot, corner));
        for (const std::uint8_t corner : geometry.cells)
            indices.push_back(first + corner);
    }
}

void check_attributes(const AttributedElements& elements) {
    const std::uint64_t count = element_count(elements.scene, elements.kind);
    for (const ElementAttribute& attribute : elements.attributes)
        if (attribute.values.size() != count)
            throw Error(fmt::format("attribute '{}': expected {} values, found {}", attribute.name, count,
                                    attribute.values.size()));
    if (!elements.colours.empty() && elements.colours.size() != count)
        throw Error(fmt::format("expected {} colours, found {}", count, elements.colours.size()));
}

} // namespace hitmap
