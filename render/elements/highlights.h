#pragma once

#include "core/trace/model/element_kind.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// An element that is emphasised in a picture.
struct Highlight {
    ElementKindId kind = 0; ///< a kind with geometry
    std::uint32_t element = 0;
    friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// From one corner to the next.
using OutlineEdge = std::array<glm::vec3, 2>;

/// A ray, or a part of one, as a line.
struct RayLine {
    glm::vec3 from{0.0F};
    glm::vec3 to{0.0F};
    std::uint8_t kind = 0; ///< LaneTag::ray_kind
    friend bool operator==(const RayLine&, const RayLine&) = default;
};

/// Elements that are outlined over everything else; faces on both sides. Hidden parts of the outlines are
/// thin and dashed. They are visible on every colour, since each line is light with a dark rim or dark with a
/// light rim. Boxes need not be accessed or within the levels of the view.
struct Highlights {
    std::optional<Highlight> hovered;  ///< under the pointer
    std::optional<Highlight> selected; ///< pinned by the user; drawn wider than the others
    /// A set of elements, for example those that the rays of a pixel accessed: dark with a light rim.
    std::vector<Highlight> touched;
    /// Outline around many elements, as wide as `selected`.
    std::shared_ptr<const std::vector<OutlineEdge>> region;
    /// Rays, drawn in the style of their kinds (ray_style.h); hidden parts are thin. Null: none.
    std::shared_ptr<const std::vector<RayLine>> rays;
    std::optional<std::size_t> current_ray; ///< index in `rays` of one that is drawn wider
    friend bool operator==(const Highlights&, const Highlights&) = default;
    [[nodiscard]] bool empty() const { return !hovered && !selected && touched.empty() && !region && !rays; }
};

} // namespace hitmap
