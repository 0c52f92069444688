#pragma once

#include "core/trace/model/element_kind.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// A face or a box that a picture points at.
struct Highlight {
    ElementKindId kind = face_kind; ///< face_kind or box_kind
    std::uint32_t element = 0;      ///< face slot or box
    friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// From one corner to the next.
using OutlineEdge = std::array<glm::vec3, 2>;

/// Elements that are outlined over everything else, faces on both sides; where they are hidden, by a thin
/// dashed line. Readable on every colour: each line is light with a dark rim or the other way round. Boxes
/// need not be accessed nor within the view's levels.
struct Highlights {
    std::optional<Highlight> hovered;  ///< under the pointer
    std::optional<Highlight> selected; ///< pinned: wider than the others
    std::vector<Highlight> touched; ///< a set, e.g. what the rays of a pixel touched: dark with a light rim
    std::shared_ptr<const std::vector<OutlineEdge>> region; ///< around many elements, as wide as `selected`
    friend bool operator==(const Highlights&, const Highlights&) = default;
    [[nodiscard]] bool empty() const { return !hovered && !selected && touched.empty() && !region; }
};

} // namespace hitmap
