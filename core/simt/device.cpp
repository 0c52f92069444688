#include "core/simt/device.h"

#include "core/simt/resident_warp.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace hitmap::simt {

namespace {

class Grid {
public:
    Grid(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel,
         const InstructionTable& instructions, DeviceObserver& observer, const BlockTable* blocks)
        : device_(device),
          config_(config),
          kernel_(kernel),
          instructions_(instructions),
          observer_(observer),
          blocks_(blocks),
          local_bytes_per_warp_(std::size_t{config.local_bytes} * warp_size),
          local_memory_(std::make_unique_for_overwrite<std::byte[]>(local_bytes_per_warp_ * device.sm_count *
                                                                    device.warps_per_sm)) {
        if (config.warps_per_block == 0 || config.warps_per_block > device.warps_per_sm)
            throw std::logic_error("a block must have at least one warp and fit on an SM");
        if (device.warp_lanes == 0 || device.warp_lanes > warp_size)
            throw std::logic_error("a warp must have 1 to 32 lanes");
        for (std::uint32_t sm = 0; sm < device.sm_count; ++sm)
            sms_.emplace_back(device.warps_per_sm);
        const std::uint32_t groups = device.warps_per_sm / config.warps_per_block;
        for (std::uint32_t group = 0; group < groups; ++group)
            for (std::uint32_t sm = 0; sm < device.sm_count; ++sm)
                place_next_block(sm, group * config.warps_per_block);
    }

    /// Every SM executes one request, or none if all its warps wait. Returns false when all blocks have
    /// ended.
    bool step() {
        bool busy = false;
        for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
            prefetch(sm);
            busy = (device_.scheduler == Scheduler::greedy ? step_greedily(sm) : step_in_turn(sm)) || busy;
        }
        ++now_;
        return busy;
    }

private:
    struct Sm {
        explicit Sm(std::uint32_t warps) : slots(warps) {}
        std::vector<std::unique_ptr<ResidentWarp>> slots;
        std::uint32_t next = 0; // round robin: the slot whose turn it is; greedy: the slot that ran last
    };

    /// Prefetches the next warps of the SMs that follow, which are likely to be chosen.
    void prefetch(std::uint32_t sm) const {
        constexpr std::size_t warps_ahead = 6;
        constexpr std::size_t requests_ahead = 3;
        const auto next_of = [&](std::size_t number) -> const ResidentWarp* {
            const Sm& following = sms_[number % sms_.size()];
            return following.slots[following.next].get();
        };
        if (const ResidentWarp* warp = next_of(sm + warps_ahead)) warp->prefetch();
        if (const ResidentWarp* warp = next_of(sm + requests_ahead)) warp->prefetch_request();
    }

    bool step_in_turn(std::uint32_t sm_number) {
        Sm& sm = sms_[sm_number];
        const auto slots = static_cast<std::uint32_t>(sm.slots.size());
        for (std::uint32_t i = 0; i < slots;) {
            const std::uint32_t slot = sm.next;
            if (sm.slots[slot] != nullptr) {
                ResidentWarp& warp = *sm.slots[slot];
                if (warp.has_request()) {
                    warp.execute(observer_, blocks_, request_);
                    sm.next = slot + 1 == slots ? 0 : slot + 1;
                    return true;
                }
                if (retire(sm_number, slot)) {
                    i = 0; // the warps of the new block get their turns too, beginning with this slot
                    continue;
                }
            }
            sm.next = slot + 1 == slots ? 0 : slot + 1;
            ++i;
        }
        return false;
    }

    bool step_greedily(std::uint32_t sm_number) {
        Sm& sm = sms_[sm_number];
        while (const std::optional<std::uint32_t> slot = greedy_choice(sm)) {
            ResidentWarp& warp = *sm.slots[*slot];
            if (!warp.has_request()) {
                retire(sm_number, *slot);
                continue;
            }
            warp.execute(observer_, blocks_, request_);
            if (!warp.is_in_access()) warp.waits_until(now_ + device_.latency);
            sm.next = *slot;
            return true;
        }
        return std::any_of(sm.slots.begin(), sm.slots.end(),
                           [](const auto& warp) { return warp != nullptr; });
    }

    /// The warp that ran last if it need not wait, otherwise the oldest one that need not.
    [[nodiscard]] std::optional<std::uint32_t> greedy_choice(const Sm& sm) const {
        const auto ready = [&](std::uint32_t slot) {
            return sm.slots[slot] != nullptr && sm.slots[slot]->ready(now_);
        };
        if (ready(sm.next)) return sm.next;
        std::optional<std::uint32_t> oldest;
        for (std::uint32_t slot = 0; slot < sm.slots.size(); ++slot)
            if (ready(slot) && (!oldest || sm.slots[slot]->place().index < sm.slots[*oldest]->place().index))
                oldest = slot;
        return oldest;
    }

    /// Returns true if a new block has taken the slots of the block that ended.
    bool retire(std::uint32_t sm_number, std::uint32_t slot) {
        Sm& sm = sms_[sm_number];
        sm.slots[slot]->report_end(observer_, blocks_);
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
                WarpPlace{block * config_.warps_per_block + i, sm_number, slot}, block, device_.warp_lanes,
                kernel_, instructions_, frames_, local, blocks_ != nullptr);
        }
        return true;
    }

    const DeviceConfig& device_;
    const LaunchConfig& config_;
    const Kernel& kernel_;
    const InstructionTable& instructions_;
    DeviceObserver& observer_;
    const BlockTable* blocks_; ///< null: the observer does not get basic blocks
    FramePool frames_;
    std::size_t local_bytes_per_warp_;
    std::unique_ptr<std::byte[]> local_memory_;
    std::vector<Sm> sms_;
    std::uint32_t next_block_ = 0;
    std::uint64_t now_ = 0; // in steps
    WarpRequest request_;   // that is being executed
};

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
    Grid grid(device, config, kernel, instructions, observer, blocks);
    do
        job.check(); // a step is one request per SM, which takes well below a millisecond
    while (grid.step());
}

} // namespace hitmap::simt
