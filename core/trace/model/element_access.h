#pragma once

#include "core/trace/model/element_kind.h"
#include "core/trace/model/request.h"

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
    std::uint32_t entry; ///< index of its request in the block
};

/// Finds the element accesses of requests, in the order of lanes 0..31 and of addresses within a lane.
class ElementAccessFinder {
public:
    /// Throws Error if allocations with element roles overlap or have invalid strides.
    explicit ElementAccessFinder(const RecordingInfo& info);

    /// Appends the element accesses of one request. `addresses` are those of its active lanes, packed.
    void find(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
              std::uint32_t entry, std::vector<ElementAccess>& out) const;
    /// Returns the number of element accesses of one request. Faster than finding them, and does not throw.
    [[nodiscard]] std::uint64_t count(std::uint32_t instruction, std::uint32_t mask,
                                      const std::uint64_t* addresses) const;
    /// Adds the number of element accesses of one request to `counts`, by kind. Faster than finding them, and
    /// throws the same.
    void add_counts(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
                    PerKind<std::uint64_t>& counts) const;
    /// Replaces `out` by the element accesses of a whole block.
    void find(const RequestView& block, std::vector<ElementAccess>& out) const;

    /// The number of elements (slots, including padding) of a kind.
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const;

private:
    /// A part of the address space: the elements of one allocation, or a gap between two of these.
    struct Range {
        std::uint64_t begin;
        std::uint64_t last;    ///< inclusive, so that the end of the address space can be represented
        std::uint64_t inverse; ///< 2^64 / stride, rounded up; 0 if that does not divide exactly
        std::uint32_t stride;  ///< 0: no elements in this range
        std::uint32_t first_element;
        ElementKindId kind;
    };
    /// Calls add(kind, number) for each range that the bytes of a lane touch.
    template <class Add>
    void count_ranges(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
                      const Add& add) const;
    [[nodiscard]] std::size_t range_at(std::uint64_t address) const;
    /// The bytes of a lane that begin at an address, and the range of its first byte.
    struct Touched {
        std::uint64_t begin = 0;
        std::uint64_t last = 0;
        std::size_t range = 0;
    };
    [[nodiscard]] Touched touched(std::uint64_t address, std::uint64_t bytes, std::size_t near) const;
    /// The slot of the first element of a range that begins at a byte or after it.
    [[nodiscard]] static std::uint64_t first_slot(const Range& range, std::uint64_t begin);
    /// As find(). `near`: a range that is tried first; it becomes that of the first address.
    void find(std::uint32_t instruction, std::uint32_t mask, const std::uint64_t* addresses,
              std::uint32_t entry, std::size_t& near, std::vector<ElementAccess>& out) const;
    static bool find_in_one(const Range& range, std::uint64_t bytes, std::uint32_t mask,
                            const std::uint64_t* addresses, std::uint32_t entry,
                            std::vector<ElementAccess>& out);
    static void find_in(const Range& range, std::uint64_t begin, std::uint64_t last, std::uint8_t lane,
                        std::uint32_t entry, std::vector<ElementAccess>& out);

    std::vector<Range> ranges_; ///< sorted, disjoint, covering every address
    /// [instructions] bytes per lane; 0: the instruction accesses no elements.
    std::vector<std::uint16_t> bytes_;
    PerKind<std::uint64_t> counts_;
};

} // namespace hitmap
