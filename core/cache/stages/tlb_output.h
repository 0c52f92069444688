#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace hitmap {

/// A page that missed in the TLB of an SM.
struct TlbMiss {
    std::uint64_t address;
    std::uint32_t request; ///< index in the block
};

/// The misses of the TLBs of SMs in a block, in any order.
struct TlbOutput {
    std::vector<TlbMiss> misses;
    std::mutex mutex; ///< guards `misses` while SMs append
};

} // namespace hitmap
