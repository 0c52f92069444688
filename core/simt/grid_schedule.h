#pragma once

#include "core/simt/device.h"
#include "core/simt/request.h"
#include "core/simt/scheduler.h"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap::simt {

/// What runs on a device: the warps of a kernel, or those of a recording.
template <class Warps>
concept WarpsOfGrid = requires(Warps& warps, typename Warps::Warp& warp, const typename Warps::Warp& seen,
                               const WarpPlace& place) {
    /// Makes a warp of a block resident.
    { warps.start(place, std::uint32_t{}) } -> std::same_as<std::unique_ptr<typename Warps::Warp>>;
    /// Executes the next request of the warp, which has one.
    warps.execute(warp);
    /// The warp has no further request, and leaves its slot.
    warps.end(warp);
    { warp.has_request() } -> std::same_as<bool>;
    /// Whether the last request is part of an access whose next part is a request as well.
    { seen.is_in_access() } -> std::same_as<bool>;
    warp.waits_until(std::uint64_t{});
    { seen.ready(std::uint64_t{}) } -> std::same_as<bool>;
    { seen.place() } -> std::convertible_to<WarpPlace>;
    /// Hints that the warp, and its next request, are likely to be asked for soon.
    seen.prefetch();
    seen.prefetch_request();
};

/// Where the blocks of a launch run and in which order their warps execute requests: the rule of launch().
template <WarpsOfGrid Warps>
class GridSchedule {
public:
    using Warp = typename Warps::Warp;

    /// Starts as many of the blocks 0 to `blocks` - 1 as fit.
    /// @param warps_per_block  1 to device.warps_per_sm
    /// @param warps            must outlive the schedule
    GridSchedule(const DeviceConfig& device, std::uint32_t blocks, std::uint32_t warps_per_block,
                 Warps& warps)
        : device_(device), blocks_(blocks), warps_per_block_(warps_per_block), warps_(warps) {
        sms_.reserve(device.sm_count);
        for (std::uint32_t sm = 0; sm < device.sm_count; ++sm)
            sms_.emplace_back(device.warps_per_sm);
        const std::uint32_t groups = device.warps_per_sm / warps_per_block;
        for (std::uint32_t group = 0; group < groups; ++group)
            for (std::uint32_t sm = 0; sm < device.sm_count; ++sm)
                place_next_block(sm, group * warps_per_block);
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
        std::vector<std::unique_ptr<Warp>> slots;
        std::uint32_t next = 0; // round robin: the slot whose turn it is; greedy: the slot that ran last
    };

    /// Prefetches the next warps of the SMs that follow, which are likely to be chosen.
    void prefetch(std::uint32_t sm) const {
        constexpr std::size_t warps_ahead = 6;
        constexpr std::size_t requests_ahead = 3;
        const auto next_of = [&](std::size_t number) -> const Warp* {
            const Sm& following = sms_[number % sms_.size()];
            return following.slots[following.next].get();
        };
        if (const Warp* warp = next_of(sm + warps_ahead)) warp->prefetch();
        if (const Warp* warp = next_of(sm + requests_ahead)) warp->prefetch_request();
    }

    bool step_in_turn(std::uint32_t sm_number) {
        Sm& sm = sms_[sm_number];
        const auto slots = static_cast<std::uint32_t>(sm.slots.size());
        for (std::uint32_t i = 0; i < slots;) {
            const std::uint32_t slot = sm.next;
            if (sm.slots[slot] != nullptr) {
                Warp& warp = *sm.slots[slot];
                if (warp.has_request()) {
                    warps_.execute(warp);
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
            Warp& warp = *sm.slots[*slot];
            if (!warp.has_request()) {
                retire(sm_number, *slot);
                continue;
            }
            warps_.execute(warp);
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
        warps_.end(*sm.slots[slot]);
        sm.slots[slot].reset();
        const std::uint32_t first = slot - slot % warps_per_block_;
        const auto begin = sm.slots.begin() + first;
        const bool block_ended =
            std::all_of(begin, begin + warps_per_block_, [](const auto& warp) { return warp == nullptr; });
        return block_ended && place_next_block(sm_number, first);
    }

    bool place_next_block(std::uint32_t sm_number, std::uint32_t first_slot) {
        if (next_block_ == blocks_) return false;
        const std::uint32_t block = next_block_++;
        Sm& sm = sms_[sm_number];
        for (std::uint32_t i = 0; i < warps_per_block_; ++i) {
            const std::uint32_t slot = first_slot + i;
            sm.slots[slot] = warps_.start(WarpPlace{block * warps_per_block_ + i, sm_number, slot}, block);
        }
        return true;
    }

    DeviceConfig device_;
    std::uint32_t blocks_;
    std::uint32_t warps_per_block_;
    Warps& warps_;
    std::vector<Sm> sms_;
    std::uint32_t next_block_ = 0;
    std::uint64_t now_ = 0; // in steps
};

} // namespace hitmap::simt
