#pragma once

#include "core/trace/model/element_kind.h"

namespace hitmap {

// What elements are in space, by the row of their kind. Each quantity, group and region applies to the kinds
// for which one of these predicates holds. At most one of is_triangle(), is_of_tree() and is_body() holds, so
// that quantities of them may have one name.

/// Whether each element is a triangle at its own place, so that it has a slant and an area in the picture.
[[nodiscard]] bool is_triangle(const ElementKind& kind);
/// Whether elements have their places in a tree, in which some contain others.
[[nodiscard]] bool is_of_tree(const ElementKind& kind);
/// Whether elements are bodies or curves, each at its own place: neither triangles nor nested in one another.
[[nodiscard]] bool is_body(const ElementKind& kind);
/// Whether elements are bodies with a surface.
[[nodiscard]] bool is_solid(const ElementKind& kind);
/// Whether elements are pixels of the image.
[[nodiscard]] bool is_of_image(const ElementKind& kind);

/// Whether it is known where the elements of a kind with geometry are, and not assumed (see
/// vertex_positions_field, box_extents_field).
[[nodiscard]] bool knows_places(const RecordingInfo& info, ElementKindId kind);

/// The mean of the corners of an element. The kind has geometry.
[[nodiscard]] glm::vec3 mean_corner(const RecordedScene& scene, ElementKindId kind, std::uint64_t element);

} // namespace hitmap
