#pragma once

#include "core/trace/model/launch_requests.h"
#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// Requests [first_request, last_request) of a warp, during which one of its lanes has one tag.
struct LaneRun {
    std::uint64_t first_request = 0;
    std::uint64_t last_request = 0;
    std::uint32_t launch = 0;
    std::uint32_t warp = 0; ///< index
    std::uint8_t lane = 0;
    LaneTag tag;
    friend bool operator==(const LaneRun&, const LaneRun&) = default;
};

/// The lane tags of a recording, found by pixel and by lane. Takes 36 bytes for each tag. Immutable.
class LaneRuns {
public:
    /// `tags`: sorted by launch, warp, lane and first request, as recordings have them. Throws Error if there
    /// are 2^32 or more. `launches`: the requests of each launch (HmtFile::launch_requests()).
    LaneRuns(std::vector<LaneTagRun> tags, std::span<const LaunchRequests> launches);

    [[nodiscard]] bool empty() const { return tags_.empty(); }
    /// Returns the runs that served the pixel, by rising first request. The last run of a lane ends with the
    /// last request of its launch.
    [[nodiscard]] std::vector<LaneRun> of_pixel(std::uint32_t pixel) const;
    /// Returns the tag that a lane has at a request; no value if it has none yet.
    [[nodiscard]] std::optional<LaneTag> tag_at(std::uint64_t request, std::uint32_t launch,
                                                std::uint32_t warp, std::uint8_t lane) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    [[nodiscard]] LaneRun run(std::size_t tag) const;

    std::vector<LaneTagRun> tags_;
    std::vector<std::uint32_t> by_pixel_;    ///< indices of tags_, by pixel and then by first request
    std::vector<std::uint64_t> launch_ends_; ///< [launches] first request behind the launch
};

} // namespace hitmap
