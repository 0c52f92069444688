#pragma once

#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Finds the allocation in global memory that an address is in.
class AllocationRanges {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Throws Error if allocations in global memory overlap.
    explicit AllocationRanges(const std::vector<Allocation>& allocations);

    /// Its index in the table; nothing if the address is in none. Fast if it is that of the last call.
    [[nodiscard]] std::optional<std::uint32_t> at(std::uint64_t address) {
        if (found_ < ranges_.size() && ranges_[found_].has(address)) return ranges_[found_].allocation;
        return search(address);
    }

private:
    struct Range {
        std::uint64_t begin;
        std::uint64_t last; ///< inclusive
        std::uint32_t allocation;
        [[nodiscard]] bool has(std::uint64_t address) const { return address >= begin && address <= last; }
    };
    [[nodiscard]] std::optional<std::uint32_t> search(std::uint64_t address);

    std::vector<Range> ranges_; ///< sorted by address
    std::size_t found_ = 0;     ///< the range of the last call
};

/// Bytes of an allocation from its first to behind its last whole element.
[[nodiscard]] std::uint64_t element_extent(const Allocation& allocation);

/// A byte of an element.
struct ElementByte {
    std::uint64_t element = 0;
    /// In the element. In planes, component c begins at byte 4 c. Not below element_bytes: in the padding
    /// behind the element.
    std::uint64_t offset = 0;
};
/// The byte at a distance from the beginning of an allocation, which must be below element_extent().
[[nodiscard]] ElementByte element_byte(const Allocation& allocation, std::uint64_t distance);
/// The distance of a byte of an element from the beginning of an allocation. An offset behind the element's
/// stride (in planes, behind its last component) becomes the last byte there.
[[nodiscard]] std::uint64_t distance_of(const Allocation& allocation, const ElementByte& byte);

/// Bytes of a component in planes.
inline constexpr std::uint64_t component_bytes = 4;

} // namespace hitmap
