#pragma once

#include "core/base/salted_hash.h"
#include "core/profile/pixel_index/log_segment.h"
#include "core/profile/pixel_index/request_codec.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace hitmap {

/// Encodes requests into a segment of the log.
class SegmentWriter {
public:
    explicit SegmentWriter(const LogReading& reading) : reading_(reading) { begin(); }

    /// Sets the numbers of the warp and of the lanes that moved, and writes the request.
    void add(LoggedRequest& request, std::uint32_t launch, std::uint32_t warp);
    [[nodiscard]] std::uint64_t requests() const { return segment_.requests; }
    /// The number of warps that have requests in the segment.
    [[nodiscard]] std::size_t warps() const { return warps_.size(); }
    /// Returns the requests since the last call.
    [[nodiscard]] LogSegment take();

private:
    void begin();

    LogReading reading_;
    std::optional<RequestCodec> codec_;
    BitOutput stream_;
    LogSegment segment_;
    /// Numbers in the segment, by launch and index of the warp.
    std::unordered_map<std::uint64_t, std::uint32_t, SaltedHash> warps_;
};

} // namespace hitmap
