#pragma once

#include "core/cache/results/address_map.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Whole numbers [first, last) of 0 to some total: bytes or positions that are shown.
struct ShownPart {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    [[nodiscard]] std::uint64_t count() const { return last - first; }
    friend bool operator==(const ShownPart&, const ShownPart&) = default;
};

/// Returns a part that is 1 / factor times as long, at least `least` and at most everything, in which
/// `anchor` keeps its place as far as the ends allow.
/// @param anchor  in `part`
[[nodiscard]] ShownPart zoomed(const ShownPart& part, std::uint64_t total, double factor,
                               std::uint64_t anchor, std::uint64_t least);
/// Returns a part of the same length, moved by this share of its length as far as the ends allow.
[[nodiscard]] ShownPart moved(const ShownPart& part, std::uint64_t total, double share);

/// The addresses of an allocation, which ends with the address space at the latest.
[[nodiscard]] AddressRange extent_of(const Allocation& allocation);

/// Returns the range in as few whole lines as hold its bytes, one of which contains `address`, which is in
/// the range. Everything stays so.
[[nodiscard]] AddressRange lines_around(const AddressRange& range, std::uint64_t address, std::uint32_t line);

/// The bytes of all allocations of global memory in a row, by rising address: what lies between allocations
/// is left out, and what overlaps counts once.
class AddressScale {
public:
    explicit AddressScale(const RecordingInfo& info);

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// Returns the number of bytes before an address.
    [[nodiscard]] std::uint64_t offset_of(std::uint64_t address) const;
    /// Returns the address of a byte; the end of all allocations for bytes().
    [[nodiscard]] std::uint64_t address_at(std::uint64_t offset) const;
    [[nodiscard]] ShownPart part_of(const AddressRange& range) const;
    /// Returns AddressRange() if the part is all bytes.
    [[nodiscard]] AddressRange range_of(const ShownPart& part) const;

private:
    struct Piece {
        std::uint64_t address = 0;
        std::uint64_t last = 0;   ///< the address behind it
        std::uint64_t before = 0; ///< bytes of the pieces before it
    };
    std::vector<Piece> pieces_; ///< sorted and disjoint
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
