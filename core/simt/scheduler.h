#pragma once

#include <cstdint>

namespace hitmap::simt {

/// Which of an SM's warps executes the next request.
enum class Scheduler : std::uint8_t {
    round_robin, ///< loose round robin: the warps take turns, by slot
    /// Greedy then oldest (Rogers et al. 2012): the same
    /// warp as long as it need not wait, then the one that has been resident for the longest time of
    /// those that need not. The instructions of one access follow one another; behind the last one the warp
    /// waits for DeviceConfig::latency steps.
    greedy
};

} // namespace hitmap::simt
