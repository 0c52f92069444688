#pragma once

#include "core/relayout/model/byte_map.h"
#include "core/relayout/model/field_use.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Elements that are split into several arrays: the first bytes of each element here, others there.
struct ElementParts {
    std::vector<std::uint32_t> part_of; ///< [element bytes]; part 0 has byte 0
    std::uint32_t count = 0;            ///< of parts
};

/// Cuts elements at bytes. Throws Error unless the cuts rise and are in the element, or if an access spans
/// one of them, which a program could not make of two arrays.
/// @param cuts  at least one; the first byte of each part but the first
[[nodiscard]] ElementParts parts_at(const std::vector<std::uint32_t>& cuts, const FieldUse& use);

/// Separates hot from cold bytes, as Chilimbi et al. 1999 split structures by counted accesses. Bytes that
/// one access touches together are a field, which is accessed as often as its most accessed byte. Hot are the
/// fields that are accessed at least half as often as the most accessed one. Throws Error if that are all or
/// if there are no accesses.
[[nodiscard]] ElementParts hot_and_cold(const FieldUse& use);

/// Arrays for the parts of elements.
struct PartLayout {
    std::vector<PartByte> bytes;        ///< [element bytes]
    std::vector<std::uint32_t> strides; ///< [parts] sizes of the elements of the arrays
};
/// Stores the bytes of each part one after the other. Accesses of 2, 4, 8 or 16 bytes that are aligned in
/// elements at multiples of `stride` stay aligned: there may be padding in front of the first byte, between
/// ranges of bytes that were not adjacent, and behind the last.
[[nodiscard]] PartLayout layout_of(const ElementParts& parts, const FieldUse& use, std::uint32_t stride);

} // namespace hitmap
