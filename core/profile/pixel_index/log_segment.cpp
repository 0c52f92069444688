#include "core/profile/pixel_index/log_segment.h"

#include "core/profile/pixel_index/lane_sums.h"
#include "core/profile/pixel_index/request_codec.h"

#include <algorithm>

namespace hitmap {

SparsePixels sums_of(const LogSegment& segment, const LogReading& reading, const WantedColumns& wanted,
                     TimeWindow window, const JobContext& job, std::optional<std::uint32_t> only) {
    constexpr std::uint64_t requests_between_checks = 4096;
    PixelLaneSums sums(wanted, window, reading);
    if (only) sums.count_only(*only);
    BitInput stream(segment.words.data());
    RequestCodec codec(reading);
    LoggedRequest request;
    for (std::uint64_t i = 0; i < segment.requests; ++i) {
        if (i % requests_between_checks == 0) job.check();
        codec.code(stream, request);
        const std::uint64_t last = reading.positions == 0 ? 0 : reading.positions - 1;
        if (std::min(request.position, last) >= window.last) break;
        sums.add(request);
    }
    return sums.take();
}

} // namespace hitmap
