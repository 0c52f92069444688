#pragma once

#include <cstdint>

namespace hitmap::simt {

/// Chooses the warp of an SM that executes the next request.
enum class Scheduler : std::uint8_t {
    round_robin, ///< loose round robin: the warps take turns, by slot
    /// Greedy then oldest (Rogers et al. 2012): the same warp as long as it need not wait, then the warp that
    /// has been resident for the longest time among those that need not. The instructions of one access
    /// follow one another without waiting; after the last one the warp waits for DeviceConfig::latency steps.
    greedy
};

} // namespace hitmap::simt
