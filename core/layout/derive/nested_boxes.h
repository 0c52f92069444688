#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/layout/model/recording_layout.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// Whether boxes are those of trees, parents before their children: at least three boxes, nearly all of them
/// valid, of which one contains the others, or each lies in the closest box before it that can contain it.
/// Boxes without an extent, which are unused memory as a rule, are left out.
[[nodiscard]] bool are_nested_boxes(std::span<const Aabb> boxes);

/// The first byte of a box within each element of a buffer whose elements contain their boxes, such as nodes
/// of 24 bytes of box and 8 bytes of links. A box is two corners of three floats each, at a multiple of 4
/// bytes. Nothing if there is no place where the elements have nested boxes.
/// @param bytes  the contents of the buffer
[[nodiscard]] std::optional<std::uint32_t> find_box_offset(const std::vector<std::uint8_t>& bytes,
                                                           const BufferLayout& buffer);

} // namespace hitmap
