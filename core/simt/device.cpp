#include "core/simt/device.h"

#include "core/simt/grid_schedule.h"
#include "core/simt/resident_warp.h"

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>

namespace hitmap::simt {

namespace {

/// The warps of a kernel, with the memory that they have on the device.
class KernelWarps {
public:
    using Warp = ResidentWarp;

    KernelWarps(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
                const InstructionTable& instructions, DeviceObserver& observer, const BlockTable* blocks)
        : device_(device),
          kernel_(kernel),
          instructions_(instructions),
          observer_(observer),
          blocks_(blocks),
          local_bytes_per_warp_(std::size_t{config.local_bytes} * warp_size),
          local_memory_(std::make_unique_for_overwrite<std::byte[]>(local_bytes_per_warp_ * device.sm_count *
                                                                    device.warps_per_sm)) {}

    std::unique_ptr<ResidentWarp> start(const WarpPlace& place, std::uint32_t block) {
        const std::size_t resident = std::size_t{place.sm} * device_.warps_per_sm + place.slot;
        const std::span local(local_memory_.get() + resident * local_bytes_per_warp_, local_bytes_per_warp_);
        return std::make_unique<ResidentWarp>(place, block, device_.warp_lanes, kernel_, instructions_,
                                              frames_, local, blocks_ != nullptr);
    }
    void execute(ResidentWarp& warp) { warp.execute(observer_, blocks_, request_); }
    void end(ResidentWarp& warp) { warp.report_end(observer_, blocks_); }

private:
    const DeviceConfig& device_;
    const Kernel& kernel_;
    const InstructionTable& instructions_;
    DeviceObserver& observer_;
    const BlockTable* blocks_; ///< null: the observer does not get basic blocks
    FramePool frames_;
    std::size_t local_bytes_per_warp_;
    std::unique_ptr<std::byte[]> local_memory_;
    WarpRequest request_; // that is being executed
};

void check_sizes(const DeviceConfig& device, const LaunchConfig& config) {
    if (config.warps_per_block == 0 || config.warps_per_block > device.warps_per_sm)
        throw std::logic_error("a block must have at least one warp and fit on an SM");
    if (device.warp_lanes == 0 || device.warp_lanes > warp_size)
        throw std::logic_error("a warp must have 1 to 32 lanes");
}

struct Listing {
    InstructionTable instructions;
    BlockTable blocks;
};

Listing list(const Kernel& kernel) {
    Listing listing;
    FramePool frames;
    Warp warp(listing.instructions, listing.blocks, frames);
    Code code = kernel(warp);
    code.start();
    warp.advance();
    return listing;
}

} // namespace

InstructionTable list_instructions(const Kernel& kernel) {
    return list(kernel).instructions;
}

BlockTable list_blocks(const Kernel& kernel) {
    return list(kernel).blocks;
}

void launch(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
            const InstructionTable& instructions, DeviceObserver& observer, const JobContext& job,
            const BlockTable* blocks) {
    check_sizes(device, config);
    KernelWarps warps(device, config, kernel, instructions, observer, blocks);
    GridSchedule grid(device, config.blocks, config.warps_per_block, warps);
    do
        job.check(); // a step is one request per SM, which takes well below a millisecond
    while (grid.step());
}

} // namespace hitmap::simt
