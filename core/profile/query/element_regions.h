#pragma once

#include "core/trace/model/element_kind.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Disjoint sets of elements of one kind, whose sums are taken together.
struct ElementRegions {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    ElementKindId kind = face_kind;
    std::vector<std::uint32_t> region_of; ///< [elements] number of the region; none: in no region
    std::vector<std::uint32_t> sizes;     ///< [regions] number of elements

    [[nodiscard]] std::size_t count() const { return sizes.size(); }
    /// Also `none` for elements that are not known.
    [[nodiscard]] std::uint32_t of(std::uint64_t element) const {
        return element < region_of.size() ? region_of[element] : none;
    }
};

} // namespace hitmap
