#pragma once

#include "core/analysis/simt/execution_sums.h"
#include "core/jobs/progress.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// When warps were in the slots of their SMs, on the time axis of the recording: positions of the requests
/// that follow their first and their last event.
struct SlotChart {
    struct Life {
        WarpLife life;
        std::uint64_t first = 0;
        std::uint64_t last = 0; ///< not below first
    };
    std::vector<Life> lives;     ///< in the order of ExecutionSums::lives
    std::uint64_t positions = 0; ///< of the recording
};

/// Returns the positions of requests: the number of element accesses before each or, if the recording has
/// none, of requests. Those behind the last request are its end.
/// @param source    read from its beginning
/// @param requests  sorted
/// Throws what reading throws, and Cancelled.
[[nodiscard]] std::vector<std::uint64_t>
request_positions(RequestSource& source, std::span<const RequestIndex> requests, const JobContext& job = {});

/// Finds the positions in one pass over the requests.
/// @param source  read from its beginning
/// Throws what reading throws, and Cancelled.
[[nodiscard]] SlotChart slot_chart(RequestSource& source, std::span<const WarpLife> lives,
                                   const JobContext& job = {});

} // namespace hitmap
