#pragma once

#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// One value of each element of a kind.
struct ElementAttribute {
    std::string name;          ///< "l1_hit_rate"
    std::vector<float> values; ///< [elements] NaN: undefined
};

/// Elements of an exported kind (ElementKind::is_exported) with values, as the writers of this folder take
/// them.
struct AttributedElements {
    const RecordedScene& scene;
    ElementKindId kind;
    std::vector<ElementAttribute> attributes;         ///< the first is the one that the colours show
    std::vector<std::array<std::uint8_t, 3>> colours; ///< [elements] sRGB; empty: none
    std::string description;                          ///< what was simulated; one line
    /// Is added to all positions (mesh_offset()). If it is not 0, positions are written in double where the
    /// format can hold it.
    glm::dvec3 offset{0.0};
};

/// The geometry of elements as the row of their kind describes it: triangles for faces, and the twelve edges
/// of boxes as lines. Padding is left out.
struct ElementCells {
    /// Throws Error if the kind is not exported, and what check_attributes() throws.
    explicit ElementCells(const AttributedElements& elements);

    unsigned corners = 3;                ///< points of a cell: 3 or 2
    unsigned cells_per_element = 1;      ///< 1 for faces, 12 for boxes
    std::vector<std::uint32_t> elements; ///< [written elements] in rising order
    std::vector<std::uint32_t> sources;  ///< [written elements] face of the mesh file or box of the tree
    /// The scene's vertices where corners are vertices of the scene, as those of faces are; otherwise the
    /// corners of each written element, such as eight of a box, from its lower corner on: x changes first.
    std::vector<glm::vec3> points;
    /// [written elements][cells_per_element][corners] indices of points. Padding indices do not occur.
    std::vector<std::uint32_t> indices;

    [[nodiscard]] std::uint64_t cell_count() const {
        return std::uint64_t{cells_per_element} * elements.size();
    }
};

/// Throws Error if a value per element is missing: attributes and colours must have one for each element.
void check_attributes(const AttributedElements& elements);

} // namespace hitmap
