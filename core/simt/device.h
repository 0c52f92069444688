#pragma once

#include "core/jobs/progress.h"
#include "core/simt/code.h"
#include "core/simt/instruction_table.h"
#include "core/simt/request.h"
#include "core/simt/scheduler.h"

#include <cstdint>
#include <functional>

namespace hitmap::simt {

struct DeviceConfig {
    std::uint32_t sm_count = 1;
    std::uint32_t warps_per_sm = 1; ///< resident at a time
    Scheduler scheduler = Scheduler::round_robin;
    std::uint32_t latency = 16; ///< of an access, in steps; Scheduler::greedy alone knows waiting
};

/// A one-dimensional launch.
struct LaunchConfig {
    std::uint32_t blocks = 1;
    std::uint32_t warps_per_block = 1; ///< at most warps_per_sm
    std::uint32_t local_bytes = 0;     ///< of each lane
};

/// Begins the kernel for one warp: `[&](Warp& warp) { return kernel(warp, arguments); }`.
using Kernel = std::function<Code(Warp&)>;

/// The memory instructions that the kernel can execute. Walks once through every branch and loop of it; no
/// memory is touched.
[[nodiscard]] InstructionTable list_instructions(const Kernel& kernel);

/// Executes the kernel and tells the observer of every request, in order.
///
/// Blocks go to the SMs in turn, one each, until no further block fits; a waiting block takes the slots of
/// the first block that has ended. The SMs advance together: in a step each SM, by rising number, executes
/// one request of one of its warps, which the scheduler chooses, or none where all of them wait. The order
/// therefore depends on the arguments alone.
///
/// Throws Cancelled, std::logic_error (the kernel executes an instruction that is not in the table, or reads
/// beyond an array), and what the kernel or the observer throws.
void launch(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
            const InstructionTable& instructions, DeviceObserver& observer, const JobContext& job = {});

} // namespace hitmap::simt
