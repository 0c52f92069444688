#pragma once

#include "core/simt/lanes.h"

#include <array>
#include <cstdint>

namespace hitmap::simt {

/// Where a warp is in the launch and on the device.
struct WarpPlace {
    /// Dense in the launch: block * warps per block + index of the warp in its block.
    std::uint32_t index = 0;
    std::uint32_t sm = 0;
    std::uint32_t slot = 0; ///< resident place on its SM
};

/// One memory instruction executed by one warp.
struct WarpRequest {
    WarpPlace warp;
    std::uint32_t instruction = 0; ///< number in the InstructionTable
    Mask active;                   ///< never empty
    std::array<std::uint64_t, warp_size>
        address{}; ///< of active lanes; offsets in the lane's local memory for Space::local
};

/// What a lane works on from its warp's next request on. The kernel defines the meaning of the numbers.
struct WorkTag {
    std::uint32_t item = 0;
    std::uint32_t sample = 0;
    std::uint8_t kind = 0;
    std::uint8_t bounce = 0;
    std::uint16_t instance = 0;
};

/// Gets everything that the device does, in order.
class DeviceObserver {
public:
    virtual ~DeviceObserver() = default;
    virtual void request(const WarpRequest& request) = 0;
    /// Called between two requests; the next request is from the same warp.
    virtual void tag(const WarpPlace& warp, unsigned lane, const WorkTag& tag) = 0;
    /// The active lanes of a warp began to execute a basic block: a number in the BlockTable of the launch.
    /// Called before the first request of the block, and after that of the warp before it. `active` is never
    /// empty. Not called if the launch has no BlockTable.
    virtual void block(const WarpPlace& /*warp*/, std::uint32_t /*block*/, Mask /*active*/) {}
};

} // namespace hitmap::simt
