#pragma once

#include "core/base/salted_hash.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// What the lanes of every warp serve while requests go by: a number made of each lane's tag.
class LaneTagTracker {
public:
    /// Of lanes without a tag so far.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Warp {
        std::uint32_t number = 0; ///< of the warps that have tags, in the order of the tags
        std::array<std::uint32_t, warp_size> lanes{};
    };

    /// `tags`: of each lane in rising order of requests. `number_of`: what is wanted of a tag.
    LaneTagTracker(std::span<const LaneTagRun> tags,
                   const std::function<std::uint32_t(const LaneTag&)>& number_of);

    /// The warp of the request numbered `request` as it is then; null for a warp that never has a tag. Holds
    /// until the next call, whose request is the same or a later one.
    [[nodiscard]] const Warp* at(std::uint64_t request, const RequestBlock::Entry& entry);
    /// Warps that have tags.
    [[nodiscard]] std::size_t warps() const { return warps_.size(); }

private:
    struct Change {
        std::uint64_t first_request;
        std::uint32_t warp;
        std::uint32_t lane;
        std::uint32_t number;
    };

    std::unordered_map<std::uint64_t, std::uint32_t, SaltedHash> warp_numbers_; ///< by launch and index
    std::vector<Change> changes_;                                               ///< by first request
    std::size_t next_change_ = 0;
    std::vector<Warp> warps_;
};

} // namespace hitmap
