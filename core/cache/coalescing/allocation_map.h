#pragma once

#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Finds the allocation that contains an address at a given request. If there are several, the first in the
/// table is returned. A look-up takes two binary searches, regardless of the number of allocations and their
/// overlaps.
class AllocationMap {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Throws Error if too many allocations overlap: the construction would take minutes.
    explicit AllocationMap(const RecordingInfo& info);

    /// The addresses [begin, end). The same allocations contain all of them, one after another.
    struct Segment {
        std::uint64_t begin;
        std::uint64_t end;
        std::uint32_t first_piece;
        std::uint32_t pieces;
    };
    /// Null if no allocation ever contains the address.
    [[nodiscard]] const Segment* segment(Space space, std::uint64_t address) const;
    /// Returns the owner of the addresses of a segment when `request` is executed, or none.
    [[nodiscard]] std::uint32_t owner(const Segment& segment, std::uint64_t request) const {
        return ownership(segment, request).allocation;
    }
    /// Also returns the requests [first, last) for which the result is valid.
    struct Ownership {
        std::uint32_t allocation;
        std::uint64_t first;
        std::uint64_t last;
    };
    [[nodiscard]] Ownership ownership(const Segment& segment, std::uint64_t request) const;

private:
    /// The owner from a request on, until the next piece starts.
    struct Piece {
        std::uint64_t first_request;
        std::uint32_t allocation;
    };

    void add_space(const RecordingInfo& info, Space space);
    void add_segment(const RecordingInfo& info, Space space, std::uint64_t begin, std::uint64_t end,
                     const std::set<std::uint32_t>& active);

    std::array<std::vector<Segment>, 3> segments_; ///< [space] by rising address
    std::vector<Piece> pieces_;
    std::size_t owners_ = 0; ///< number of owners of all segments
};

} // namespace hitmap
