#pragma once

#include "core/base/strong_index.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// One memory instruction executed by one warp.
struct Request {
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0; ///< index, dense in the launch
    std::uint32_t slot = 0; ///< resident place on its SM
    std::uint32_t instruction = 0;
    std::uint32_t mask = 0; ///< bit l: lane l is active; never 0
    /// Indexed by lane; entries of inactive lanes are ignored.
    std::array<std::uint64_t, warp_size> address{};
};

/// Decoded consecutive requests. Only the addresses of active lanes are stored, packed, the lowest lane
/// first.
struct RequestBlock {
    struct Entry {
        std::uint32_t launch;
        std::uint32_t sm;
        std::uint32_t warp;
        std::uint32_t slot;
        std::uint32_t instruction;
        std::uint32_t mask;
        std::uint32_t first_address; ///< index of the first of popcount(mask) addresses
    };
    RequestIndex first_request;
    std::vector<Entry> entries;
    std::vector<std::uint64_t> addresses;

    [[nodiscard]] std::span<const std::uint64_t> addresses_of(const Entry& entry) const;
    void clear();
    void append(const Request& request);
    /// Replaces the block by requests [first, last) of another one.
    void assign(const RequestBlock& from, std::size_t first, std::size_t last);
    /// Adds the requests that follow in the recording. They must not be requests of this block.
    void append(const struct RequestView& more);
};

/// A range of the requests of a block, which must outlive the view and must not change.
struct RequestView {
    using Entry = RequestBlock::Entry;

    RequestIndex first_request;
    std::span<const Entry> entries;
    /// All addresses of the block: first_address is an index into them.
    std::span<const std::uint64_t> addresses;

    RequestView() = default;
    /// The whole block. Implicit, because a function that takes requests may also be called with a whole
    /// block.
    RequestView(const RequestBlock& block)
        : first_request(block.first_request), entries(block.entries), addresses(block.addresses) {}
    /// Requests [first, last).
    RequestView(const RequestBlock& block, std::size_t first, std::size_t last)
        : first_request(block.first_request.value + first),
          entries(std::span(block.entries).subspan(first, last - first)),
          addresses(block.addresses) {}

    [[nodiscard]] std::span<const std::uint64_t> addresses_of(const Entry& entry) const;
};

/// What a lane works on from request `first_request` of its warp on, until the lane's next tag.
struct LaneTag {
    std::uint32_t work_item = 0; ///< pixel
    std::uint32_t sample = 0;
    std::uint8_t ray_kind = 0; ///< 0 primary, 1 shadow, 2 ambient occlusion, 3 path
    std::uint8_t bounce = 0;
    std::uint16_t instance = 0;
    friend bool operator==(const LaneTag&, const LaneTag&) = default;
};
struct LaneTagRun {
    RequestIndex first_request; ///< the tag applies from this request of the recording on
    std::uint32_t launch = 0;
    std::uint32_t warp = 0; ///< index
    std::uint8_t lane = 0;
    LaneTag tag;
};

} // namespace hitmap
