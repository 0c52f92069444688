#pragma once

#include "core/replay/driver/driver_structure.h"
#include "core/trace/io/bytes.h"

#include <cstdint>
#include <span>
#include <string_view>

/// How lavapipe stores acceleration structures: a header, nodes of two boxes, and leaves of one kind. An id
/// of a node is the number of bytes from the beginning of the structure, and its kind in the lowest two bits.
/// (Mesa 25.0, src/gallium/frontends/lavapipe/lvp_acceleration_structure.h)
namespace hitmap::lavapipe {

inline constexpr std::string_view layout_name = "lavapipe-25.0";

inline constexpr std::uint32_t header_bytes = 40;
inline constexpr std::uint32_t node_bytes = 56;
inline constexpr std::uint32_t triangle_bytes = 48;
inline constexpr std::uint32_t box_bytes = 32;
inline constexpr std::uint32_t instance_bytes = 120;

/// What the traversal reads of a leaf, and where in it. (Mesa 25.0, lvp_nir_ray_tracing.c)
inline constexpr std::uint32_t corner_bytes = 36;
inline constexpr std::uint32_t numbers_bytes = 8; ///< primitive and geometry
inline constexpr std::uint32_t triangle_numbers = 40;
inline constexpr std::uint32_t box_numbers = 24;
inline constexpr std::uint32_t instance_head_bytes = 16; ///< structure, mask and flags
inline constexpr std::uint32_t matrix_bytes = 48;
inline constexpr std::uint32_t instance_matrix = 16;

/// The bytes of a leaf.
[[nodiscard]] std::uint32_t leaf_bytes(DriverStructure::Leaves leaves);

/// Decodes a structure. DriverInstance::structure is left as it is. Throws FileError if the bytes are no tree
/// in this layout: an id that leads nowhere, a node that is met twice, leaves of two kinds.
/// @param address  of the structure
[[nodiscard]] DriverStructure read_structure(std::span<const std::uint8_t> bytes, std::uint64_t address,
                                             const BytesPlace& place);

} // namespace hitmap::lavapipe
