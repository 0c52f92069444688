#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hitmap {

/// One row of the table of kinds of elements. Code asks the table; nothing switches over kinds, so that more
/// can come (volume cells, spheres, grid triangles). Rows are in the order of every table and CSV.
struct ElementKind {
    std::string_view name;   ///< "box", "face", "pixel"
    std::string_view plural; ///< "boxes", ...
    Role role;               ///< of the allocations that hold elements of the kind
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
