#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hitmap {

/// A row of the table of element kinds. Code queries the table instead of switching over kinds, so that more
/// kinds can be added (volume cells, spheres, grid triangles). Every table and CSV has the rows in this
/// order.
struct ElementKind {
    std::string_view name;   ///< "box", "face", "pixel"
    std::string_view plural; ///< "boxes", ...
    Role role;               ///< role of the allocations with elements of the kind
    bool has_look_ups;       ///< false: accesses only (pixels)
};

using ElementKindId = std::uint8_t; ///< index into element_kinds()

[[nodiscard]] std::span<const ElementKind> element_kinds();
[[nodiscard]] std::optional<ElementKindId> element_kind_of(Role role);
[[nodiscard]] std::optional<ElementKindId> element_kind_named(std::string_view name);

inline constexpr ElementKindId box_kind = 0;
inline constexpr ElementKindId face_kind = 1;
inline constexpr ElementKindId pixel_kind = 2;

} // namespace hitmap
