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

/// Tracks the tags of the lanes of every warp while requests are read, as a number derived from each tag.
class LaneTagTracker {
public:
    /// The number of lanes that have no tag yet.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Warp {
        std::uint32_t number = 0; ///< index among the warps with tags, in the order of the tags
        std::array<std::uint32_t, warp_size> lanes{};
    };

    /// `tags`: those of each lane in rising order of requests. `number_of`: derives the number from a tag.
    LaneTagTracker(std::span<const LaneTagRun> tags,
                   const std::function<std::uint32_t(const LaneTag&)>& number_of);

    /// Returns the state of the warp at the request numbered `request`, or null if the warp never has a tag.
    /// The pointer is valid until the next call; requests must not decrease.
    [[nodiscard]] const Warp* at(std::uint64_t request, const RequestBlock::Entry& entry);
    /// Number of warps with tags.
    [[nodiscard]] std::size_t warps() const { return warps_.size(); }

private:
    /// There can be one for each pixel, so that its size matters.
    struct Change {
        std::uint64_t request_and_lane; ///< first request times 32, plus the lane
        std::uint32_t warp;
        std::uint32_t number;
        [[nodiscard]] std::uint64_t first_request() const { return request_and_lane / warp_size; }
        [[nodiscard]] std::size_t lane() const { return request_and_lane % warp_size; }
    };

    /// By launch and index of the warp.
    std::unordered_map<std::uint64_t, std::uint32_t, SaltedHash> warp_numbers_;
    std::vector<Change> changes_; ///< sorted by first request
    std::size_t next_change_ = 0;
    /// Warps that were asked for, each at a place that its key chooses.
    struct Recent {
        std::uint64_t key = 0;
        std::uint32_t warp = none; ///< index into warps_
    };
    std::vector<Recent> recent_;
    std::vector<Warp> warps_;
};

} // namespace hitmap
