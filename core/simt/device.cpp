#include "core/simt/device.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace hitmap::simt {

namespace {

/// A warp with its kernel. The order of the members matters: the code ends before the warp it refers to.
class ResidentWarp {
public:
    ResidentWarp(const WarpPlace& place, unsigned block, const Kernel& kernel,
                 const InstructionTable& instructions, FramePool& frames, std::span<std::byte> local_memory,
                 DeviceObserver& observer)
        : warp_(place, block, instructions, frames, local_memory, observer), code_(kernel(warp_)) {
        code_.start();
    }
    [[nodiscard]] Warp& warp() { return warp_; }

private:
    Warp warp_;
    Code code_;
};

class Grid {
public:
    Grid(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
         const InstructionTable& instructions, DeviceObserver& observer)
        : config_(config),
          kernel_(kernel),
          instructions_(instructions),
          observer_(observer),
          local_bytes_per_warp_(std::size_t{config.local_bytes} * warp_size),
          local_memory_(std::make_unique_for_overwrite<std::byte[]>(local_bytes_per_warp_ * device.sm_count *
                                                                    device.warps_per_sm)) {
        if (config.warps_per_block == 0 || config.warps_per_block > device.warps_per_sm)
            throw std::logic_error("a block must have at least one warp and fit on an SM");
        for (std::uint32_t sm = 0; sm < device.sm_count; ++sm)
            sms_.emplace_back(device.warps_per_sm);
        const std::uint32_t groups = device.warps_per_sm / config.warps_per_block;
        for (std::uint32_t group = 0; group < groups; ++group)
            for (std::uint32_t sm = 0; sm < device.sm_count; ++sm)
                place_next_block(sm, group * config.warps_per_block);
    }

    /// Every SM executes one request. False: all blocks have ended.
    bool step() {
        bool busy = false;
        for (std::uint32_t sm = 0; sm < sms_.size(); ++sm)
            busy = step(sm) || busy;
        return busy;
    }

private:
    struct Sm {
        explicit Sm(std::uint32_t warps) : slots(warps) {}
        std::vector<std::unique_ptr<ResidentWarp>> slots;
        std::uint32_t next = 0; // slot whose turn it is
    };

    bool step(std::uint32_t sm_number) {
        Sm& sm = sms_[sm_number];
        const auto slots = static_cast<std::uint32_t>(sm.slots.size());
        for (std::uint32_t i = 0; i < slots;) {
            const std::uint32_t slot = sm.next;
            if (sm.slots[slot] != nullptr) {
                Warp& warp = sm.slots[slot]->warp();
                if (warp.advance()) {
                    observer_.request(warp.pending());
                    warp.complete_request();
                    sm.next = slot + 1 == slots ? 0 : slot + 1;
                    return true;
                }
                if (retire(sm_number, slot)) {
                    i = 0; // the next block's warps have their turns, this slot's first
                    continue;
                }
            }
            sm.next = slot + 1 == slots ? 0 : slot + 1;
            ++i;
        }
        return false;
    }

    /// True where another block has taken the place of the ended one.
    bool retire(std::uint32_t sm_number, std::uint32_t slot) {
        Sm& sm = sms_[sm_number];
        sm.slots[slot].reset();
        const std::uint32_t first = slot - slot % config_.warps_per_block;
        const auto begin = sm.slots.begin() + first;
        const bool block_ended = std::all_of(begin, begin + config_.warps_per_block,
                                             [](const auto& warp) { return warp == nullptr; });
        return block_ended && place_next_block(sm_number, first);
    }

    bool place_next_block(std::uint32_t sm_number, std::uint32_t first_slot) {
        if (next_block_ == config_.blocks) return false;
        const std::uint32_t block = next_block_++;
        Sm& sm = sms_[sm_number];
        for (std::uint32_t i = 0; i < config_.warps_per_block; ++i) {
            const std::uint32_t slot = first_slot + i;
            const std::size_t resident = sm_number * sm.slots.size() + slot;
            const std::span local(local_memory_.get() + resident * local_bytes_per_warp_,
                                  local_bytes_per_warp_);
            sm.slots[slot] = std::make_unique<ResidentWarp>(
                WarpPlace{block * config_.warps_per_block + i, sm_number, slot}, block, kernel_,
                instructions_, frames_, local, observer_);
        }
        return true;
    }

    const LaunchConfig& config_;
    const Kernel& kernel_;
    const InstructionTable& instructions_;
    DeviceObserver& observer_;
    FramePool frames_;
    std::size_t local_bytes_per_warp_;
    std::unique_ptr<std::byte[]> local_memory_;
    std::vector<Sm> sms_;
    std::uint32_t next_block_ = 0;
};

} // namespace

InstructionTable list_instructions(const Kernel& kernel) {
    InstructionTable table;
    FramePool frames;
    Warp warp(table, frames);
    Code code = kernel(warp);
    code.start();
    warp.advance();
    return table;
}

void launch(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
            const InstructionTable& instructions, DeviceObserver& observer, const JobContext& job) {
    Grid grid(device, config, kernel, instructions, observer);
    do
        job.check(); // a step is one request an SM: well below a millisecond
    while (grid.step());
}

} // namespace hitmap::simt
