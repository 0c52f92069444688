#pragma once

#include "core/jobs/progress.h"
#include "core/simt/block_table.h"
#include "core/simt/code.h"
#include "core/simt/instruction_table.h"
#include "core/simt/request.h"
#include "core/simt/scheduler.h"

#include <cstdint>
#include <functional>

namespace hitmap::simt {

struct DeviceConfig {
    std::uint32_t sm_count = 1;
    std::uint32_t warps_per_sm = 1; ///< resident at the same time
    Scheduler scheduler = Scheduler::round_robin;
    std::uint32_t latency = 16; ///< latency of an access, in steps; only Scheduler::greedy models waiting
    std::uint32_t warp_lanes = warp_size; ///< lanes of a warp, 1..32; the other lanes are never active
};

/// A one-dimensional launch.
struct LaunchConfig {
    std::uint32_t blocks = 1;
    std::uint32_t warps_per_block = 1; ///< at most warps_per_sm
    std::uint32_t local_bytes = 0;     ///< per lane
};

/// Starts the kernel for one warp: `[&](Warp& warp) { return kernel(warp, arguments); }`.
using Kernel = std::function<Code(Warp&)>;

/// Lists the memory instructions that the kernel can execute. Runs every branch and every loop body once,
/// without accessing memory.
[[nodiscard]] InstructionTable list_instructions(const Kernel& kernel);

/// Lists the basic blocks of the kernel and of the functions that it calls, in the same way. An operation
/// that only some arguments of the kernel lead to counts if these arguments do.
[[nodiscard]] BlockTable list_blocks(const Kernel& kernel);

/// Executes the kernel and reports every request to the observer, in order.
///
/// Blocks are assigned to the SMs in turn, one each, until no further block fits. A waiting block takes the
/// slots of the first block that ends. The SMs advance in lockstep: in each step each SM, by rising number,
/// executes one request of the warp that the scheduler chooses, or none if all its warps wait. The order
/// of requests therefore depends on the arguments alone.
///
/// @param blocks  the result of list_blocks(), if the observer gets the basic blocks that warps execute
///
/// Throws Cancelled, std::logic_error (the kernel executes an instruction or a basic block that is not in the
/// table, or reads beyond an array), and whatever the kernel or the observer throws.
void launch(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
            const InstructionTable& instructions, DeviceObserver& observer, const JobContext& job = {},
            const BlockTable* blocks = nullptr);

} // namespace hitmap::simt
