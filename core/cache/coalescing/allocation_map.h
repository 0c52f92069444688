#pragma once

#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Which allocation holds an address at a time: the first of the table where several do. Two bisections,
/// whatever the number of allocations and however they overlap.
class AllocationMap {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Throws Error where so many allocations overlap so often that making the map would take minutes.
    explicit AllocationMap(const RecordingInfo& info);

    /// Addresses [begin, end) that the same allocations hold, one after another.
    struct Segment {
        std::uint64_t begin;
        std::uint64_t end;
        std::uint32_t first_piece;
        std::uint32_t pieces;
    };
    /// Null where no allocation ever holds the address.
    [[nodiscard]] const Segment* segment(Space space, std::uint64_t address) const;
    /// The owner of a segment's addresses when `request` is executed, or none.
    [[nodiscard]] std::uint32_t owner(const Segment& segment, std::uint64_t request) const {
        return ownership(segment, request).allocation;
    }
    /// The same with the requests [first, last) for which it holds.
    struct Ownership {
        std::uint32_t allocation;
        std::uint64_t first;
        std::uint64_t last;
    };
    [[nodiscard]] Ownership ownership(const Segment& segment, std::uint64_t request) const;

private:
    /// The owner from a request on, until the next piece.
    struct Piece {
        std::uint64_t first_request;
        std::uint32_t allocation;
    };

    void add_space(const RecordingInfo& info, Space space);
    void add_segment(const RecordingInfo& info, Space space, std::uint64_t begin, std::uint64_t end,
                     const std::set<std::uint32_t>& active);

    std::array<std::vector<Segment>, 3> segments_; ///< [space] by rising address
    std::vector<Piece> pieces_;
    std::size_t owners_ = 0; ///< of all segments together
};

} // namespace hitmap
