#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixel_index/log_reading.h"
#include "core/profile/pixel_index/sparse_pixels.h"
#include "core/profile/query/time_window.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Consecutive requests in order, encoded. A segment can be decoded without the others.
struct LogSegment {
    std::vector<std::uint64_t> words; ///< of BitOutput
    std::uint64_t requests = 0;
    std::uint64_t first = 0; ///< position of the first request; at most the last position of the recording
    std::uint64_t end = 0;   ///< all requests and their accesses are before it

    [[nodiscard]] std::uint64_t memory_bytes() const {
        return sizeof *this + words.capacity() * sizeof(std::uint64_t);
    }
};

/// Returns the sums of the requests and accesses of a segment that are in a window.
/// @param only  the only pixel that is counted; no value: all
[[nodiscard]] SparsePixels sums_of(const LogSegment& segment, const LogReading& reading,
                                   const WantedColumns& wanted, TimeWindow window, const JobContext& job = {},
                                   std::optional<std::uint32_t> only = {});

} // namespace hitmap
