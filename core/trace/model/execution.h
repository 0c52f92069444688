#pragma once

#include "core/base/strong_index.h"

#include <cstdint>

namespace hitmap {

/// An execution event: a warp began to execute a basic block.
struct BlockExecution {
    /// The number of requests of the recording before it, so that it shares their time.
    RequestIndex request;
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;  ///< index, dense in the launch
    std::uint32_t slot = 0;  ///< resident place on its SM, which the warp keeps until it ends
    std::uint32_t block = 0; ///< number in RecordingInfo::basic_blocks
    std::uint32_t mask = 0;  ///< bit l: lane l executes the block; never 0

    friend bool operator==(const BlockExecution&, const BlockExecution&) = default;
};

} // namespace hitmap
