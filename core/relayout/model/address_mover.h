#pragma once

#include "core/geometry/mesh/memory_order.h"
#include "core/relayout/model/byte_map.h"
#include "core/relayout/model/element_range.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// How many lane accesses to global memory were moved, and how. Each is one of the first five.
struct MoveCounts {
    std::uint64_t in_elements = 0; ///< to an element that has a new place or another layout; they follow it
    std::uint64_t between = 0;     ///< to the padding behind such an element, which they follow, too
    std::uint64_t behind = 0;      ///< behind the last whole element of its allocation, whose end they follow
    std::uint64_t with_buffer = 0; ///< to an allocation whose elements stay as they are; they follow it
    std::uint64_t outside = 0;     ///< to no allocation; not moved
    /// Of those in elements: the bytes of the lane reach beyond the element (or, in planes, beyond its
    /// component), and what they read there may now be elsewhere.
    std::uint64_t across = 0;

    /// Those that got a new place with what they access, even if it has the same address as before.
    [[nodiscard]] std::uint64_t moved() const { return in_elements + between + behind + with_buffer; }
};

/// Moves addresses from one layout of the allocations to another. An address in an element goes to the same
/// byte of that element at its new place, in the array that has this byte if elements are split. An address
/// in the padding behind an element keeps its distance from the element's first byte, or becomes the last
/// byte of its new stride if that is smaller, or of the element if that has another form. An address behind
/// the last whole element keeps its distance from the end of the elements, or becomes the last byte of the
/// allocation. Addresses in no allocation stay.
class AddressMover {
public:
    /// All must outlive the map. Throws Error if allocations in global memory overlap.
    /// @param after   first the same allocations as `before`, of which those in global memory are moved
    /// @param places  [before] the new places of the elements of each
    /// @param forms   [before] the new form of the elements of each, with allocations in `after`
    AddressMover(const std::vector<Allocation>& before, const std::vector<Allocation>& after,
                 const std::vector<Places>& places, const std::vector<ByteMap>& forms);

    /// The new address of an access of `bytes` bytes to global memory. Counts it.
    [[nodiscard]] std::uint64_t moved(std::uint64_t address, std::uint32_t bytes);
    [[nodiscard]] const MoveCounts& counts() const { return counts_; }

private:
    struct Range {
        const Allocation* before;
        const Allocation* after;
        const Places* places;
        const ByteMap* form;
        std::uint64_t extent; ///< of the elements before
        bool changes;         ///< elements get other places or another layout
    };
    [[nodiscard]] static bool reaches_beyond(const Range& range, std::uint64_t offset, std::uint32_t bytes);

    const std::vector<Allocation>& after_;
    AllocationRanges allocations_;
    std::vector<Range> ranges_; ///< [allocations]
    MoveCounts counts_;
};

} // namespace hitmap
