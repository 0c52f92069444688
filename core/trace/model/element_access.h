#pragma once

#include "core/trace/model/element_kind.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// One element access, in order.
struct ElementAccess {
    std::uint32_t
        element; ///< slot, counted over all allocations of its kind in the order of the table of allocations
    ElementKindId kind;
    std::uint8_t lane;
    std::uint16_t reserved = 0;
    std::uint32_t entry; ///< index of its request in the block it came from
};

/// Finds the element accesses of requests, by lane 0..31 and within a lane by address.
class ElementAccessFinder {
public:
    /// Throws Error where allocations of element roles overlap or have impossible strides.
    explicit ElementAccessFinder(const RecordingInfo& info);

    /// Appends those of one request. `addresses`: of its active lanes, packed.
    void find(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
              std::uint32_t entry, std::vector<ElementAccess>& out) const;
    /// Clears `out` and fills it with those of a whole block.
    void find(const RequestView& block, std::vector<ElementAccess>& out) const;

    /// Number of elements (slots, padding included) of each kind.
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const;

private:
    /// A piece of the address space: the elements of one allocation, or what lies between two of those.
    struct Range {
        std::uint64_t begin;
        std::uint64_t last;    ///< inclusive, so that the end of the address space can be said
        std::uint64_t inverse; ///< 2^64 / stride, rounded up; 0 where that does not divide exactly
        std::uint32_t stride;  ///< 0: no elements here
        std::uint32_t first_element;
        ElementKindId kind;
    };
    [[nodiscard]] std::size_t range_at(std::uint64_t address) const;
    static void find_in(const Range& range, std::uint64_t begin, std::uint64_t last, std::uint8_t lane,
                        std::uint32_t entry, std::vector<ElementAccess>& out);

    std::vector<Range> ranges_;        ///< sorted, disjoint, covering every address
    std::vector<std::uint16_t> bytes_; ///< [instructions] bytes per lane; 0: yields none
    std::array<std::uint64_t, 8> counts_{};
};

} // namespace hitmap
